package dev.dpone.mssql;

import dev.dpone.column.Column;
import dev.dpone.column.RowBuffer;
import dev.dpone.spi.ColumnMapping;

/** String and FixedString values byte for byte: as bytes, or as narrow text in UTF-8. */
final class BytesWriter extends ColumnWriter {
    private final TextRule rule;

    BytesWriter(ColumnMapping mapping) {
        super(mapping);
        this.rule = TextRule.of(mapping);
    }

    @Override
    int valueSize(Column column, int row) {
        return length(column, row);
    }

    @Override
    void writeValue(Column column, int row, RowBuffer out) {
        byte[] data = data(column);
        int start = start(column, row);
        int length = length(column, row);
        rule.check(data, start, length);
        putLength(out, length);
        out.putBytes(data, start, length);
    }
}
