package dev.dpone.mssql;

import dev.dpone.column.DataType;
import dev.dpone.column.RowBuffer;
import dev.dpone.digest.CanonicalBytes;
import java.math.BigDecimal;
import java.math.BigInteger;

/** decimal, of a source column of Decimal or of an integer type. */
final class DecimalField implements FieldReader {
    private static final int MAGNITUDE = 3;

    private final MssqlType type;
    private final DataType source;
    private final int sourceScale;
    private final BigInteger bound;
    private final BigInteger unit;

    DecimalField(MssqlType type, DataType source) {
        this.type = type;
        this.source = source;
        this.sourceScale = source instanceof DataType.DecimalType decimal ? decimal.scale() : 0;
        this.bound = BigInteger.TEN.pow(type.first());
        this.unit = BigInteger.TEN.pow(type.second() - sourceScale);
    }

    @Override
    public void check(byte[] data, int at, int length) {
        if (data[at] != type.first() || data[at + 1] != type.second()) {
            throw new DamagedFieldException("the number is decimal(" + data[at] + "," + data[at + 1]
                    + "), but the column is " + type.spelling());
        }
        if (data[at + 2] != 0 && data[at + 2] != 1) {
            throw new DamagedFieldException("a number's sign is 0 or 1, but the byte is " + (data[at + 2] & 0xFF));
        }
        BigInteger magnitude = magnitude(data, at);
        if (magnitude.compareTo(bound) >= 0) {
            throw new DamagedFieldException("the number has more digits than " + type.spelling() + " holds");
        }
        if (magnitude.mod(unit).signum() != 0) {
            throw new DamagedFieldException("the number has more than the source's " + sourceScale
                    + " fraction digits, which a delivery does not write");
        }
    }

    private static BigInteger magnitude(byte[] data, int at) {
        byte[] bigEndian = new byte[16];
        for (int i = 0; i < 16; i++) {
            bigEndian[i] = data[at + MAGNITUDE + 15 - i];
        }
        return new BigInteger(1, bigEndian);
    }

    private static BigInteger unscaled(byte[] data, int at) {
        BigInteger magnitude = magnitude(data, at);
        return data[at + 2] == 0 ? magnitude.negate() : magnitude;
    }

    @Override
    public Object value(byte[] data, int at, int length) {
        return new BigDecimal(unscaled(data, at), type.second());
    }

    @Override
    public String text(byte[] data, int at, int length) {
        return new BigDecimal(unscaled(data, at), type.second()).toPlainString();
    }

    @Override
    public void canonical(byte[] data, int at, int length, RowBuffer out) {
        BigInteger value = unscaled(data, at).divide(unit);
        if (source instanceof DataType.DecimalType) {
            CanonicalBytes.putDecimal(out, value.shiftRight(64).longValue(), value.longValue(), sourceScale);
        } else if (source instanceof DataType.IntegerType integer && integer.isWide()) {
            CanonicalBytes.putDecimal(out, value.shiftRight(64).longValue(), value.longValue(), 0);
        } else if (source instanceof DataType.IntegerType integer && !integer.signed() && integer.bits() == 64) {
            CanonicalBytes.putUnsigned(out, value.longValue());
        } else {
            CanonicalBytes.putInteger(out, value.longValue());
        }
    }
}
