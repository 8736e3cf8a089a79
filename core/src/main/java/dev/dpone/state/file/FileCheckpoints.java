package dev.dpone.state.file;

import dev.dpone.canonical.CanonicalJson;
import dev.dpone.files.DurableFiles;
import dev.dpone.state.Checkpoint;
import dev.dpone.state.Checkpoints;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One file per pipeline and target, replaced in one step under the directory's lock. Thread-safe. */
final class FileCheckpoints implements Checkpoints {
    static final String FORMAT = "dpone.checkpoint";
    static final long VERSION = 1;

    private static final List<String> FIELDS = List.of(
            "target", "pipeline", "run_id", "receipt_id", "fence_epoch", "window_from", "window_to", "advanced_at");
    private static final String REMEDY =
            "Restore the file from a backup. Or delete it: the pipeline's next run writes it"
                    + " again, and the commit receipts in the target tell what was published.";

    private final Path directory;
    private final StateLock lock;

    FileCheckpoints(Path directory) {
        this.directory = directory;
        this.lock = new StateLock(directory.resolve("lock"));
    }

    @Override
    public Optional<Checkpoint> read(String pipeline, String target) {
        Path file = file(pipeline, target);
        return lock.hold("read", file, () -> load(file, pipeline, target));
    }

    @Override
    public boolean advance(String target, Checkpoint next) {
        Path file = file(next.pipeline(), target);
        return lock.hold("write", file, () -> {
            Optional<Checkpoint> stored = load(file, next.pipeline(), target);
            if (stored.filter(s -> s.fenceEpoch() > next.fenceEpoch()).isPresent()) {
                return false;
            }
            DurableFiles.replace(file, StateFile.line(fields(target, next)));
            return true;
        });
    }

    /** A pipeline's name may hold what a file's may not, so the file is named by the hash of what it is about. */
    private Path file(String pipeline, String target) {
        return directory.resolve(CanonicalJson.fingerprint(Map.of("pipeline", pipeline, "target", target)) + ".json");
    }

    private static Map<String, Object> fields(String target, Checkpoint checkpoint) {
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
        return fields;
    }

    private static Optional<Checkpoint> load(Path file, String pipeline, String target) throws IOException {
        Optional<byte[]> line = StateFile.read(file, REMEDY);
        if (line.isEmpty()) {
            return Optional.empty();
        }
        try {
            Fields fields = Fields.first(line.orElseThrow(), FORMAT, VERSION, FIELDS);
            fields.requireText("target", target);
            fields.requireText("pipeline", pipeline);
            return Optional.of(new Checkpoint(
                    pipeline,
                    fields.text("run_id"),
                    fields.text("receipt_id"),
                    fields.number("fence_epoch"),
                    fields.optionalInstant("window_from"),
                    fields.optionalInstant("window_to"),
                    fields.instant("advanced_at")));
        } catch (CorruptStateException e) {
            throw e.in(file, REMEDY);
        }
    }
}
