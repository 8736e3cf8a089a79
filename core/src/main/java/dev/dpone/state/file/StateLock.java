package dev.dpone.state.file;

import dev.dpone.error.DponeException;
import dev.dpone.files.DurableFiles;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * Mutual exclusion by a lock file, between processes and between threads of one. The kernel gives the lock back when its
 * process ends in whatever way. The wait is bounded and not cut short by interrupts, which are kept for the caller.
 */
final class StateLock {
    /** What is done under the lock. */
    @FunctionalInterface
    interface Action<T> {
        T run() throws IOException;
    }

    private static final long WAIT_SECONDS = 30;
    private static final long FIRST_PAUSE_NANOS = 500_000;
    private static final long LONGEST_PAUSE_NANOS = 20_000_000;

    /**
     * Threads exclude each other before files are touched: closing any handle of a file drops the process's locks on it,
     * so no thread may open a lock file while another holds it. A path always has the same one of these.
     */
    private static final ReentrantLock[] THREADS =
            Stream.generate(ReentrantLock::new).limit(64).toArray(ReentrantLock[]::new);

    private final Path file;
    private final long waitNanos;

    /** @param file the lock file, by its real path */
    StateLock(Path file) {
        this(file, TimeUnit.SECONDS.toNanos(WAIT_SECONDS));
    }

    StateLock(Path file, long waitNanos) {
        this.file = file;
        this.waitNanos = waitNanos;
    }

    /** Runs the action while nobody else does; {@code doing} and {@code subject} tell what failed where. */
    <T> T hold(String doing, Path subject, Action<T> action) {
        long deadline = System.nanoTime() + waitNanos;
        ReentrantLock threads = THREADS[Math.floorMod(file.hashCode(), THREADS.length)];
        lockThreads(threads, deadline);
        try {
            DurableFiles.createFile(file);
            try (RandomAccessFile handle = new RandomAccessFile(file.toFile(), "rw")) {
                lockFile(handle, deadline);
                return action.run();
            }
        } catch (IOException e) {
            throw StateErrors.failed(doing, subject, e);
        } finally {
            threads.unlock();
        }
    }

    private void lockThreads(ReentrantLock threads, long deadline) {
        boolean interrupted = false;
        try {
            boolean locked = false;
            while (!locked) {
                try {
                    if (!threads.tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                        throw timedOut();
                    }
                    locked = true;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void lockFile(RandomAccessFile handle, long deadline) throws IOException {
        // A flagged thread would not pause, but spin.
        boolean interrupted = Thread.interrupted();
        try {
            long pause = FIRST_PAUSE_NANOS;
            FileLock lock = handle.getChannel().tryLock();
            while (lock == null) {
                if (System.nanoTime() - deadline > 0) {
                    throw timedOut();
                }
                LockSupport.parkNanos(pause);
                interrupted |= Thread.interrupted();
                pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
                lock = handle.getChannel().tryLock();
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private DponeException timedOut() {
        return StateErrors.locked(file, TimeUnit.NANOSECONDS.toSeconds(waitNanos));
    }
}
