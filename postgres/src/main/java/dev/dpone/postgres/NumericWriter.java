package dev.dpone.postgres;

import dev.dpone.column.FixedColumn;
import dev.dpone.column.RowBuffer;
import dev.dpone.spi.RejectedValueException;
import java.math.BigInteger;

/**
 * Integers of up to 128 bits with a decimal scale as PostgreSQL's numeric: base-10000 digits around the decimal point. Every
 * value of a column takes the same number of digits, leading and trailing zeros included (which the server strips), so
 * that its size needs no look at the value.
 */
final class NumericWriter implements FixedWidthWriter.ValueWriter {
    private static final int HEADER = 8;
    private static final int NEGATIVE = 0x4000;
    private static final int[] TENS = {1, 10, 100, 1_000, 10_000};
    private static final int TWO_DIGITS = 100_000_000;
    private static final long LOW = 0xFFFFFFFFL;

    /** Decimal digits of the largest 128-bit magnitude. */
    private static final int MOST_DIGITS = 39;

    private final String name;
    private final PgType type;
    private final Unscaled unscaled;
    private final int valueScale;
    private final int groups;
    private final int weight;
    private final boolean bounded;
    private final long boundHigh;
    private final long boundLow;

    /** Where the unscaled integer comes from. */
    enum Unscaled {
        INT,
        LONG,
        UNSIGNED_LONG,
        WIDE,
        UNSIGNED_WIDE
    }

    /**
     * @param valueScale fraction digits of the values; the type has as many or more
     */
    NumericWriter(String name, PgType type, Unscaled unscaled, int valueScale) {
        this.name = name;
        this.type = type;
        this.unscaled = unscaled;
        this.valueScale = valueScale;
        int wholeDigits = Math.min(type.first() - type.second(), MOST_DIGITS - valueScale);
        int wholeGroups = (wholeDigits + 3) / 4;
        this.groups = wholeGroups + (valueScale + 3) / 4;
        this.weight = wholeGroups - 1;
        this.bounded = wholeDigits + valueScale < MOST_DIGITS;
        BigInteger bound = bounded ? BigInteger.TEN.pow(wholeDigits + valueScale) : BigInteger.ZERO;
        this.boundHigh = bound.shiftRight(64).longValue();
        this.boundLow = bound.longValue();
    }

    /** Bytes of every value. */
    int width() {
        return HEADER + 2 * groups;
    }

    @Override
    public void write(FixedColumn column, int row, RowBuffer out) {
        switch (unscaled) {
            case INT -> {
                long value = column.intAt(row);
                put(out, value < 0, 0, Math.abs(value));
            }
            case LONG -> {
                long value = column.longAt(row);
                put(out, value < 0, 0, Math.abs(value));
            }
            case UNSIGNED_LONG -> put(out, false, 0, column.longAt(row));
            case WIDE -> {
                long low = column.halfAt(row, 0);
                long high = column.halfAt(row, 1);
                if (high < 0) {
                    put(out, true, ~high + (low == 0 ? 1 : 0), -low);
                } else {
                    put(out, false, high, low);
                }
            }
            case UNSIGNED_WIDE -> put(out, false, column.halfAt(row, 1), column.halfAt(row, 0));
        }
    }

    private void put(RowBuffer out, boolean negative, long high, long low) {
        if (bounded) {
            int order = Long.compareUnsigned(high, boundHigh);
            if (order > 0 || (order == 0 && Long.compareUnsigned(low, boundLow) >= 0)) {
                throw beyond(name, type);
            }
        }
        out.putShort(groups);
        out.putShort(weight);
        out.putShort(negative ? NEGATIVE : 0);
        out.putShort(type.second());
        out.ensure(2 * groups);
        putGroups(out.bytes(), out.length(), high, low);
        out.advance(2 * groups);
    }

    /** Digits from the right: first the fraction's incomplete group, then whole ones. */
    private void putGroups(byte[] bytes, int start, long high, long low) {
        int at = start + 2 * groups;
        long h = high;
        long l = low;
        int oddDigits = valueScale % 4;
        int divisor = oddDigits == 0 ? TWO_DIGITS : TENS[oddDigits];
        while (at > start) {
            long rest;
            if (h == 0 && l >= 0) {
                rest = l % divisor;
                l /= divisor;
            } else {
                long t = ((h >>> 32) % divisor) << 32 | (h & LOW);
                long q2 = t / divisor;
                t = (t % divisor) << 32 | l >>> 32;
                long q1 = t / divisor;
                t = (t % divisor) << 32 | (l & LOW);
                rest = t % divisor;
                h = ((h >>> 32) / divisor) << 32 | q2;
                l = q1 << 32 | t / divisor;
            }
            if (divisor == TWO_DIGITS) {
                at = putGroup(bytes, at, (int) (rest % 10_000));
                if (at > start) {
                    at = putGroup(bytes, at, (int) (rest / 10_000));
                }
            } else {
                at = putGroup(bytes, at, (int) rest * TENS[4 - oddDigits]);
                divisor = TWO_DIGITS;
            }
        }
    }

    private static int putGroup(byte[] bytes, int end, int group) {
        bytes[end - 1] = (byte) group;
        bytes[end - 2] = (byte) (group >>> 8);
        return end - 2;
    }

    static RejectedValueException beyond(String name, PgType type) {
        return new RejectedValueException(
                name,
                "the number has more digits than " + type.spelling() + " holds",
                "Correct the value in the source, or cast the column to a wider Decimal in"
                        + " source.options.query.sql.");
    }
}
