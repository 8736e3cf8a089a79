package dev.dpone.mssql;

import dev.dpone.column.FixedColumn;
import dev.dpone.column.RowBuffer;
import dev.dpone.spi.RejectedValueException;
import java.math.BigInteger;

/**
 * Integers of up to 128 bits with a decimal scale as SQL Server's decimal: precision, scale, sign (1 unless negative), and the
 * magnitude in 16 bytes, little-endian, whatever the precision.
 */
final class DecimalWriter implements FixedWidthWriter.ValueWriter {
    /** Powers of ten up to the largest that a long holds. */
    private static final long[] TENS = new long[19];

    static {
        TENS[0] = 1;
        for (int i = 1; i < TENS.length; i++) {
            TENS[i] = TENS[i - 1] * 10;
        }
    }

    private final String name;
    private final MssqlType type;
    private final Unscaled unscaled;
    private final String remedy;
    private final int shift;
    private final long boundHigh;
    private final long boundLow;

    /** Where the unscaled integer comes from. */
    enum Unscaled {
        BYTE,
        UNSIGNED_BYTE,
        SHORT,
        UNSIGNED_SHORT,
        INT,
        UNSIGNED_INT,
        LONG,
        UNSIGNED_LONG,
        /** 128 bits. */
        HALVES,
        UNSIGNED_HALVES,
        /** 256 bits, of which decimal holds those that fit 38 digits. */
        WORDS,
        UNSIGNED_WORDS
    }

    /**
     * @param valueScale fraction digits of the values; the type has as many or more
     * @param remedy for a value of too many digits
     */
    DecimalWriter(String name, MssqlType type, Unscaled unscaled, int valueScale, String remedy) {
        this.name = name;
        this.type = type;
        this.unscaled = unscaled;
        this.remedy = remedy;
        this.shift = type.second() - valueScale;
        BigInteger bound = BigInteger.TEN.pow(type.first() - shift);
        this.boundHigh = bound.shiftRight(64).longValue();
        this.boundLow = bound.longValue();
    }

    @Override
    public void write(FixedColumn column, int row, RowBuffer out) {
        switch (unscaled) {
            case BYTE -> put(out, column.byteAt(row));
            case UNSIGNED_BYTE -> put(out, column.byteAt(row) & 0xFF);
            case SHORT -> put(out, column.shortAt(row));
            case UNSIGNED_SHORT -> put(out, column.shortAt(row) & 0xFFFF);
            case INT -> put(out, column.intAt(row));
            case UNSIGNED_INT -> put(out, column.intAt(row) & 0xFFFFFFFFL);
            case LONG -> put(out, column.longAt(row));
            case UNSIGNED_LONG -> put(out, false, 0, column.longAt(row));
            case HALVES -> putSigned(out, column.halfAt(row, 1), column.halfAt(row, 0));
            case UNSIGNED_HALVES -> put(out, false, column.halfAt(row, 1), column.halfAt(row, 0));
            case WORDS -> {
                long high = column.wordAt(row, 1);
                checkSpare(column, row, high >> 63);
                putSigned(out, high, column.wordAt(row, 0));
            }
            case UNSIGNED_WORDS -> {
                checkSpare(column, row, 0);
                put(out, false, column.wordAt(row, 1), column.wordAt(row, 0));
            }
        }
    }

    /** The upper half of 256 bits has to repeat the sign: 38 digits fit the lower half. */
    private void checkSpare(FixedColumn column, int row, long sign) {
        if (column.wordAt(row, 3) != sign || column.wordAt(row, 2) != sign) {
            throw beyond();
        }
    }

    private void putSigned(RowBuffer out, long high, long low) {
        if (high < 0) {
            put(out, true, ~high + (low == 0 ? 1 : 0), -low);
        } else {
            put(out, false, high, low);
        }
    }

    private void put(RowBuffer out, long value) {
        put(out, value < 0, 0, Math.abs(value));
    }

    private void put(RowBuffer out, boolean negative, long high, long low) {
        int order = Long.compareUnsigned(high, boundHigh);
        if (order > 0 || (order == 0 && Long.compareUnsigned(low, boundLow) >= 0)) {
            throw beyond();
        }
        long h = high;
        long l = low;
        for (int left = shift; left > 0; left -= TENS.length - 1) {
            long factor = TENS[Math.min(left, TENS.length - 1)];
            h = h * factor + multiplyHighUnsigned(l, factor);
            l *= factor;
        }
        out.putByte(type.first());
        out.putByte(type.second());
        out.putByte(negative ? 0 : 1);
        out.putLongLittle(l);
        out.putLongLittle(h);
    }

    private RejectedValueException beyond() {
        return new RejectedValueException(
                name, "the number has more digits than " + type.spelling() + " holds", remedy);
    }

    /** The high half of an unsigned number times a positive one. */
    private static long multiplyHighUnsigned(long unsigned, long positive) {
        return Math.multiplyHigh(unsigned, positive) + (unsigned < 0 ? positive : 0);
    }
}
