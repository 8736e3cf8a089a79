package dev.dpone.digest;

import dev.dpone.column.RowBuffer;
import java.security.DigestException;
import java.security.MessageDigest;

/** Takes rows' canonical bytes one after another and sums their hashes. For one thread; sums of several are added. */
public final class RowDigester {
    private final MessageDigest sha = Sha256.newDigest();
    private final byte[] hash = new byte[32];
    private final SumAccumulator sum = new SumAccumulator();

    /** Adds the row whose canonical bytes are all of {@code row}. */
    public void add(RowBuffer row) {
        try {
            sha.update(row.bytes(), 0, row.length());
            sha.digest(hash, 0, 32);
        } catch (DigestException e) {
            throw new IllegalStateException("SHA-256 fits 32 bytes", e);
        }
        sum.add(hash);
    }

    /** The digest of the rows added so far. */
    public RowSum sum() {
        return sum.toRowSum();
    }
}
