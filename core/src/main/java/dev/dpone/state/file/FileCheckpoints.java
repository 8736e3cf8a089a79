package dev.dpone.state.file;

import dev.dpone.files.DurableFiles;
import dev.dpone.state.Checkpoint;
import dev.dpone.state.Checkpoints;
import dev.dpone.state.codec.CheckpointRecord;
import dev.dpone.state.codec.CorruptStateException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** One file per pipeline and target, replaced in one step under the directory's lock. Thread-safe. */
final class FileCheckpoints implements Checkpoints {
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
        return lock.hold("read", file, () -> load(file, pipeline, target).map(CheckpointRecord::checkpoint));
    }

    @Override
    public boolean advance(String target, Checkpoint next) {
        Path file = file(next.pipeline(), target);
        return lock.hold("write", file, () -> {
            CheckpointRecord record = new CheckpointRecord(target, next);
            if (!record.mayReplace(load(file, next.pipeline(), target))) {
                return false;
            }
            DurableFiles.replace(file, StateFile.content(record.line()));
            return true;
        });
    }

    private Path file(String pipeline, String target) {
        return directory.resolve(CheckpointRecord.key(pipeline, target) + ".json");
    }

    private static Optional<CheckpointRecord> load(Path file, String pipeline, String target) throws IOException {
        Optional<byte[]> line = StateFile.read(file, REMEDY);
        if (line.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(CheckpointRecord.read(line.get(), pipeline, target));
        } catch (CorruptStateException e) {
            throw e.in(file.toString(), REMEDY);
        }
    }
}
