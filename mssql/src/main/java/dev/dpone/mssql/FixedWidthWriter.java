package dev.dpone.mssql;

import dev.dpone.column.Column;
import dev.dpone.column.FixedColumn;
import dev.dpone.column.RowBuffer;
import dev.dpone.spi.ColumnMapping;

/** Values that all take the same number of bytes in SQL Server's native format. */
final class FixedWidthWriter extends ColumnWriter {
    private final int width;
    private final ValueWriter values;

    /** Writes exactly the column's width in bytes for a row that is not NULL. */
    @FunctionalInterface
    interface ValueWriter {
        void write(FixedColumn column, int row, RowBuffer out);
    }

    FixedWidthWriter(ColumnMapping mapping, ValueWriter values) {
        super(mapping);
        this.width = TypeMapping.target(mapping).payloadBytes();
        this.values = values;
    }

    @Override
    int valueSize(Column column, int row) {
        return width;
    }

    @Override
    void writeValue(Column column, int row, RowBuffer out) {
        putLength(out, width);
        values.write((FixedColumn) column, row, out);
    }
}
