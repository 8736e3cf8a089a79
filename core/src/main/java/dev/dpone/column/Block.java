package dev.dpone.column;

import java.util.List;

/** A batch of rows, column by column, as the source sent it. */
public record Block(List<Column> columns, int rows) {
    public Block {
        columns = List.copyOf(columns);
        for (Column column : columns) {
            if (column.rows() != rows) {
                throw new IllegalArgumentException(
                        "Every column must have " + rows + " rows, one has " + column.rows());
            }
        }
    }

    /** Heap bytes the block keeps alive. */
    public long retainedBytes() {
        long sum = 0;
        for (Column column : columns) {
            sum += column.retainedBytes();
        }
        return sum;
    }
}
