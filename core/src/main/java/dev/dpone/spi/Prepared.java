package dev.dpone.spi;

import dev.dpone.digest.RowSum;
import java.time.Instant;

/**
 * The prepared table: every row with its technical columns, ready to publish.
 *
 * @param business digest over the business columns, equal to the sum of the chunk receipts
 * @param full digest over business and technical columns
 * @param loadedAt the value of the load time column, from the target's clock
 * @param watermark as in {@link ChunkReceipt}
 * @param method how the digests were taken
 */
public record Prepared(
        String table,
        long objectId,
        long rows,
        RowSum business,
        RowSum full,
        Instant loadedAt,
        String watermark,
        String method) {}
