package dev.dpone.clickhouse;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * CityHash128 as of CityHash 1.0.2, the checksum of ClickHouse's compressed blocks. Later CityHash versions give other
 * values. An instance holds the last hash; for one thread.
 */
final class CityHash128 {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long K0 = 0xc3a5c85c97cb3127L;
    private static final long K1 = 0xb492b66fbe98f273L;
    private static final long K2 = 0x9ae16a3b2f90404fL;
    private static final long K3 = 0xc949d7c7509e6557L;
    private static final long MULTIPLIER = 0x9ddfea08eb382d69L;

    private long low;
    private long high;

    // The state of the long form: 56 bytes.
    private long v0;
    private long v1;
    private long w0;
    private long w1;
    private long x;
    private long y;
    private long z;

    /** The first eight bytes of the last hash, as a little-endian number. */
    long low() {
        return low;
    }

    /** The last eight bytes of the last hash. */
    long high() {
        return high;
    }

    void hash(byte[] data, int from, int length) {
        if (length >= 16) {
            seeded(data, from + 16, length - 16, at(data, from) ^ K3, at(data, from + 8));
        } else if (length >= 8) {
            seeded(data, from, 0, at(data, from) ^ (length * K0), at(data, from + length - 8) ^ K1);
        } else {
            seeded(data, from, length, K0, K1);
        }
    }

    private void seeded(byte[] data, int from, int length, long seedLow, long seedHigh) {
        if (length < 128) {
            shortForm(data, from, length, seedLow, seedHigh);
        } else {
            longForm(data, from, length, seedLow, seedHigh);
        }
    }

    private void shortForm(byte[] data, int from, int length, long seedLow, long seedHigh) {
        long a = seedLow;
        long b = seedHigh;
        long c;
        long d;
        if (length <= 16) {
            a = mixed(a * K1) * K1;
            c = b * K1 + upTo16(data, from, length);
            d = mixed(a + (length >= 8 ? at(data, from) : c));
        } else {
            c = both(at(data, from + length - 8) + K1, a);
            d = both(b + length, c + at(data, from + length - 16));
            a += d;
            int p = from;
            for (int left = length - 16; left > 0; left -= 16) {
                a = (a ^ (mixed(at(data, p) * K1) * K1)) * K1;
                b ^= a;
                c = (c ^ (mixed(at(data, p + 8) * K1) * K1)) * K1;
                d ^= c;
                p += 16;
            }
        }
        long first = both(a, c);
        long second = both(d, b);
        low = first ^ second;
        high = both(second, first);
    }

    private static long upTo16(byte[] data, int from, int length) {
        if (length > 8) {
            long a = at(data, from);
            long b = at(data, from + length - 8);
            return both(a, Long.rotateRight(b + length, length)) ^ b;
        } else if (length >= 4) {
            long a = (int) INT.get(data, from) & 0xFFFFFFFFL;
            return both((a << 3) + length, (int) INT.get(data, from + length - 4) & 0xFFFFFFFFL);
        } else if (length > 0) {
            int p = (data[from] & 0xFF) + ((data[from + (length >> 1)] & 0xFF) << 8);
            int q = length + ((data[from + length - 1] & 0xFF) << 2);
            return mixed(p * K2 ^ q * K3) * K2;
        }
        return K2;
    }

    private void longForm(byte[] data, int from, int length, long seedLow, long seedHigh) {
        x = seedLow;
        y = seedHigh;
        z = length * K1;
        v0 = Long.rotateRight(y ^ K1, 49) * K1 + at(data, from);
        v1 = Long.rotateRight(v0, 42) * K1 + at(data, from + 8);
        w0 = Long.rotateRight(y + z, 35) * K1 + x;
        w1 = Long.rotateRight(x + at(data, from + 88), 53) * K1;
        int p = from;
        int left = length;
        for (; left >= 128; left -= 128) {
            round(data, p);
            round(data, p + 64);
            p += 128;
        }
        y += Long.rotateRight(w0, 37) * K0 + z;
        x += Long.rotateRight(v0 + z, 49) * K0;
        // The rest in pieces of 32 bytes from its end; the last one reaches back into bytes hashed before.
        for (int done = 32; done - 32 < left; done += 32) {
            int piece = p + left - done;
            y = Long.rotateRight(y - x, 42) * K0 + v1;
            w0 += at(data, piece + 16);
            x = Long.rotateRight(x, 49) * K0 + w0;
            w0 += v0;
            mixV(data, piece, v0, v1);
        }
        long a = both(x, v0);
        long b = both(y, w0);
        low = both(a + v1, w1) + b;
        high = both(a + w1, b + v1);
    }

    private void round(byte[] data, int p) {
        x = Long.rotateRight(x + y + v0 + at(data, p + 16), 37) * K1 ^ w1;
        y = Long.rotateRight(y + v1 + at(data, p + 48), 42) * K1 ^ v0;
        z = Long.rotateRight(z ^ w0, 33);
        mixV(data, p, v1 * K1, x + w0);
        mixW(data, p + 32, z + w1, y);
        long swap = z;
        z = x;
        x = swap;
    }

    private void mixV(byte[] data, int p, long a, long b) {
        long first = a + at(data, p);
        long second = Long.rotateRight(b + first + at(data, p + 24), 21);
        long sum = first + at(data, p + 8) + at(data, p + 16);
        v0 = sum + at(data, p + 24);
        v1 = second + Long.rotateRight(sum, 44) + first;
    }

    private void mixW(byte[] data, int p, long a, long b) {
        long first = a + at(data, p);
        long second = Long.rotateRight(b + first + at(data, p + 24), 21);
        long sum = first + at(data, p + 8) + at(data, p + 16);
        w0 = sum + at(data, p + 24);
        w1 = second + Long.rotateRight(sum, 44) + first;
    }

    private static long both(long u, long v) {
        long a = (u ^ v) * MULTIPLIER;
        a ^= a >>> 47;
        long b = (v ^ a) * MULTIPLIER;
        return (b ^ (b >>> 47)) * MULTIPLIER;
    }

    private static long mixed(long value) {
        return value ^ (value >>> 47);
    }

    private static long at(byte[] data, int index) {
        return (long) LONG.get(data, index);
    }
}
