package dev.dpone.state.file;

import dev.dpone.canonical.RunId;
import dev.dpone.state.JournalEvent;
import dev.dpone.state.codec.CorruptStateException;
import dev.dpone.state.codec.JournalChain;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.function.Consumer;

/**
 * Reads a journal from a known point on, checking each line and its link. Bytes after the last line break that do not
 * make an intact line are what a crash left of an append that was never acknowledged: they are not read, and not an error.
 */
final class JournalScan {
    private final RandomAccessFile file;
    private final RunId run;
    private final Consumer<JournalEvent> events;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private JournalEnd end;

    JournalScan(RandomAccessFile file, RunId run, JournalEnd from, Consumer<JournalEvent> events) {
        this.file = file;
        this.run = run;
        this.end = from;
        this.events = events;
    }

    JournalEnd toEnd() throws IOException, CorruptStateException {
        file.seek(end.size());
        byte[] buffer = new byte[64 << 10];
        for (int count = file.read(buffer); count >= 0; count = file.read(buffer)) {
            takeLines(buffer, count);
        }
        if (line.size() > 0) {
            takeTail();
        }
        return end;
    }

    private void takeLines(byte[] buffer, int count) throws CorruptStateException {
        int from = 0;
        for (int at = 0; at < count; at++) {
            if (buffer[at] == '\n') {
                line.write(buffer, from, at - from);
                byte[] bytes = line.toByteArray();
                line.reset();
                from = at + 1;
                take(bytes, true);
            }
        }
        line.write(buffer, from, count - from);
        if (line.size() > JournalChain.MAX_LINE) {
            throw new CorruptStateException(
                    "line " + (end.lines() + 1) + " is longer than " + JournalChain.MAX_LINE + " bytes");
        }
    }

    private void take(byte[] bytes, boolean terminated) throws CorruptStateException {
        end.chain().read(bytes, run).ifPresent(events);
        end = end.plus(bytes, terminated);
    }

    /** Only an intact line was perhaps acknowledged; it lost nothing but its line break. */
    private void takeTail() {
        try {
            take(line.toByteArray(), false);
        } catch (CorruptStateException e) {
            line.reset();
        }
    }
}
