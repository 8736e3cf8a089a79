package dev.dpone.mssql;

import dev.dpone.column.RowBuffer;

/** Text as canonical bytes, without an array in between. */
final class Utf8Text {
    private static final int ASCII_END = 0x80;
    private static final int TWO_BYTES_END = 0x800;

    private Utf8Text() {}

    /**
     * Appends the mark of a value, the byte count and the UTF-8. Half a surrogate pair, which no delivery writes, becomes three
     * bytes that are no UTF-8, so that it never passes for anything else.
     */
    static void put(String text, RowBuffer out) {
        out.putByte(1);
        int lengthAt = out.length();
        out.putInt(0);
        int at = lengthAt + 4;
        long most = 3L * text.length();
        out.ensure((int) Math.min(Integer.MAX_VALUE - 64, most));
        byte[] bytes = out.bytes();
        int end = write(text, bytes, at);
        out.advance(end - at);
        int length = end - at;
        bytes[lengthAt] = (byte) (length >>> 24);
        bytes[lengthAt + 1] = (byte) (length >>> 16);
        bytes[lengthAt + 2] = (byte) (length >>> 8);
        bytes[lengthAt + 3] = (byte) length;
    }

    private static int write(String text, byte[] bytes, int from) {
        int at = from;
        int count = text.length();
        for (int i = 0; i < count; i++) {
            char unit = text.charAt(i);
            if (unit < ASCII_END) {
                bytes[at++] = (byte) unit;
            } else if (unit < TWO_BYTES_END) {
                bytes[at++] = (byte) (0xC0 | (unit >> 6));
                bytes[at++] = (byte) (0x80 | (unit & 0x3F));
            } else if (Character.isHighSurrogate(unit)
                    && i + 1 < count
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                int point = Character.toCodePoint(unit, text.charAt(++i));
                bytes[at++] = (byte) (0xF0 | (point >> 18));
                bytes[at++] = (byte) (0x80 | ((point >> 12) & 0x3F));
                bytes[at++] = (byte) (0x80 | ((point >> 6) & 0x3F));
                bytes[at++] = (byte) (0x80 | (point & 0x3F));
            } else {
                bytes[at++] = (byte) (0xE0 | (unit >> 12));
                bytes[at++] = (byte) (0x80 | ((unit >> 6) & 0x3F));
                bytes[at++] = (byte) (0x80 | (unit & 0x3F));
            }
        }
        return at;
    }
}
