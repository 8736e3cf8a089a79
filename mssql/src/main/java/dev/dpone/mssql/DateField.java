package dev.dpone.mssql;

import dev.dpone.column.RowBuffer;
import dev.dpone.digest.CanonicalBytes;
import java.time.LocalDate;

/** date. */
final class DateField implements FieldReader {
    /** Days since 0001-01-01. */
    static int day(byte[] data, int at) {
        return ((short) SHORT.get(data, at) & 0xFFFF) | (data[at + 2] & 0xFF) << 16;
    }

    static void checkDay(int day) {
        if (day > DateWriter.LAST_DAY) {
            throw new DamagedFieldException(
                    "day " + day + " lies after 9999-12-31, which is day " + DateWriter.LAST_DAY);
        }
    }

    @Override
    public void check(byte[] data, int at, int length) {
        checkDay(day(data, at));
    }

    private static long epochDay(byte[] data, int at) {
        return day(data, at) - (long) DateWriter.EPOCH_DAYS;
    }

    @Override
    public Object value(byte[] data, int at, int length) {
        return LocalDate.ofEpochDay(epochDay(data, at));
    }

    @Override
    public void canonical(byte[] data, int at, int length, RowBuffer out) {
        CanonicalBytes.putInteger(out, epochDay(data, at));
    }
}
