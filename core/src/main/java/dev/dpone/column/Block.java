package dev.dpone.column;

import java.util.List;

/**
 * A batch of rows, column by column, as the source sent it.
 *
 * @param changes per treatment of the source's query a column of one byte per row, not zero where it changed the value
 */
public record Block(List<Column> columns, int rows, List<FixedColumn> changes) {
    public Block {
        columns = List.copyOf(columns);
        changes = List.copyOf(changes);
        check(columns, rows);
        check(changes, rows);
    }

    /** A batch of values as they are in the source. */
    public Block(List<Column> columns, int rows) {
        this(columns, rows, List.of());
    }

    private static void check(List<? extends Column> columns, int rows) {
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
        for (FixedColumn change : changes) {
            sum += change.retainedBytes();
        }
        return sum;
    }
}
