package dev.dpone.mssql;

import dev.dpone.column.Column;
import dev.dpone.column.RowBuffer;
import dev.dpone.spi.ColumnMapping;

/** String and FixedString values as text in UTF-16LE. */
final class WideTextWriter extends ColumnWriter {
    private final TextRule rule;

    WideTextWriter(ColumnMapping mapping) {
        super(mapping);
        this.rule = TextRule.of(mapping);
    }

    @Override
    int valueSize(Column column, int row) {
        return 2 * Utf16.units(data(column), start(column, row), length(column, row));
    }

    @Override
    void writeValue(Column column, int row, RowBuffer out) {
        int length = length(column, row);
        // UTF-16 takes at most two bytes for each byte of UTF-8. The room comes first, so that the array stays.
        out.ensure(Math.toIntExact(prefix() + 2L * length));
        int units = Utf16.encode(data(column), start(column, row), length, out.bytes(), out.length() + prefix());
        if (units == Utf16.INVALID) {
            throw rule.invalid();
        }
        rule.checkLength(units);
        putLength(out, 2L * units);
        out.advance(2 * units);
    }
}
