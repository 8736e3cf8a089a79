package dev.dpone.digest;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** A 256-bit sum that changes in place, for the loop that adds one hash per row. For one thread. */
final class SumAccumulator {
    private static final VarHandle INT_BE = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final long LOW = 0xFFFFFFFFL;

    /** Sums of the eight 32-bit words, most significant first; carries are resolved only when read or near overflow. */
    private final long[] words = new long[8];

    private long count;
    private int pending;

    void add(byte[] hash) {
        for (int i = 0; i < 8; i++) {
            words[i] += (int) INT_BE.get(hash, i * 4) & LOW;
        }
        count++;
        if (++pending == 1 << 30) {
            normalize();
        }
    }

    private void normalize() {
        long carry = 0;
        for (int i = 7; i >= 0; i--) {
            long word = words[i] + carry;
            words[i] = word & LOW;
            carry = word >>> 32;
        }
        pending = 0;
    }

    RowSum toRowSum() {
        normalize();
        return new RowSum(count, join(0), join(2), join(4), join(6));
    }

    private long join(int high) {
        return words[high] << 32 | words[high + 1];
    }
}
