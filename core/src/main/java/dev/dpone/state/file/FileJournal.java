package dev.dpone.state.file;

import static java.util.Objects.requireNonNull;

import dev.dpone.canonical.RunId;
import dev.dpone.files.DurableFiles;
import dev.dpone.state.Journal;
import dev.dpone.state.JournalEvent;
import dev.dpone.state.codec.CorruptStateException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** One run's journal: a directory with the events and a lock file. Thread-safe. */
final class FileJournal implements Journal {
    static final String EVENTS = "events.jsonl";

    private static final String REMEDY =
            "Restore the file from a backup, or move the run's directory away and deliver under"
                    + " a new run id. The commit receipt in the target tells whether the run was published.";

    private final Path directory;
    private final Path file;
    private final RunId run;
    private final StateLock lock;

    /** What is known to be intact, so that an append reads only what came after. Guarded by the lock. */
    private JournalEnd known = JournalEnd.START;

    FileJournal(Path directory, RunId run) {
        this.directory = directory;
        this.file = directory.resolve(EVENTS);
        this.run = run;
        this.lock = new StateLock(directory.resolve("lock"));
    }

    @Override
    public List<JournalEvent> read() {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        return lock.hold("read", file, () -> {
            List<JournalEvent> events = new ArrayList<>();
            try (RandomAccessFile open = open("r")) {
                known = scan(open, JournalEnd.START, events::add);
            }
            return List.copyOf(events);
        });
    }

    @Override
    public boolean append(long expectedVersion, JournalEvent event) {
        requireNonNull(event, "event is null");
        try {
            DurableFiles.createDirectories(directory);
        } catch (IOException e) {
            throw StateErrors.failed("create the directory", directory, e);
        }
        return lock.hold("append to", file, () -> {
            DurableFiles.createFile(file);
            if (known.lines() == 0) {
                // Another process may have created the names and died before it could make them durable.
                DurableFiles.forceDirectory(directory);
                DurableFiles.forceDirectory(directory.resolveSibling("."));
            }
            try (RandomAccessFile open = open("rw")) {
                return append(open, expectedVersion, event);
            }
        });
    }

    private boolean append(RandomAccessFile open, long expectedVersion, JournalEvent event) throws IOException {
        known = findEnd(open);
        if (known.chain().events() < expectedVersion) {
            throw StateErrors.unreadable(
                    file, "it has " + known.chain().events() + " events, but had " + expectedVersion, REMEDY);
        }
        if (known.chain().events() > expectedVersion) {
            return false;
        }
        known = write(open, known, event);
        return true;
    }

    private RandomAccessFile open(String mode) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw StateErrors.unreadable(file, "it is not a regular file", REMEDY);
        }
        return new RandomAccessFile(file.toFile(), mode);
    }

    private JournalEnd findEnd(RandomAccessFile open) throws IOException {
        if (known.lines() > 0) {
            byte[] last = new byte[Math.toIntExact(known.size() - known.lastStart() - (known.terminated() ? 1 : 0))];
            open.seek(known.lastStart());
            if (open.length() < known.size() || !readFully(open, last)) {
                throw StateErrors.unreadable(
                        file, "it was " + known.size() + " bytes long, but is " + open.length(), REMEDY);
            }
            if (!known.chain().endsIn(last)) {
                throw StateErrors.unreadable(file, "line " + known.lines() + " was changed", REMEDY);
            }
        }
        return scan(open, known, event -> {});
    }

    private static boolean readFully(RandomAccessFile open, byte[] bytes) throws IOException {
        int at = 0;
        while (at < bytes.length) {
            int count = open.read(bytes, at, bytes.length - at);
            if (count < 0) {
                return false;
            }
            at += count;
        }
        return true;
    }

    private JournalEnd scan(RandomAccessFile open, JournalEnd from, Consumer<JournalEvent> events) throws IOException {
        try {
            return new JournalScan(open, run, from, events).toEnd();
        } catch (CorruptStateException e) {
            throw e.in(file.toString(), REMEDY);
        }
    }

    /** Writes behind {@code end}; whatever is there was never acknowledged. A failure leaves nothing of the event. */
    private JournalEnd write(RandomAccessFile open, JournalEnd end, JournalEvent event) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        JournalEnd next = end;
        if (!end.terminated()) {
            bytes.write('\n');
            next = new JournalEnd(end.chain(), end.size() + 1, end.lastStart(), true);
        }
        for (byte[] line : end.chain().lines(run, event)) {
            bytes.writeBytes(line);
            bytes.write('\n');
            next = next.plus(line, true);
        }
        try {
            open.setLength(end.size());
            open.seek(end.size());
            open.write(bytes.toByteArray());
            open.getFD().sync();
        } catch (IOException e) {
            cutBack(open, end, e);
            throw e;
        }
        return next;
    }

    private static void cutBack(RandomAccessFile open, JournalEnd end, IOException failure) {
        try {
            open.setLength(end.size());
            open.getFD().sync();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }
}
