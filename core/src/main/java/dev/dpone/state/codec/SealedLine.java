package dev.dpone.state.codec;

import dev.dpone.canonical.CanonicalJson;
import dev.dpone.digest.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;

/**
 * One JSON object on one line, whose last field {@code self} is the SHA-256 of the bytes before its comma: what was torn
 * or changed does not read.
 */
final class SealedLine {
    private static final byte[] SEAL_START = ",\"self\":\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SEAL_END = "\"}".getBytes(StandardCharsets.US_ASCII);
    private static final int SEAL_LENGTH = SEAL_START.length + 64 + SEAL_END.length;

    private SealedLine() {}

    /** The line, without a line break. The fields keep their order. */
    static byte[] write(Map<String, ?> fields) {
        String object = CanonicalJson.orderedText(fields);
        String body = object.substring(0, object.length() - 1);
        String self = Sha256.hexOf(body.getBytes(StandardCharsets.UTF_8));
        return (body + ",\"self\":\"" + self + "\"}").getBytes(StandardCharsets.UTF_8);
    }

    /** The object without its seal, which is checked. */
    static byte[] unseal(byte[] line) throws CorruptStateException {
        int end = line.length - SEAL_LENGTH;
        if (end < 1
                || !Arrays.equals(line, end, end + SEAL_START.length, SEAL_START, 0, SEAL_START.length)
                || !Arrays.equals(line, line.length - SEAL_END.length, line.length, SEAL_END, 0, SEAL_END.length)) {
            throw new CorruptStateException("it does not end in the hash of its own content");
        }
        MessageDigest sha = Sha256.newDigest();
        sha.update(line, 0, end);
        byte[] self = HexFormat.of().formatHex(sha.digest()).getBytes(StandardCharsets.US_ASCII);
        if (!Arrays.equals(line, end + SEAL_START.length, line.length - SEAL_END.length, self, 0, self.length)) {
            throw new CorruptStateException("its content does not have the hash it ends in");
        }
        byte[] object = Arrays.copyOf(line, end + 1);
        object[end] = '}';
        return object;
    }
}
