package dev.dpone.mssql;

import dev.dpone.column.BytesColumn;
import dev.dpone.column.Column;
import dev.dpone.column.FixedColumn;
import dev.dpone.column.RowBuffer;
import dev.dpone.spi.ColumnMapping;

/**
 * Writes one column's values as fields of the native format: a little-endian length of 0, 1, 2 or 8 bytes, -1 for NULL, then
 * the value. Stateless.
 */
abstract sealed class ColumnWriter permits FixedWidthWriter, BytesWriter, WideTextWriter, EnumWriter, IpWriter {
    private final String name;
    private final boolean nullable;
    private final int prefix;

    ColumnWriter(ColumnMapping mapping) {
        this.name = mapping.name();
        this.nullable = mapping.source().nullable();
        this.prefix = TypeMapping.target(mapping).prefixBytes(nullable);
    }

    /** Adds the bytes of each row's field. */
    final void addSizes(Column column, int[] sizes) {
        int rows = column.rows();
        byte[] nulls = column.nulls();
        for (int row = 0; row < rows; row++) {
            sizes[row] += nulls == null || nulls[row] == 0 ? prefix + valueSize(column, row) : prefix;
        }
    }

    /** Bytes of a row's value that is not NULL, without its length; anything for a value that is refused when written. */
    abstract int valueSize(Column column, int row);

    final void write(Column column, int row, RowBuffer out) {
        if (!column.isNull(row)) {
            writeValue(column, row, out);
        } else if (nullable) {
            putLength(out, -1);
        } else {
            throw new IllegalStateException("Column " + name + " cannot hold NULL, but row " + row + " does");
        }
    }

    /** Writes length and value of a row that is not NULL. */
    abstract void writeValue(Column column, int row, RowBuffer out);

    final int prefix() {
        return prefix;
    }

    final void putLength(RowBuffer out, long length) {
        switch (prefix) {
            case 1 -> out.putByte((int) length);
            case 2 -> out.putShortLittle((int) length);
            case 8 -> out.putLongLittle(length);
            default -> {}
        }
    }

    /** Bytes of a String or a FixedString. */
    static byte[] data(Column column) {
        return column instanceof BytesColumn bytes ? bytes.data() : ((FixedColumn) column).data();
    }

    static int start(Column column, int row) {
        return column instanceof BytesColumn bytes ? bytes.start(row) : ((FixedColumn) column).at(row);
    }

    static int length(Column column, int row) {
        return column instanceof BytesColumn bytes ? bytes.length(row) : ((FixedColumn) column).width();
    }
}
