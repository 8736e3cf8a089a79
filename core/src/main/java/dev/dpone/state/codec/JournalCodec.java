package dev.dpone.state.codec;

import dev.dpone.canonical.RunId;
import dev.dpone.digest.Sha256;
import dev.dpone.state.JournalEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The lines of a journal: one that names format and run, then one per event, which carries the SHA-256 of the line before.
 * The fields of an event's data are sorted; what they hold keeps its own order.
 */
final class JournalCodec {
    /** No line that this program writes comes near; it bounds what foreign bytes can make a reader hold. */
    static final int MAX_LINE = 16 << 20;

    static final String FORMAT = "dpone.journal";
    static final long VERSION = 1;

    private JournalCodec() {}

    static byte[] header(RunId run) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("format", FORMAT);
        fields.put("version", VERSION);
        fields.put("run_id", run.value());
        return SealedLine.write(fields);
    }

    static void readHeader(byte[] line, RunId run) throws CorruptStateException {
        Fields.first(line, FORMAT, VERSION, List.of("run_id")).requireText("run_id", run.value());
    }

    /** @param seq the event's number from 1 */
    static byte[] event(long seq, String previousHash, JournalEvent event) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("seq", seq);
        fields.put("prev", previousHash);
        fields.put("type", event.type());
        fields.put("at", event.at().toString());
        fields.put("data", new TreeMap<>(event.data()));
        return SealedLine.write(fields);
    }

    static JournalEvent readEvent(byte[] line, long seq, String previousHash) throws CorruptStateException {
        Fields fields = Fields.of(line, List.of("seq", "prev", "type", "at", "data"));
        if (fields.number("seq") != seq) {
            throw new CorruptStateException("its seq must be " + seq + ", but is " + fields.number("seq"));
        }
        if (!fields.text("prev").equals(previousHash)) {
            throw new CorruptStateException("it does not carry the hash of the line before");
        }
        return new JournalEvent(fields.text("type"), fields.instant("at"), fields.object("data"));
    }

    static String hash(byte[] line) {
        return Sha256.hexOf(line);
    }
}
