package dev.dpone.postgres;

import dev.dpone.column.DataType;
import dev.dpone.column.RowBuffer;
import dev.dpone.column.SourceColumn;
import dev.dpone.digest.CanonicalBytes;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Turns one binary field that is not NULL into canonical bytes. The source's type picks the form; the field's length tells
 * which of the types that hold it the column has.
 */
@FunctionalInterface
interface FieldReader {
    VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    void read(byte[] data, int from, int length, RowBuffer out);

    static FieldReader of(SourceColumn column) {
        DataType type = column.type();
        String name = column.name();
        if (type instanceof DataType.IntegerType integer) {
            boolean text = integer.isWide() || (integer.bits() == 64 && !integer.signed());
            return text ? new NumericReader(name, 0) : integer(name);
        } else if (type instanceof DataType.DecimalType decimal) {
            return new NumericReader(name, decimal.scale());
        } else if (type instanceof DataType.FloatType) {
            return number(name);
        } else if (type instanceof DataType.BoolType) {
            return bool(name);
        } else if (type instanceof DataType.UuidType) {
            return uuid(name);
        } else if (type instanceof DataType.IpType ip) {
            return InetFields.reader(name, ip.v6());
        } else if (type instanceof DataType.DateType) {
            return date(name);
        } else if (type instanceof DataType.DateTimeType) {
            return instant(name);
        }
        return bytes();
    }

    /** Text and bytea: their bytes. */
    static FieldReader bytes() {
        return (data, from, length, out) -> CanonicalBytes.putBytes(out, data, from, length);
    }

    private static FieldReader integer(String name) {
        return (data, from, length, out) -> CanonicalBytes.putInteger(
                out,
                switch (length) {
                    case 2 -> (short) SHORT.get(data, from);
                    case 4 -> (int) INT.get(data, from);
                    case 8 -> (long) LONG.get(data, from);
                    default -> throw unexpected(name, length);
                });
    }

    private static FieldReader number(String name) {
        return (data, from, length, out) -> CanonicalBytes.putDouble(
                out,
                switch (length) {
                    case 4 -> Float.intBitsToFloat((int) INT.get(data, from));
                    case 8 -> Double.longBitsToDouble((long) LONG.get(data, from));
                    default -> throw unexpected(name, length);
                });
    }

    private static FieldReader bool(String name) {
        return (data, from, length, out) -> {
            expect(name, length, 1);
            CanonicalBytes.putInteger(out, data[from]);
        };
    }

    private static FieldReader uuid(String name) {
        return (data, from, length, out) -> {
            expect(name, length, 16);
            CanonicalBytes.putUuid(out, (long) LONG.get(data, from), (long) LONG.get(data, from + 8));
        };
    }

    private static FieldReader date(String name) {
        return (data, from, length, out) -> {
            expect(name, length, 4);
            CanonicalBytes.putInteger(out, (int) INT.get(data, from) + (long) DateWriter.EPOCH_DAYS);
        };
    }

    /** timestamptz as 100 ns units since 1970. */
    static FieldReader instant(String name) {
        return (data, from, length, out) -> {
            expect(name, length, 8);
            CanonicalBytes.putInteger(out, hundredNanos(name, (long) LONG.get(data, from)));
        };
    }

    private static long hundredNanos(String name, long micros) {
        try {
            return Math.multiplyExact(Math.addExact(micros, InstantWriter.EPOCH_MICROS), 10L);
        } catch (ArithmeticException e) {
            throw new DponeException(
                    ErrorCode.VERIFICATION_FAILED,
                    "Column " + name + " of the table read back holds an instant beyond the year 31197, which dpone"
                            + " never writes",
                    "Find out what else writes to the table.",
                    e);
        }
    }

    private static void expect(String name, int length, int expected) {
        if (length != expected) {
            throw unexpected(name, length);
        }
    }

    static DponeException unexpected(String name, int length) {
        return new DponeException(
                ErrorCode.TARGET_DIFFERS,
                "Column " + name + " of the table read back sent a value of " + length
                        + " bytes, which its planned type never has",
                "Compare the column's type with the one that 'dpone plan' prints.");
    }
}
