package dev.dpone.postgres;

import dev.dpone.column.Column;
import dev.dpone.column.FixedColumn;
import dev.dpone.column.RowBuffer;

/** Values that all take the same number of bytes in PostgreSQL. */
final class FixedWidthWriter extends ColumnWriter {
    private final int width;
    private final ValueWriter values;

    /** Writes exactly the column's width in bytes for a row that is not NULL. */
    @FunctionalInterface
    interface ValueWriter {
        void write(FixedColumn column, int row, RowBuffer out);
    }

    FixedWidthWriter(int width, ValueWriter values) {
        this.width = width;
        this.values = values;
    }

    @Override
    void addSizes(Column column, int[] sizes) {
        int rows = column.rows();
        byte[] nulls = column.nulls();
        if (nulls == null) {
            for (int row = 0; row < rows; row++) {
                sizes[row] += PREFIX + width;
            }
        } else {
            for (int row = 0; row < rows; row++) {
                sizes[row] += nulls[row] == 0 ? PREFIX + width : PREFIX;
            }
        }
    }

    @Override
    void writeValue(Column column, int row, RowBuffer out) {
        out.putInt(width);
        values.write((FixedColumn) column, row, out);
    }
}
