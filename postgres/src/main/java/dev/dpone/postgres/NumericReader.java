package dev.dpone.postgres;

import dev.dpone.column.RowBuffer;

/**
 * numeric as canonical decimal text: exactly the source's fraction digits. A value that has more of them, or is no number,
 * is not from dpone: its text then differs from every canonical one, and so does the digest.
 */
final class NumericReader implements FieldReader {
    private static final int HEADER = 8;
    private static final int NEGATIVE = 0x4000;
    private static final int[] TENS = {1, 10, 100, 1_000};

    private final String name;
    private final int scale;

    NumericReader(String name, int scale) {
        this.name = name;
        this.scale = scale;
    }

    @Override
    public void read(byte[] data, int from, int length, RowBuffer out) {
        int groups = length < HEADER ? -1 : (short) SHORT.get(data, from);
        if (groups < 0 || length != HEADER + 2 * groups) {
            throw FieldReader.unexpected(name, length);
        }
        int weight = (short) SHORT.get(data, from + 2);
        int first = from + HEADER;
        // The server never sends leading zeros; a sealed file has them.
        for (; groups > 0 && (short) SHORT.get(data, first) == 0; groups--, weight--) {
            first += 2;
        }
        int sign = (short) SHORT.get(data, from + 4) & 0xFFFF;
        out.putByte(1);
        int lengthAt = out.length();
        out.putInt(0);
        if (sign != 0 && sign != NEGATIVE) {
            out.putByte(sign == 0xC000 ? 'N' : sign == 0xD000 ? '+' : '-');
        } else {
            putDigits(data, first, new Digits(groups, weight, sign == NEGATIVE), out);
        }
        INT.set(out.bytes(), lengthAt, out.length() - lengthAt - 4);
    }

    /** A number's base-10000 digits: how many, the power of the first, and the sign. */
    private record Digits(int groups, int weight, boolean negative) {
        int at(byte[] data, int first, int power) {
            int index = weight - power;
            return index < 0 || index >= groups ? 0 : (short) SHORT.get(data, first + 2 * index);
        }
    }

    private void putDigits(byte[] data, int first, Digits digits, RowBuffer out) {
        if (digits.negative()) {
            out.putByte('-');
        }
        putWhole(data, first, digits, out);
        int last = digits.weight() - digits.groups() + 1;
        int power = -1;
        int left = scale;
        if (left > 0) {
            out.putByte('.');
        }
        for (; left > 0; power--, left -= 4) {
            int group = digits.at(data, first, power);
            putGroup(out, group, Math.min(4, left));
            if (left < 4 && group % TENS[4 - left] != 0) {
                out.putByte('!');
            }
        }
        for (; power >= last; power--) {
            if (digits.at(data, first, power) != 0) {
                out.putByte('!');
            }
        }
    }

    private static void putWhole(byte[] data, int first, Digits digits, RowBuffer out) {
        if (digits.weight() < 0 || digits.groups() == 0) {
            out.putByte('0');
            return;
        }
        int leading = digits.at(data, first, digits.weight());
        int count = leading >= 1_000 ? 4 : leading >= 100 ? 3 : leading >= 10 ? 2 : 1;
        for (int i = count - 1; i >= 0; i--) {
            out.putByte('0' + leading / TENS[i] % 10);
        }
        for (int power = digits.weight() - 1; power >= 0; power--) {
            putGroup(out, digits.at(data, first, power), 4);
        }
    }

    /** The first digits of a group of four. */
    private static void putGroup(RowBuffer out, int group, int count) {
        for (int i = 3; i > 3 - count; i--) {
            out.putByte('0' + group / TENS[i] % 10);
        }
    }
}
