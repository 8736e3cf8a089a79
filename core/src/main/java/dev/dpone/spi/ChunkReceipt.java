package dev.dpone.spi;

import dev.dpone.digest.RowSum;
import java.util.List;

/**
 * Proof that one stage table holds one sealed file's rows: boundary one, taken from what landed.
 *
 * @param objectId the engine's own id of the stage table
 * @param rows rows counted in the stage table
 * @param sum digest of the rows in the stage table
 * @param watermark what later inspections compare with to prove that nothing changed (PostgreSQL: the import
 *     transaction's id); empty where the engine has nothing such
 * @param method how the digest was taken, {@code readback} or {@code target_local}
 * @param changed what policies changed in the sealed file's rows
 */
public record ChunkReceipt(
        StageAttempt attempt,
        long objectId,
        long rows,
        long encodedBytes,
        String fileSha256,
        RowSum sum,
        String watermark,
        String method,
        List<ChangedValues> changed) {
    public ChunkReceipt {
        changed = List.copyOf(changed);
    }

    /** What a target tells; it knows nothing of policies. */
    public ChunkReceipt(
            StageAttempt attempt,
            long objectId,
            long rows,
            long encodedBytes,
            String fileSha256,
            RowSum sum,
            String watermark,
            String method) {
        this(attempt, objectId, rows, encodedBytes, fileSha256, sum, watermark, method, List.of());
    }

    /** The same receipt with what policies changed. */
    public ChunkReceipt withChanged(List<ChangedValues> values) {
        return new ChunkReceipt(attempt, objectId, rows, encodedBytes, fileSha256, sum, watermark, method, values);
    }
}
