package dev.dpone.state.file;

import dev.dpone.canonical.RunId;
import dev.dpone.files.DurableFiles;
import dev.dpone.state.Checkpoints;
import dev.dpone.state.Journal;
import dev.dpone.state.Leases;
import dev.dpone.state.StateStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** State in a directory of a local file system, shared by the processes of one machine. */
public final class FileStateStore implements StateStore {
    private final Path journals;
    private final Leases leases;
    private final Checkpoints checkpoints;

    private FileStateStore(Path directory, Clock clock) {
        this.journals = directory.resolve("journal");
        this.leases = new FileLeases(directory.resolve("leases"), clock);
        this.checkpoints = new FileCheckpoints(directory.resolve("checkpoints"));
    }

    /**
     * The store in this directory, which is created where missing.
     *
     * @param clock what leases are judged by
     * @throws dev.dpone.error.DponeException {@code DPONE_STATE_FAILED} when it cannot be created, or lies on a network
     *     file system
     */
    public static FileStateStore open(Path directory, Clock clock) {
        try {
            DurableFiles.createDirectories(directory);
            // The real path, so that one file has one lock however it is reached.
            Path real = directory.toRealPath();
            LocalFileSystem.require(real);
            for (String child : List.of("journal", "leases", "checkpoints")) {
                DurableFiles.createDirectories(real.resolve(child));
            }
            DurableFiles.forceDirectory(real);
            return new FileStateStore(real, clock);
        } catch (IOException e) {
            throw StateErrors.failed("create the state directory", directory, e);
        }
    }

    @Override
    public Journal journal(String runId) {
        RunId run = new RunId(runId);
        return new FileJournal(journals.resolve(run.fileName()), run);
    }

    @Override
    public List<String> runs() {
        try (Stream<Path> directories = Files.list(journals)) {
            return directories
                    .filter(directory -> Files.isRegularFile(directory.resolve(FileJournal.EVENTS)))
                    .map(directory -> RunId.ofFileName(String.valueOf(directory.getFileName())))
                    .flatMap(Optional::stream)
                    .map(RunId::value)
                    .toList();
        } catch (IOException e) {
            throw StateErrors.failed("list the runs in", journals, e);
        }
    }

    @Override
    public Leases leases() {
        return leases;
    }

    @Override
    public Checkpoints checkpoints() {
        return checkpoints;
    }

    /** Nothing is held between calls. */
    @Override
    public void close() {}
}
