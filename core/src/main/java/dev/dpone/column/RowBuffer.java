package dev.dpone.column;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A growing byte array that rows are written into. Big-endian unless a name says otherwise. For one thread.
 * {@link #bytes()} is the live array: valid up to {@link #length()} and only until the next write.
 */
public final class RowBuffer {
    private static final VarHandle SHORT_BE = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT_BE = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG_BE = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private static final VarHandle SHORT_LE =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT_LE = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG_LE =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] bytes;
    private int length;

    public RowBuffer(int capacity) {
        bytes = new byte[Math.max(16, capacity)];
    }

    public byte[] bytes() {
        return bytes;
    }

    public int length() {
        return length;
    }

    public void clear() {
        length = 0;
    }

    /** Makes room for {@code count} more bytes. */
    public void ensure(int count) {
        if (bytes.length - length < count) {
            long wanted = (long) length + count;
            if (wanted > Integer.MAX_VALUE - 16) {
                throw new IllegalStateException("A row buffer cannot hold " + wanted + " bytes");
            }
            bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 16, Math.max(wanted, 2L * bytes.length)));
        }
    }

    /** Takes over {@code count} bytes that were written into {@link #bytes()} after {@link #ensure}. */
    public void advance(int count) {
        length += count;
    }

    public void putByte(int value) {
        ensure(1);
        bytes[length++] = (byte) value;
    }

    public void putShort(int value) {
        ensure(2);
        SHORT_BE.set(bytes, length, (short) value);
        length += 2;
    }

    public void putInt(int value) {
        ensure(4);
        INT_BE.set(bytes, length, value);
        length += 4;
    }

    public void putLong(long value) {
        ensure(8);
        LONG_BE.set(bytes, length, value);
        length += 8;
    }

    public void putShortLittle(int value) {
        ensure(2);
        SHORT_LE.set(bytes, length, (short) value);
        length += 2;
    }

    public void putIntLittle(int value) {
        ensure(4);
        INT_LE.set(bytes, length, value);
        length += 4;
    }

    public void putLongLittle(long value) {
        ensure(8);
        LONG_LE.set(bytes, length, value);
        length += 8;
    }

    public void putBytes(byte[] source, int from, int count) {
        ensure(count);
        System.arraycopy(source, from, bytes, length, count);
        length += count;
    }
}
