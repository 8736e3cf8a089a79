package dev.dpone.spi;

import dev.dpone.column.Block;
import dev.dpone.column.RowBuffer;

/**
 * A target's native bulk format for one list of columns, the writers chosen once. Thread-safe and stateless: encoders
 * share it.
 */
public interface RowFormat {
    /** Bytes before the first row of a file. */
    byte[] header();

    /** Bytes after the last row of a file. */
    byte[] trailer();

    /** Sets {@code sizes[r]} to the exact bytes of row {@code r}, for every row of the block. Looks at lengths only. */
    void sizes(Block block, int[] sizes);

    /** Appends the row. Throws {@link RejectedValueException} for a value the target cannot hold. */
    void write(Block block, int row, RowBuffer out);
}
