package dev.dpone.mssql;

import dev.dpone.column.FixedColumn;
import dev.dpone.column.RowBuffer;
import dev.dpone.spi.RejectedValueException;

/** Date and Date32 as date: days since 0001-01-01, in 3 bytes. */
final class DateWriter implements FixedWidthWriter.ValueWriter {
    /** Days between 0001-01-01 and 1970-01-01. */
    static final int EPOCH_DAYS = 719_162;

    /** 9999-12-31. */
    static final int LAST_DAY = 3_652_058;

    private final String name;
    private final boolean wide;

    DateWriter(String name, boolean wide) {
        this.name = name;
        this.wide = wide;
    }

    @Override
    public void write(FixedColumn column, int row, RowBuffer out) {
        long days = (wide ? column.intAt(row) : column.shortAt(row) & 0xFFFF) + (long) EPOCH_DAYS;
        if (days < 0 || days > LAST_DAY) {
            throw new RejectedValueException(
                    name,
                    "the day lies outside 0001-01-01 to 9999-12-31, which date holds",
                    "Correct the value in the source, or leave the row out with source.options.query.sql.");
        }
        putDay(out, (int) days);
    }

    static void putDay(RowBuffer out, int day) {
        out.putShortLittle(day);
        out.putByte(day >>> 16);
    }
}
