package dev.dpone.mssql;

import dev.dpone.column.RowBuffer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads one column's values that are not NULL from fields of the native format. For one thread. */
interface FieldReader {
    VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Throws {@link DamagedFieldException} for bytes that are no value of the column. The other methods trust it. */
    void check(byte[] data, int at, int length);

    /** The value as the driver's bulk copy takes it. */
    Object value(byte[] data, int at, int length);

    /** Appends the value's canonical bytes, in the form that the source's type asks for. */
    void canonical(byte[] data, int at, int length, RowBuffer out);

    /** The value as printed. */
    default String text(byte[] data, int at, int length) {
        return value(data, at, length).toString();
    }
}
