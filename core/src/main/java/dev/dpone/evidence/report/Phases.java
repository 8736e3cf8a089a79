package dev.dpone.evidence.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** How phases look, and what they are called for people. */
final class Phases {
    /** What the styles stand for. */
    static final Map<String, String> LEGEND = legend();

    private Phases() {}

    private static Map<String, String> legend() {
        Map<String, String> legend = new LinkedHashMap<>();
        legend.put("source", "read the source");
        legend.put("encode", "encode and hash");
        legend.put("import", "import and read back");
        legend.put("verify", "verify");
        legend.put("prepare", "prepare");
        legend.put("publish", "publish");
        legend.put("other", "settle, evidence, cleanup");
        return Collections.unmodifiableMap(legend);
    }

    static String style(String phase) {
        return switch (phase) {
            case "source", "source_open", "source_read" -> "source";
            case "encode" -> "encode";
            case "import" -> "import";
            case "raw_verify", "prepared_verify" -> "verify";
            case "prepare_insert" -> "prepare";
            case "publish" -> "publish";
            default -> "other";
        };
    }

    static String words(String phase, String reason) {
        return switch (phase) {
            case "source_open" -> "Opened the source's query";
            case "source_read" -> "Read the source";
            case "encode" -> "Encoded";
            case "import" -> "Imported and read back";
            case "settle" -> "Settled a failed attempt";
            case "prepare_insert" -> "Prepared the rows and hashed them";
            case "prepared_verify" -> "Verified the prepared rows again";
            case "publish" -> "Published";
            case "evidence" -> "Wrote the evidence";
            case "checkpoint" -> "Advanced the checkpoint";
            case "cleanup" -> "Dropped staging tables";
            case "raw_verify" ->
                switch (reason) {
                    case "immediate_inspection" -> "Verified the stage on another connection";
                    case "preparation" -> "Verified stages before they were prepared";
                    case "recovery" -> "Verified an earlier process's stages";
                    default -> "Verified stages before the publication";
                };
            default -> phase;
        };
    }
}
