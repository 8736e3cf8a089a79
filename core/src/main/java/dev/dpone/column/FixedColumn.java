package dev.dpone.column;

import static java.util.Objects.requireNonNull;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** Values of one width, back to back, little-endian, from {@code data[0]} on. The value of a NULL row is unspecified. */
public final class FixedColumn implements Column {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final byte[] data;
    private final int width;
    private final int rows;
    private final byte @Nullable [] nulls;

    public FixedColumn(byte[] data, int width, int rows, byte @Nullable [] nulls) {
        this.data = requireNonNull(data, "data is null");
        if (width < 1 || rows < 0 || (long) width * rows > data.length) {
            throw new IllegalArgumentException(rows + " values of " + width + " bytes do not fit " + data.length);
        }
        if (nulls != null && nulls.length < rows) {
            throw new IllegalArgumentException(rows + " rows need as many null flags, not " + nulls.length);
        }
        this.width = width;
        this.rows = rows;
        this.nulls = nulls;
    }

    /** The live bytes. Not to be changed. */
    public byte[] data() {
        return data;
    }

    /** Bytes of one value. */
    public int width() {
        return width;
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public byte @Nullable [] nulls() {
        return nulls;
    }

    /** Where the row's bytes begin in {@link #data()}. */
    public int at(int row) {
        return row * width;
    }

    public byte byteAt(int row) {
        return data[row];
    }

    public short shortAt(int row) {
        return (short) SHORT.get(data, row * 2);
    }

    public int intAt(int row) {
        return (int) INT.get(data, row * 4);
    }

    public long longAt(int row) {
        return (long) LONG.get(data, row * 8);
    }

    /** The 8-byte half of a 16-byte value: half 0 is the first in memory. */
    public long halfAt(int row, int half) {
        return (long) LONG.get(data, row * 16 + half * 8);
    }

    /** Eight bytes of a value of 32: word 0 is the first in memory. */
    public long wordAt(int row, int word) {
        return (long) LONG.get(data, row * 32 + word * 8);
    }

    @Override
    public long retainedBytes() {
        return (long) data.length + (nulls == null ? 0 : nulls.length);
    }
}
