package dev.dpone.evidence.benchmark;

import dev.dpone.canonical.CanonicalJson;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * {@link Comparison} as JSON of the closed schema {@value #SCHEMA_RESOURCE} beside this class. Its {@code sha256} is over the
 * canonical JSON of all other fields.
 */
public final class ComparisonDocument {
    public static final String KIND = "native-delivery-comparison";
    public static final String SCHEMA_RESOURCE = KIND + ".v1.schema.json";

    private static final String UNVERIFIED = Status.UNVERIFIED.id();
    private static final String NO_CONTRACT = "no_structural_receipt_contract";

    private ComparisonDocument() {}

    /** The document's bytes: one line of UTF-8 with its break. */
    public static byte[] json(Comparison comparison) {
        Map<String, Object> fields = content(comparison);
        fields.put("sha256", CanonicalJson.fingerprint(fields));
        return (CanonicalJson.orderedText(fields) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static Map<String, Object> content(Comparison comparison) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("schema_version", 1);
        fields.put("kind", KIND);
        fields.put("baseline", comparison.baseline().fields());
        fields.put("candidate", comparison.candidate().fields());
        fields.put(
                "workloads",
                comparison.cases().stream().map(ComparedCase::fields).toList());
        fields.put("thresholds", thresholds());
        fields.put("structural_checks", structural());
        fields.put("status", comparison.status().id());
        fields.put("limitations", comparison.limitations());
        return fields;
    }

    private static Map<String, Object> thresholds() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("any_median_ratio_at_most", Comparison.ANY_RATIO_AT_MOST);
        fields.put("every_median_ratio_at_most", Comparison.EVERY_RATIO_AT_MOST);
        fields.put("minimum_trials", Comparison.MINIMUM_TRIALS);
        return fields;
    }

    /** Times alone are compared: nothing says that a version does fewer steps. */
    private static Map<String, Object> structural() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("status", UNVERIFIED);
        fields.put("reason", NO_CONTRACT);
        return fields;
    }

    /** Reads it back; throws {@link InvalidDocumentException}. */
    public static Comparison read(byte[] json) {
        return StrictObject.document(json, ComparisonDocument::comparison);
    }

    private static Comparison comparison(StrictObject json) {
        json.literal("schema_version", 1);
        json.literal("kind", KIND);
        json.object("thresholds", thresholds -> {
            thresholds.literal("any_median_ratio_at_most", Comparison.ANY_RATIO_AT_MOST);
            thresholds.literal("every_median_ratio_at_most", Comparison.EVERY_RATIO_AT_MOST);
            thresholds.literal("minimum_trials", Comparison.MINIMUM_TRIALS);
            return thresholds;
        });
        json.object("structural_checks", checks -> {
            checks.literal("status", UNVERIFIED);
            checks.literal("reason", NO_CONTRACT);
            return checks;
        });
        Comparison comparison = new Comparison(
                json.object("baseline", Ref::read),
                json.object("candidate", Ref::read),
                json.objects("workloads", ComparedCase::read),
                json.texts("limitations"));
        json.literal("status", comparison.status().id());
        json.literal("sha256", CanonicalJson.fingerprint(content(comparison)));
        return comparison;
    }
}
