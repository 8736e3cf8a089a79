package dev.dpone.digest;

import dev.dpone.column.FixedColumn;
import dev.dpone.column.IpText;
import dev.dpone.column.RowBuffer;
import dev.dpone.column.WideInteger;
import java.nio.charset.StandardCharsets;

/**
 * The canonical forms that row hashes are taken over, value by value. The source's type picks the form, so that every
 * engine and every encoder arrives at the same bytes.
 */
public final class CanonicalBytes {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final long LOW = 0xFFFFFFFFL;
    /** The byte of a value that is not NULL, and its length. */
    private static final int PREFIX = 5;

    private static final int BILLION = 1_000_000_000;

    private CanonicalBytes() {}

    public static void putNull(RowBuffer out) {
        out.putByte(0);
    }

    /** Integers up to 64 bits but UInt64; Bool as 0 or 1; dates as days; instants as 100 ns units since the epoch. */
    public static void putInteger(RowBuffer out, long value) {
        out.putByte(1);
        out.putLong(value);
    }

    /** Floats: Float32 is widened by the caller; every NaN becomes one, the sign of zero stays. */
    public static void putDouble(RowBuffer out, double value) {
        out.putByte(1);
        out.putLong(Double.doubleToLongBits(value));
    }

    /** Text as UTF-8, and binary values. */
    public static void putBytes(RowBuffer out, byte[] data, int from, int count) {
        out.putByte(1);
        out.putInt(count);
        out.putBytes(data, from, count);
    }

    /** UInt64: decimal text of the unsigned value. */
    public static void putUnsigned(RowBuffer out, long value) {
        putText(out, false, 0, value, 0);
    }

    /** UInt128: decimal text of the unsigned value in two halves. */
    public static void putUnsigned(RowBuffer out, long high, long low) {
        putText(out, false, high, low, 0);
    }

    /** Int256, UInt256, and Decimal of more than 38 digits: decimal text of the row's value. */
    public static void putWide(RowBuffer out, FixedColumn column, int row, boolean signed, int scale) {
        boolean negative = signed && WideInteger.isNegative(column, row);
        out.ensure(PREFIX + WideInteger.DIGITS + 3 + WideInteger.SCRATCH);
        byte[] bytes = out.bytes();
        // The digits are made behind the text, where its longest form does not reach.
        int made = out.length() + PREFIX + WideInteger.DIGITS + 3;
        int count = Math.max(WideInteger.digits(column, row, negative, bytes, made), scale + 1);
        out.putByte(1);
        out.putInt(count + (scale > 0 ? 1 : 0) + (negative ? 1 : 0));
        if (negative) {
            out.putByte('-');
        }
        int point = WideInteger.DIGITS - scale;
        for (int i = WideInteger.DIGITS - count; i < WideInteger.DIGITS; i++) {
            if (i == point) {
                out.putByte('.');
            }
            out.putByte('0' + bytes[made + i]);
        }
    }

    /** An IP address: its text. */
    public static void putIp(RowBuffer out, FixedColumn column, int row, boolean v6) {
        out.ensure(PREFIX + IpText.MOST_V6);
        int length = IpText.put(column, row, v6, out.bytes(), out.length() + PREFIX);
        out.putByte(1);
        out.putInt(length);
        out.advance(length);
    }

    /** Decimal whose unscaled value fits 64 bits. */
    public static void putDecimal(RowBuffer out, long unscaled, int scale) {
        putDecimal(out, unscaled >> 63, unscaled, scale);
    }

    /** Decimal of up to 38 digits, as the two halves of its 128-bit two's complement unscaled value. */
    public static void putDecimal(RowBuffer out, long high, long low, int scale) {
        if (high < 0) {
            long negatedLow = -low;
            putText(out, true, ~high + (negatedLow == 0 ? 1 : 0), negatedLow, scale);
        } else {
            putText(out, false, high, low, scale);
        }
    }

    /** UUID: its 36 lower-case characters, without a length; {@code high} holds the first eight bytes as printed. */
    public static void putUuid(RowBuffer out, long high, long low) {
        out.ensure(37);
        byte[] bytes = out.bytes();
        int at = out.length();
        bytes[at] = 1;
        putHex(bytes, at + 1, high >>> 32, 8);
        bytes[at + 9] = '-';
        putHex(bytes, at + 10, high >>> 16, 4);
        bytes[at + 14] = '-';
        putHex(bytes, at + 15, high, 4);
        bytes[at + 19] = '-';
        putHex(bytes, at + 20, low >>> 48, 4);
        bytes[at + 24] = '-';
        putHex(bytes, at + 25, low, 12);
        out.advance(37);
    }

    private static void putHex(byte[] bytes, int at, long value, int digits) {
        long rest = value;
        for (int i = digits - 1; i >= 0; i--) {
            bytes[at + i] = HEX[(int) rest & 15];
            rest >>>= 4;
        }
    }

    /** A plain decimal number from an unsigned 128-bit magnitude: exactly {@code scale} fraction digits. */
    private static void putText(RowBuffer out, boolean negative, long high, long low, int scale) {
        int digits = Math.max(countDigits(high, low), scale + 1);
        int length = digits + (scale > 0 ? 1 : 0) + (negative ? 1 : 0);
        out.putByte(1);
        out.putInt(length);
        out.ensure(length);
        int at = out.length() + length;
        long h = high;
        long l = low;
        int written = 0;
        byte[] bytes = out.bytes();
        while (written < digits) {
            // The next nine digits from the right: divide the 128-bit magnitude by 10^9, 32 bits at a time.
            long part = 0;
            if (h == 0 && l >= 0) {
                part = l % BILLION;
                l /= BILLION;
            } else {
                long w3 = (h >>> 32) / BILLION;
                long rest = (h >>> 32) % BILLION;
                long t = rest << 32 | (h & LOW);
                long w2 = t / BILLION;
                t = (t % BILLION) << 32 | l >>> 32;
                long w1 = t / BILLION;
                t = (t % BILLION) << 32 | (l & LOW);
                long w0 = t / BILLION;
                part = t % BILLION;
                h = w3 << 32 | w2;
                l = w1 << 32 | w0;
            }
            for (int i = 0; i < 9 && written < digits; i++) {
                if (scale > 0 && written == scale) {
                    bytes[--at] = '.';
                }
                bytes[--at] = (byte) ('0' + part % 10);
                part /= 10;
                written++;
            }
        }
        if (negative) {
            bytes[--at] = '-';
        }
        out.advance(length);
    }

    private static int countDigits(long high, long low) {
        if (high == 0 && low >= 0) {
            int digits = 1;
            for (long bound = 10; digits < 19 && low >= bound; bound *= 10) {
                digits++;
            }
            return digits;
        }
        int digits = 0;
        long h = high;
        long l = low;
        while (h != 0 || l < 0) {
            long w3 = (h >>> 32) / BILLION;
            long t = ((h >>> 32) % BILLION) << 32 | (h & LOW);
            long w2 = t / BILLION;
            t = (t % BILLION) << 32 | l >>> 32;
            long w1 = t / BILLION;
            t = (t % BILLION) << 32 | (l & LOW);
            h = w3 << 32 | w2;
            l = w1 << 32 | t / BILLION;
            digits += 9;
        }
        return l == 0 ? digits : digits + countDigits(0, l);
    }
}
