package dev.dpone.column;

import org.jspecify.annotations.Nullable;

/** The values of one column of one block, as a view on bytes. Immutable after construction; safe to share between threads. */
public sealed interface Column permits FixedColumn, BytesColumn {
    int rows();

    /** One byte per row, non-zero where the value is NULL; null when no value can be. Not to be changed. */
    byte @Nullable [] nulls();

    default boolean isNull(int row) {
        byte[] nulls = nulls();
        return nulls != null && nulls[row] != 0;
    }

    /** Heap bytes this column keeps alive. */
    long retainedBytes();
}
