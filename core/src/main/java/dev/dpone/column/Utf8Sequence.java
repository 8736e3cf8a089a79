package dev.dpone.column;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Strict UTF-8, sequence by sequence: nothing overlong, no surrogates, nothing above U+10FFFF. */
public final class Utf8Sequence {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long HIGH_BITS = 0x8080808080808080L;

    private Utf8Sequence() {}

    /**
     * Bytes of the sequence of two or more bytes that begins at {@code at}, or 0 when there is none before {@code end}.
     * Table 3-7 of the Unicode Standard.
     */
    public static int width(byte[] data, int at, int end) {
        int lead = data[at] & 0xFF;
        if (lead < 0xC2 || lead > 0xF4) {
            return 0;
        }
        int width = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        if (at + width > end) {
            return 0;
        }
        int second = data[at + 1] & 0xFF;
        int least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
        int most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
        if (second < least || second > most) {
            return 0;
        }
        for (int i = 2; i < width; i++) {
            if ((data[at + i] & 0xC0) != 0x80) {
                return 0;
            }
        }
        return width;
    }

    /** The place of the first byte from {@code at} that is not ASCII, or {@code end}. */
    public static int asciiEnd(byte[] data, int at, int end) {
        int next = at;
        while (next + 8 <= end && ((long) LONG.get(data, next) & HIGH_BITS) == 0) {
            next += 8;
        }
        while (next < end && data[next] >= 0) {
            next++;
        }
        return next;
    }

    /** Whether the bytes are UTF-8; U+0000 is a character like any other. */
    public static boolean isValid(byte[] data, int from, int length) {
        int end = from + length;
        int at = asciiEnd(data, from, end);
        while (at < end) {
            int width = width(data, at, end);
            if (width == 0) {
                return false;
            }
            at = asciiEnd(data, at + width, end);
        }
        return true;
    }
}
