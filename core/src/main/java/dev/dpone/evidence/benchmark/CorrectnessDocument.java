package dev.dpone.evidence.benchmark;

import dev.dpone.canonical.CanonicalJson;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** {@link CorrectnessReceipt} as JSON of the closed schema {@value #SCHEMA_RESOURCE} beside this class. */
public final class CorrectnessDocument {
    public static final String KIND = "native-delivery-correctness";
    public static final String SCHEMA_RESOURCE = KIND + ".v1.schema.json";

    private CorrectnessDocument() {}

    /** The document's bytes: one line of UTF-8 with its break. */
    public static byte[] json(CorrectnessReceipt receipt) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("schema_version", 1);
        fields.put("kind", KIND);
        fields.put("subject_commit", receipt.subjectCommit());
        fields.put("workload_sha256", receipt.workloadSha256());
        fields.put("configuration_sha256", receipt.configurationSha256());
        fields.put("environment_sha256", receipt.environmentSha256());
        fields.put("sample_id", receipt.sampleId());
        fields.put("route", receipt.route().fields());
        fields.put("scope", receipt.scope().id());
        fields.put("execution", receipt.execution().id());
        fields.put("fixture", receipt.fixture().fields());
        fields.put("checks", receipt.checks().stream().map(Check::fields).toList());
        fields.put("status", receipt.status().id());
        return (CanonicalJson.orderedText(fields) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Reads it back; throws {@link InvalidDocumentException}. */
    public static CorrectnessReceipt read(byte[] json) {
        return StrictObject.document(json, CorrectnessDocument::receipt);
    }

    private static CorrectnessReceipt receipt(StrictObject json) {
        json.literal("schema_version", 1);
        json.literal("kind", KIND);
        CorrectnessReceipt receipt = new CorrectnessReceipt(
                json.text("subject_commit"),
                json.text("workload_sha256"),
                json.text("configuration_sha256"),
                json.text("environment_sha256"),
                json.optionalText("sample_id"),
                json.object("route", Route::read),
                json.word("scope", CorrectnessReceipt.Scope.values()),
                json.word("execution", CorrectnessReceipt.Execution.values()),
                json.object("fixture", CorrectnessReceipt.Fixture::read),
                json.objects("checks", Check::read));
        json.literal("status", receipt.status().id());
        return receipt;
    }
}
