package dev.dpone.postgres;

import dev.dpone.column.FixedColumn;
import dev.dpone.column.RowBuffer;
import dev.dpone.spi.RejectedValueException;

/** DateTime64 of at most six fraction digits as timestamptz: microseconds since 2000-01-01 UTC. */
final class InstantWriter implements FixedWidthWriter.ValueWriter {
    /** Microseconds between 1970-01-01 and 2000-01-01. */
    static final long EPOCH_MICROS = 946_684_800_000_000L;

    /** 4714-11-24 BC: the first instant timestamptz holds, in microseconds since 1970. */
    private static final long FIRST = -211_813_488_000_000_000L + EPOCH_MICROS;

    /** The row digest counts 100 ns units in 64 bits, which end before timestamptz does. */
    private static final long LAST = Long.MAX_VALUE / 10;

    private final String name;
    private final long microsPerTick;
    private final long least;
    private final long most;

    InstantWriter(String name, int scale) {
        this.name = name;
        long micros = 1;
        for (int s = scale; s < 6; s++) {
            micros *= 10;
        }
        this.microsPerTick = micros;
        this.least = FIRST / micros;
        this.most = LAST / micros;
    }

    /** The first tick that is written. */
    long least() {
        return least;
    }

    /** The last tick that is written. */
    long most() {
        return most;
    }

    @Override
    public void write(FixedColumn column, int row, RowBuffer out) {
        long ticks = column.longAt(row);
        if (ticks < least || ticks > most) {
            throw new RejectedValueException(
                    name,
                    "the instant lies outside 4714-11-24 BC to 31197-09-14, which timestamptz and the row digest hold",
                    "Correct the value in the source, or leave the row out with source.options.query.sql.");
        }
        out.putLong(ticks * microsPerTick - EPOCH_MICROS);
    }
}
