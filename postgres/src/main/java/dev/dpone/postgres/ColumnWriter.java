package dev.dpone.postgres;

import dev.dpone.column.Column;
import dev.dpone.column.RowBuffer;
import java.util.Arrays;

/** Writes one column's values as COPY BINARY fields: a 4-byte length, -1 for NULL, then the value. Stateless. */
abstract sealed class ColumnWriter permits FixedWidthWriter, TextWriter, EnumWriter {
    /** Bytes of a field's length. */
    static final int PREFIX = 4;

    /** Adds the bytes of each row's field. */
    abstract void addSizes(Column column, int[] sizes);

    final void write(Column column, int row, RowBuffer out) {
        if (column.isNull(row)) {
            out.putInt(-1);
        } else {
            writeValue(column, row, out);
        }
    }

    /** Writes length and value of a row that is not NULL. */
    abstract void writeValue(Column column, int row, RowBuffer out);

    /** Fills the sizes with what every row has: the number of its fields. */
    static void begin(int[] sizes, int rows) {
        Arrays.fill(sizes, 0, rows, 2);
    }
}
