package dev.dpone.mssql;

import dev.dpone.column.RowBuffer;
import dev.dpone.digest.CanonicalBytes;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;

/** datetime2, in UTC. */
final class InstantField implements FieldReader {
    private static final int UNITS_PER_SECOND = 10_000_000;

    private final MssqlType type;
    private final long step;
    private final DateTimeFormatter printed;

    InstantField(MssqlType type) {
        this.type = type;
        long units = 1;
        for (int scale = type.first(); scale < MssqlType.FINEST_SCALE; scale++) {
            units *= 10;
        }
        this.step = units;
        DateTimeFormatterBuilder format = new DateTimeFormatterBuilder().appendPattern("uuuu-MM-dd HH:mm:ss");
        if (type.first() > 0) {
            format.appendFraction(ChronoField.NANO_OF_SECOND, type.first(), type.first(), true);
        }
        this.printed = format.toFormatter(java.util.Locale.ROOT);
    }

    @Override
    public void check(byte[] data, int at, int length) {
        long units = unitsOfDay(data, at);
        if (units >= InstantWriter.UNITS_PER_DAY) {
            throw new DamagedFieldException("the time of day is " + units + " units of 100 ns, more than a day has");
        }
        if (units % step != 0) {
            throw new DamagedFieldException("the time of day is finer than " + type.spelling() + " holds");
        }
        DateField.checkDay(DateField.day(data, at + 5));
    }

    private static long unitsOfDay(byte[] data, int at) {
        return ((int) INT.get(data, at) & 0xFFFFFFFFL) | (data[at + 4] & 0xFFL) << 32;
    }

    /** 100 ns units since 1970-01-01; every datetime2 fits. */
    private static long units(byte[] data, int at) {
        long day = DateField.day(data, at + 5) - (long) DateWriter.EPOCH_DAYS;
        return day * InstantWriter.UNITS_PER_DAY + unitsOfDay(data, at);
    }

    private static LocalDateTime dateTime(byte[] data, int at) {
        long units = units(data, at);
        return LocalDateTime.ofEpochSecond(
                Math.floorDiv(units, UNITS_PER_SECOND), Math.floorMod(units, UNITS_PER_SECOND) * 100, ZoneOffset.UTC);
    }

    @Override
    public Object value(byte[] data, int at, int length) {
        return dateTime(data, at);
    }

    @Override
    public String text(byte[] data, int at, int length) {
        return printed.format(dateTime(data, at));
    }

    @Override
    public void canonical(byte[] data, int at, int length, RowBuffer out) {
        CanonicalBytes.putInteger(out, units(data, at));
    }
}
