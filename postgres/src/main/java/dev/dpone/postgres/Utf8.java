package dev.dpone.postgres;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Strict UTF-8, as PostgreSQL's text wants it: nothing overlong, no surrogates, nothing above U+10FFFF, no U+0000. */
final class Utf8 {
    /** The bytes hold U+0000. */
    static final int NUL = -1;

    /** The bytes are not UTF-8. */
    static final int INVALID = -2;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long ONES = 0x0101010101010101L;

    private Utf8() {}

    /** The number of characters (code points), or {@link #NUL} or {@link #INVALID}, whichever comes first. */
    static int check(byte[] data, int from, int length) {
        int end = from + length;
        int at = from;
        int characters = 0;
        while (at < end) {
            if (at + 8 <= end) {
                long word = (long) LONG.get(data, at);
                // Eight bytes below 80 of which none is zero: subtracting one from each borrows from none.
                if (((word | word - ONES) & HIGH_BITS) == 0) {
                    at += 8;
                    characters += 8;
                    continue;
                }
            }
            int lead = data[at];
            if (lead == 0) {
                return NUL;
            }
            int width = lead > 0 ? 1 : width(data, at, end);
            if (width == 0) {
                return INVALID;
            }
            at += width;
            characters++;
        }
        return characters;
    }

    /** Bytes of the multi-byte sequence at that place, or 0 when it is not one. Table 3-7 of the Unicode Standard. */
    private static int width(byte[] data, int at, int end) {
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
}
