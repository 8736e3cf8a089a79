package dev.dpone.delivery;

import dev.dpone.column.Block;
import java.util.List;

/**
 * Contiguous rows of the source's stream, the unit of encoding and import.
 *
 * @param ordinal its number from 0
 * @param firstRow the delivery's number of its first row, from 1
 * @param slices where the rows are, in order
 * @param encodedBytes exact bytes of the rows in the target's format, computed when the frame was cut
 * @param largestRow exact bytes of its largest row
 */
record Frame(int ordinal, long firstRow, List<Slice> slices, int rows, long encodedBytes, int largestRow) {
    Frame {
        slices = List.copyOf(slices);
    }

    /** Rows {@code from} (inclusive) to {@code to} (exclusive) of a block. */
    record Slice(Block block, int from, int to) {}
}
