package dev.dpone.spi;

import dev.dpone.digest.RowSum;
import java.util.Optional;

/**
 * What an inspection saw of a stage or prepared table.
 *
 * @param objectId the engine's id of the table now under that name; -1 when there is none
 * @param owned whether dpone's registry says that this delivery made it
 * @param alteredRows rows not written by the recorded transaction, where the engine can tell
 * @param sum digest taken again; present whenever {@code alteredRows} is not
 * @param method {@code unchanged_xmin}, {@code unchanged_rowversion}, {@code readback} or {@code target_local}
 */
public record StageObservation(
        long objectId, boolean owned, long rows, Optional<Long> alteredRows, Optional<RowSum> sum, String method) {
    public StageObservation {
        if (alteredRows.isEmpty() && sum.isEmpty()) {
            throw new IllegalArgumentException("An observation needs a count of altered rows or a digest");
        }
    }

    /** Whether the table is still exactly the one with this id, row count and digest. */
    public boolean confirms(long expectedObjectId, long expectedRows, RowSum expected) {
        return owned
                && objectId == expectedObjectId
                && rows == expectedRows
                && alteredRows.map(altered -> altered == 0).orElse(true)
                && sum.map(expected::equals).orElse(true);
    }
}
