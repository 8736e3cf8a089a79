package dev.dpone.state.codec;

import dev.dpone.canonical.CanonicalJson;
import dev.dpone.state.Checkpoint;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A checkpoint as it is stored, and whether one may follow another. */
public record CheckpointRecord(String target, Checkpoint checkpoint) {
    private static final String FORMAT = "dpone.checkpoint";
    private static final long VERSION = 1;
    private static final List<String> FIELDS = List.of(
            "target", "pipeline", "run_id", "receipt_id", "fence_epoch", "window_from", "window_to", "advanced_at");

    /** What a pipeline's checkpoint is stored by: its name may hold what a file's or a key may not, hence a hash. */
    public static String key(String pipeline, String target) {
        return CanonicalJson.fingerprint(Map.of("pipeline", pipeline, "target", target));
    }

    public String key() {
        return key(checkpoint.pipeline(), target);
    }

    /** Whether it may take the place of what is stored: never under a lower fence epoch. */
    public boolean mayReplace(Optional<CheckpointRecord> stored) {
        return stored.filter(s -> s.checkpoint.fenceEpoch() > checkpoint.fenceEpoch())
                .isEmpty();
    }

    public byte[] line() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("format", FORMAT);
        fields.put("version", VERSION);
        fields.put("target", target);
        fields.put("pipeline", checkpoint.pipeline());
        fields.put("run_id", checkpoint.runId());
        fields.put("receipt_id", checkpoint.receiptId());
        fields.put("fence_epoch", checkpoint.fenceEpoch());
        fields.put("window_from", checkpoint.windowFrom().map(Instant::toString));
        fields.put("window_to", checkpoint.windowTo().map(Instant::toString));
        fields.put("advanced_at", checkpoint.advancedAt().toString());
        return SealedLine.write(fields);
    }

    public static CheckpointRecord read(byte[] line, String pipeline, String target) throws CorruptStateException {
        Fields fields = Fields.first(line, FORMAT, VERSION, FIELDS);
        fields.requireText("target", target);
        fields.requireText("pipeline", pipeline);
        return new CheckpointRecord(
                target,
                new Checkpoint(
                        pipeline,
                        fields.text("run_id"),
                        fields.text("receipt_id"),
                        fields.number("fence_epoch"),
                        fields.optionalInstant("window_from"),
                        fields.optionalInstant("window_to"),
                        fields.instant("advanced_at")));
    }
}
