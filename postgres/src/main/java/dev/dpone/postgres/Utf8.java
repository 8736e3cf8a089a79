package dev.dpone.postgres;

import dev.dpone.column.Utf8Sequence;
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
            int width = lead > 0 ? 1 : Utf8Sequence.width(data, at, end);
            if (width == 0) {
                return INVALID;
            }
            at += width;
            characters++;
        }
        return characters;
    }
}
