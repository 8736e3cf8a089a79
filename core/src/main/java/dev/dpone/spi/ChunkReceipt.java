package dev.dpone.spi;

import dev.dpone.digest.RowSum;

/**
 * Proof that one stage table holds one sealed file's rows: boundary one, taken from what landed.
 *
 * @param objectId the engine's own id of the stage table
 * @param rows rows counted in the stage table
 * @param sum digest of the rows in the stage table
 * @param watermark what later inspections compare with to prove that nothing changed (PostgreSQL: the import
 *     transaction's id); empty where the engine has nothing such
 * @param method how the digest was taken, {@code readback} or {@code target_local}
 */
public record ChunkReceipt(
        StageAttempt attempt,
        long objectId,
        long rows,
        long encodedBytes,
        String fileSha256,
        RowSum sum,
        String watermark,
        String method) {}
