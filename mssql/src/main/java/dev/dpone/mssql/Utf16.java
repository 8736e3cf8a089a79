package dev.dpone.mssql;

import dev.dpone.column.RowBuffer;
import dev.dpone.column.Utf8Sequence;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** UTF-16LE from UTF-8 and back, byte by byte: no strings in between. */
final class Utf16 {
    /** The bytes are not what they should be. */
    static final int INVALID = -1;

    private static final VarHandle CHAR = MethodHandles.byteArrayViewVarHandle(char[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long LOW_BITS = 0x0101010101010101L;
    private static final int FIRST_PAIR = 0x10000;

    private Utf16() {}

    /** UTF-16 units of the UTF-8 text; any number when it is not UTF-8. Looks at the bytes' high bits only. */
    static int units(byte[] data, int from, int length) {
        int end = from + length;
        int at = from;
        int units = length;
        for (; at + 8 <= end; at += 8) {
            long word = (long) LONG.get(data, at);
            if ((word & HIGH_BITS) != 0) {
                // A sequence has a unit for its first byte, and a second one when that is F0 or more.
                long continuations = (word >>> 7) & (~word >>> 6) & LOW_BITS;
                long pairs = word & (word << 1) & (word << 2) & (word << 3) & HIGH_BITS;
                units += Long.bitCount(pairs) - Long.bitCount(continuations);
            }
        }
        for (; at < end; at++) {
            int value = data[at];
            if ((value & 0xC0) == 0x80) {
                units--;
            } else if ((value & 0xF0) == 0xF0) {
                units++;
            }
        }
        return units;
    }

    /**
     * Writes the text into {@code out}, which has room for two bytes per byte of it.
     *
     * @return the units written, or {@link #INVALID}
     */
    static int encode(byte[] data, int from, int length, byte[] out, int to) {
        int end = from + length;
        int at = from;
        int next = to;
        while (at < end) {
            if (at + 8 <= end) {
                long word = (long) LONG.get(data, at);
                if ((word & HIGH_BITS) == 0) {
                    LONG.set(out, next, spread(word));
                    LONG.set(out, next + 8, spread(word >>> 32));
                    at += 8;
                    next += 16;
                    continue;
                }
            }
            int lead = data[at];
            int width = lead >= 0 ? 1 : Utf8Sequence.width(data, at, end);
            if (width == 0) {
                return INVALID;
            }
            next = put(out, next, width == 1 ? lead : codePoint(data, at, width));
            at += width;
        }
        return (next - to) / 2;
    }

    /** Four ASCII bytes as four units. */
    private static long spread(long bytes) {
        long word = bytes & 0xFFFFFFFFL;
        word = (word | (word << 16)) & 0x0000FFFF0000FFFFL;
        return (word | (word << 8)) & 0x00FF00FF00FF00FFL;
    }

    private static int codePoint(byte[] data, int at, int width) {
        int value = data[at] & (0x7F >> width);
        for (int i = 1; i < width; i++) {
            value = (value << 6) | (data[at + i] & 0x3F);
        }
        return value;
    }

    private static int put(byte[] out, int at, int codePoint) {
        if (codePoint < FIRST_PAIR) {
            CHAR.set(out, at, (char) codePoint);
            return at + 2;
        }
        CHAR.set(out, at, Character.highSurrogate(codePoint));
        CHAR.set(out, at + 2, Character.lowSurrogate(codePoint));
        return at + 4;
    }

    /**
     * Appends UTF-16LE text as UTF-8.
     *
     * @return the bytes appended, or {@link #INVALID} for an odd length or a surrogate without its other half
     */
    static int decode(byte[] data, int from, int length, RowBuffer out) {
        if (length % 2 != 0) {
            return INVALID;
        }
        int end = from + length;
        int before = out.length();
        for (int at = from; at < end; at += 2) {
            int value = (char) CHAR.get(data, at);
            if (Character.isSurrogate((char) value)) {
                at += 2;
                if (at >= end || !Character.isSurrogatePair((char) value, (char) CHAR.get(data, at))) {
                    return INVALID;
                }
                value = Character.toCodePoint((char) value, (char) CHAR.get(data, at));
            }
            putCodePoint(out, value);
        }
        return out.length() - before;
    }

    private static void putCodePoint(RowBuffer out, int value) {
        if (value < 0x80) {
            out.putByte(value);
        } else if (value < 0x800) {
            out.putByte(0xC0 | (value >> 6));
            putContinuation(out, value);
        } else if (value < FIRST_PAIR) {
            out.putByte(0xE0 | (value >> 12));
            putContinuation(out, value >> 6);
            putContinuation(out, value);
        } else {
            out.putByte(0xF0 | (value >> 18));
            putContinuation(out, value >> 12);
            putContinuation(out, value >> 6);
            putContinuation(out, value);
        }
    }

    private static void putContinuation(RowBuffer out, int bits) {
        out.putByte(0x80 | (bits & 0x3F));
    }
}
