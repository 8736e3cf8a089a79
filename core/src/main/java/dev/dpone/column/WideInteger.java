package dev.dpone.column;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Integers of 256 bits, as a {@link FixedColumn} of width 32 holds them, in decimal digits. Allocates nothing: works in the
 * space that the caller gives for the digits.
 */
public final class WideInteger {
    /** Decimal digits of the largest 256-bit magnitude. */
    public static final int DIGITS = 78;

    /** Bytes that {@link #digits} may write to: the digits, then a space to work in. */
    public static final int SCRATCH = DIGITS + 2 + 32;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final long LOW = 0xFFFFFFFFL;
    private static final int BILLION = 1_000_000_000;
    private static final int WORDS = 8;

    private WideInteger() {}

    /** Whether the row's value, read as signed, is below zero. */
    public static boolean isNegative(FixedColumn column, int row) {
        return column.wordAt(row, 3) < 0;
    }

    /**
     * Writes the digits of the row's magnitude, as numbers from 0 to 9, most significant first, right-aligned in the
     * {@value #DIGITS} bytes from {@code out[at]}; those before them become 0.
     *
     * @param negative whether the value is the two's complement of its magnitude
     * @param out has {@value #SCRATCH} bytes from {@code at}, all of which may change
     * @return how many digits are left without leading zeros; 0 for zero
     */
    public static int digits(FixedColumn column, int row, boolean negative, byte[] out, int at) {
        int words = at + DIGITS + 2;
        long carry = negative ? 1 : 0;
        for (int word = 0; word < 4; word++) {
            long value = column.wordAt(row, word);
            if (negative) {
                value = ~value + carry;
                carry = carry == 1 && value == 0 ? 1 : 0;
            }
            LONG.set(out, words + 24 - 8 * word, value);
        }
        int first = 0;
        int count = 0;
        for (int end = DIGITS; end > 0; end -= 9) {
            while (first < WORDS && (int) INT.get(out, words + 4 * first) == 0) {
                first++;
            }
            long rest = divide(out, words, first);
            for (int i = end - 1; i >= Math.max(0, end - 9); i--) {
                int digit = (int) (rest % 10);
                out[at + i] = (byte) digit;
                if (digit != 0) {
                    count = DIGITS - i;
                }
                rest /= 10;
            }
        }
        return count;
    }

    /** Divides the number in the words from {@code first} by a billion, in place, and returns the remainder. */
    private static long divide(byte[] out, int words, int first) {
        long rest = 0;
        for (int word = first; word < WORDS; word++) {
            int at = words + 4 * word;
            long part = rest << 32 | ((int) INT.get(out, at) & LOW);
            INT.set(out, at, (int) (part / BILLION));
            rest = part % BILLION;
        }
        return rest;
    }
}
