package dev.dpone.spi;

import java.util.List;

/** Work on the prepared table. For one thread at a time. */
public interface Preparation {
    /**
     * Creates the prepared table with its ownership record, fills it from the stages in one transaction with technical
     * columns projected in the same statement, and takes both digests in one pass. Makes no table once another delivery has
     * opened the fence: {@code DPONE_FENCE_LOST}. Checks what the strategy asks of the
     * rows: all in its window, or none with NULL in its key and no key twice; else {@code DPONE_VERIFICATION_FAILED}.
     *
     * @param table its name in the staging schema
     */
    Prepared prepare(List<ChunkReceipt> chunks, String table);

    /** Looks at the prepared table again: {@code sum} is its full digest, taken again. */
    StageObservation inspect(Prepared prepared);

    /** Drops the prepared table if dpone made it. Idempotent. */
    void drop(String table);
}
