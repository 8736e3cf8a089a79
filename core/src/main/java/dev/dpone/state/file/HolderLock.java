package dev.dpone.state.file;

import dev.dpone.files.DurableFiles;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells whether a lease's holder still lives: it keeps a file locked, and the kernel gives that lock back when the process
 * ends in whatever way. So the lease of a killed process needs no waiting for; one of a process that merely stands still
 * does. Callers hold the directory's {@link StateLock}.
 */
final class HolderLock {
    /** Of this process, by real path: opening such a file once more and closing it would drop the lock. */
    private static final Map<Path, RandomAccessFile> HELD = new ConcurrentHashMap<>();

    private final Path file;

    HolderLock(Path file) {
        this.file = file;
    }

    /** Shows that this process holds the lease, for as long as it lives or until {@link #release}. */
    void take() throws IOException {
        DurableFiles.createFile(file);
        RandomAccessFile handle = new RandomAccessFile(file.toFile(), "rw");
        try {
            if (handle.getChannel().tryLock() == null) {
                throw new IOException("another process has locked " + file);
            }
            HELD.put(file, handle);
        } catch (IOException | RuntimeException e) {
            handle.close();
            throw e;
        }
    }

    /** Whether the holder is dead for sure. A lease without such a file may be anyone's. */
    boolean isDead() throws IOException {
        if (HELD.containsKey(file) || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try (RandomAccessFile handle = new RandomAccessFile(file.toFile(), "rw");
                FileLock lock = handle.getChannel().tryLock()) {
            return lock != null;
        }
    }

    /** Without effect when this process does not hold it. The file goes, whoever's it was. */
    void release() throws IOException {
        RandomAccessFile handle = HELD.remove(file);
        if (handle != null) {
            handle.close();
        }
        Files.deleteIfExists(file);
    }
}
