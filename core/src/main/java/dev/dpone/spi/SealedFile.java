package dev.dpone.spi;

import dev.dpone.digest.RowSum;
import java.nio.file.Path;
import java.util.List;

/**
 * A frame in the target's native bulk format on disk, synced and read-only; retried byte for byte.
 *
 * @param ordinal the frame's number from 0
 * @param encodedBytes bytes of its rows, without the format's header and trailer
 * @param fileBytes the file's length
 * @param sha256 lower-case hex of the whole file
 * @param sum digest of its rows
 * @param changed what policies changed in its rows, a count per column that has one
 */
public record SealedFile(
        int ordinal,
        Path path,
        long rows,
        long encodedBytes,
        long fileBytes,
        String sha256,
        RowSum sum,
        List<ChangedValues> changed) {
    public SealedFile {
        changed = List.copyOf(changed);
    }

    /** A file of columns without policies. */
    public SealedFile(int ordinal, Path path, long rows, long encodedBytes, long fileBytes, String sha256, RowSum sum) {
        this(ordinal, path, rows, encodedBytes, fileBytes, sha256, sum, List.of());
    }
}
