package dev.dpone.state.codec;

import dev.dpone.canonical.RunId;
import dev.dpone.state.JournalEvent;
import java.util.List;
import java.util.Optional;

/**
 * The end of a journal that is known to be intact: what the next line must link to.
 *
 * @param lines intact lines, the first of which is the header
 * @param lastHash hash of the last of them; empty without lines
 */
public record JournalChain(long lines, String lastHash) {
    /** Longest line, without its break where it has one. */
    public static final int MAX_LINE = JournalCodec.MAX_LINE;

    public static final JournalChain START = new JournalChain(0, "");

    public long events() {
        return Math.max(0, lines - 1);
    }

    /** Whether these are the bytes of the last line. */
    public boolean endsIn(byte[] line) {
        return JournalCodec.hash(line).equals(lastHash);
    }

    /** The chain with a line at its end that was written or checked. */
    public JournalChain plus(byte[] line) {
        return new JournalChain(lines + 1, JournalCodec.hash(line));
    }

    /** The event in the next line, or empty for the header, which is the first one. The line and its link are checked. */
    public Optional<JournalEvent> read(byte[] next, RunId run) throws CorruptStateException {
        try {
            if (lines == 0) {
                JournalCodec.readHeader(next, run);
                return Optional.empty();
            }
            return Optional.of(JournalCodec.readEvent(next, lines, lastHash));
        } catch (CorruptStateException e) {
            throw e.at("line " + (lines + 1));
        }
    }

    /** The lines that add the event here: the event's, after a header where the journal has none yet. */
    public List<byte[]> lines(RunId run, JournalEvent event) {
        if (lines == 0) {
            byte[] header = JournalCodec.header(run);
            return List.of(header, plus(header).line(event));
        }
        return List.of(line(event));
    }

    private byte[] line(JournalEvent event) {
        byte[] line = JournalCodec.event(lines, lastHash, event);
        if (line.length > MAX_LINE) {
            throw new IllegalArgumentException("An event must be at most " + MAX_LINE + " bytes long");
        }
        return line;
    }
}
