package dev.dpone.mssql;

import dev.dpone.column.RowBuffer;
import dev.dpone.digest.CanonicalBytes;

/** real and float. */
final class FloatField implements FieldReader {
    private final boolean real;

    FloatField(boolean real) {
        this.real = real;
    }

    @Override
    public void check(byte[] data, int at, int length) {
        if (!Double.isFinite(number(data, at))) {
            throw new DamagedFieldException("the number is not finite, which SQL Server does not take");
        }
    }

    private double number(byte[] data, int at) {
        return real
                ? Float.intBitsToFloat((int) INT.get(data, at))
                : Double.longBitsToDouble((long) LONG.get(data, at));
    }

    @Override
    public Object value(byte[] data, int at, int length) {
        double number = number(data, at);
        // Not one conditional expression: that would widen the float.
        if (real) {
            return (float) number;
        }
        return number;
    }

    @Override
    public void canonical(byte[] data, int at, int length, RowBuffer out) {
        CanonicalBytes.putDouble(out, number(data, at));
    }
}
