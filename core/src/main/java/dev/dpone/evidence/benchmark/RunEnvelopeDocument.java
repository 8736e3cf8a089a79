package dev.dpone.evidence.benchmark;

import dev.dpone.canonical.CanonicalJson;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * {@link RunEnvelope} as JSON of the closed schemas beside this class. The two differ in the version and the limits alone: eight
 * fields in {@value #SCHEMA_RESOURCE_1}, ten in {@value #SCHEMA_RESOURCE_2}.
 */
public final class RunEnvelopeDocument {
    public static final String KIND = "native-delivery-run";
    public static final String SCHEMA_RESOURCE_1 = KIND + ".v1.schema.json";
    public static final String SCHEMA_RESOURCE_2 = KIND + ".v2.schema.json";

    private RunEnvelopeDocument() {}

    /** The document's bytes: one line of UTF-8 with its break. */
    public static byte[] json(RunEnvelope run) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("schema_version", run.version());
        fields.put("kind", KIND);
        fields.put("producer", run.producer().fields());
        fields.put("subject", run.subject().fields());
        fields.put("route", run.route().fields());
        fields.put("workload", run.workload().fields());
        fields.put("configuration", Configuration.fields(run.limits()));
        fields.put("environment", run.environment().fields());
        fields.put("samples", run.samples().stream().map(Sample::fields).toList());
        fields.put("fidelity_receipt", run.fidelity().fields());
        fields.put("recovery_receipt", run.recovery().fields());
        fields.put("status", run.status().id());
        fields.put("limitations", run.limitations());
        return (CanonicalJson.orderedText(fields) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Reads either version; throws {@link InvalidDocumentException}. */
    public static RunEnvelope read(byte[] json) {
        return StrictObject.document(json, RunEnvelopeDocument::run);
    }

    private static RunEnvelope run(StrictObject json) {
        json.literal("kind", KIND);
        long version = version(json);
        return new RunEnvelope(
                json.object("producer", Build::read),
                json.object("subject", Build::read),
                json.object("route", Route::read),
                json.object("workload", Workload::read),
                json.object("configuration", configuration -> Configuration.read(version, configuration)),
                json.object("environment", Environment::read),
                json.objects("samples", Sample::read),
                json.object("fidelity_receipt", Ref::read),
                json.object("recovery_receipt", Ref::read),
                json.word("status", Status.values()),
                json.texts("limitations"));
    }

    /** Only the whole numbers 1 and 2, spelled so. */
    private static long version(StrictObject json) {
        String version = json.scalar("schema_version");
        if (!version.equals("1") && !version.equals("2")) {
            throw json.invalid("schema_version", "must be 1 or 2, but was " + version);
        }
        return json.number("schema_version");
    }
}
