package dev.dpone.mssql;

import dev.dpone.column.FixedColumn;
import dev.dpone.column.RowBuffer;
import dev.dpone.spi.RejectedValueException;

/**
 * DateTime and DateTime64 of at most seven fraction digits as datetime2 in UTC: 100 ns units since midnight in 5 bytes, then
 * days since 0001-01-01 in 3, whatever the column's scale.
 */
final class InstantWriter implements FixedWidthWriter.ValueWriter {
    static final long UNITS_PER_DAY = 864_000_000_000L;

    private final String name;
    private final MssqlType type;
    private final boolean wide;
    private final long unitsPerTick;
    private final long ticksPerDay;

    InstantWriter(String name, MssqlType type, boolean wide, int scale) {
        this.name = name;
        this.type = type;
        this.wide = wide;
        long units = 1;
        for (int s = scale; s < MssqlType.FINEST_SCALE; s++) {
            units *= 10;
        }
        this.unitsPerTick = units;
        this.ticksPerDay = UNITS_PER_DAY / units;
    }

    @Override
    public void write(FixedColumn column, int row, RowBuffer out) {
        long ticks = wide ? column.longAt(row) : column.intAt(row) & 0xFFFFFFFFL;
        long days = Math.floorDiv(ticks, ticksPerDay) + DateWriter.EPOCH_DAYS;
        if (days < 0 || days > DateWriter.LAST_DAY) {
            throw new RejectedValueException(
                    name,
                    "the instant lies outside 0001-01-01 to 9999-12-31, which " + type.spelling() + " holds",
                    "Correct the value in the source, or leave the row out with source.options.query.sql.");
        }
        long units = Math.floorMod(ticks, ticksPerDay) * unitsPerTick;
        out.putIntLittle((int) units);
        out.putByte((int) (units >>> 32));
        DateWriter.putDay(out, (int) days);
    }
}
