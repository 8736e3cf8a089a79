package dev.dpone.postgres;

import dev.dpone.column.FixedColumn;
import dev.dpone.column.RowBuffer;
import dev.dpone.spi.RejectedValueException;

/** Date32 as date: days since 2000-01-01. */
final class DateWriter implements FixedWidthWriter.ValueWriter {
    /** Days between 1970-01-01 and 2000-01-01. */
    static final int EPOCH_DAYS = 10_957;

    /** 4714-11-24 BC and 5874897-12-31: the first and last day that date holds, since 1970. */
    static final int FIRST = -2_451_545 + EPOCH_DAYS;

    static final int LAST = 2_147_483_493 - 2_451_545 + EPOCH_DAYS;

    private final String name;

    DateWriter(String name) {
        this.name = name;
    }

    @Override
    public void write(FixedColumn column, int row, RowBuffer out) {
        int days = column.intAt(row);
        if (days < FIRST || days > LAST) {
            throw new RejectedValueException(
                    name,
                    "the day lies outside 4714-11-24 BC to 5874897-12-31, which date holds",
                    "Correct the value in the source, or leave the row out with source.options.query.sql.");
        }
        out.putInt(days - EPOCH_DAYS);
    }
}
