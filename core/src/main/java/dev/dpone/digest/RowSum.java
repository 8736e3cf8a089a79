package dev.dpone.digest;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * The sum of row hashes modulo 2^256 with the row count: order-independent, sensitive to duplicates, mergeable. Immutable.
 *
 * @param count rows summed
 * @param w3 most significant 64 bits of the sum
 * @param w0 least significant 64 bits of the sum
 */
public record RowSum(long count, long w3, long w2, long w1, long w0) {
    public static final String ALGORITHM = "dpone-row-sha256-sum-v1";
    public static final RowSum EMPTY = new RowSum(0, 0, 0, 0, 0);

    /** The digest of both row sets together. */
    public RowSum plus(RowSum other) {
        long s0 = w0 + other.w0;
        long c0 = carry(w0, s0);
        long s1 = w1 + other.w1 + c0;
        long c1 = c0 == 0 ? carry(w1, s1) : carryIn(w1, s1);
        long s2 = w2 + other.w2 + c1;
        long c2 = c1 == 0 ? carry(w2, s2) : carryIn(w2, s2);
        long s3 = w3 + other.w3 + c2;
        return new RowSum(Math.addExact(count, other.count), s3, s2, s1, s0);
    }

    private static long carry(long addend, long sum) {
        return Long.compareUnsigned(sum, addend) < 0 ? 1 : 0;
    }

    private static long carryIn(long addend, long sum) {
        return Long.compareUnsigned(sum, addend) <= 0 ? 1 : 0;
    }

    /** A sum computed elsewhere: {@code sum} is taken modulo 2^256. */
    public static RowSum of(long count, BigInteger sum) {
        BigInteger folded = sum.mod(BigInteger.ONE.shiftLeft(256));
        return new RowSum(
                count,
                folded.shiftRight(192).longValue(),
                folded.shiftRight(128).longValue(),
                folded.shiftRight(64).longValue(),
                folded.longValue());
    }

    /** The sum as 64 lower-case hex digits, most significant first. */
    public String sumHex() {
        return HexFormat.of().formatHex(sumBytes());
    }

    private byte[] sumBytes() {
        return ByteBuffer.allocate(32)
                .putLong(w3)
                .putLong(w2)
                .putLong(w1)
                .putLong(w0)
                .array();
    }

    /** The digest: lower-case hex SHA-256 of the algorithm's name, a zero byte, count and sum. */
    public String hex() {
        byte[] name = ALGORITHM.getBytes(StandardCharsets.US_ASCII);
        byte[] input = ByteBuffer.allocate(name.length + 1 + 8 + 32)
                .put(name)
                .put((byte) 0)
                .putLong(count)
                .put(sumBytes())
                .array();
        return HexFormat.of().formatHex(Sha256.of(input));
    }
}
