package dev.dpone.plan;

import dev.dpone.limits.NativeChunkLimits;

/**
 * What the limits add up to.
 *
 * @param encoders E
 * @param importers I
 * @param retainedWorkCapacity C
 * @param spoolBytes most bytes of sealed files on disk
 * @param memoryBytes most heap for rows: decoded frames, the block being read and the rest of the one before, and the
 *     workers' buffers
 * @param mostRows rows after which {@code max_staging_tables} or {@code max_rows} ends a delivery
 */
public record Bounds(
        int encoders, int importers, int retainedWorkCapacity, long spoolBytes, long memoryBytes, long mostRows) {
    private static final long BLOCK = 64L << 20;
    private static final long BUFFER = 256L << 10;

    /** The bounds of these limits. */
    public static Bounds of(NativeChunkLimits limits) {
        long frames = limits.retainedWorkCapacity() + 1L;
        long memory = frames * limits.maxBytes()
                + 2 * BLOCK
                + limits.encoders() * (limits.maxRowBytes() + BUFFER)
                + limits.importers() * (2 * BUFFER);
        // One staging table is the prepared one.
        long mostRows = saturatedProduct(limits.maxStagingTables() - 1, limits.maxRows());
        return new Bounds(
                limits.encoders(),
                limits.importers(),
                limits.retainedWorkCapacity(),
                limits.spoolReservation(),
                memory,
                mostRows);
    }

    private static long saturatedProduct(long a, long b) {
        return Math.multiplyHigh(a, b) == 0 && a * b >= 0 ? a * b : Long.MAX_VALUE;
    }
}
