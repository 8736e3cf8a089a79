package dev.dpone.column;

/**
 * IP addresses as text, the way ClickHouse and the C library write them: the first longest run of two or more zero groups
 * of an IPv6 address becomes {@code ::}, and the last 32 bits of {@code ::a.b.c.d} and {@code ::ffff:a.b.c.d} are written as
 * IPv4. Allocates nothing.
 */
public final class IpText {
    /** The longest text of an IPv4 address. */
    public static final int MOST_V4 = 15;

    /** The longest text of an IPv6 address: {@code ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff}. */
    public static final int MOST_V6 = 39;

    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};
    private static final int GROUPS = 8;

    private IpText() {}

    /** Writes the row's address and returns its length. {@code out} has {@link #MOST_V4} or {@link #MOST_V6} bytes from {@code at}. */
    public static int put(FixedColumn column, int row, boolean v6, byte[] out, int at) {
        return v6 ? putV6(column.data(), column.at(row), out, at) - at : putV4(column.intAt(row), out, at) - at;
    }

    /** The length of the row's address as text. */
    public static int length(FixedColumn column, int row, boolean v6) {
        return v6 ? lengthV6(column.data(), column.at(row)) : lengthV4(column.intAt(row));
    }

    private static int putV4(int address, byte[] out, int start) {
        int at = start;
        for (int shift = 24; shift >= 0; shift -= 8) {
            int octet = address >>> shift & 0xFF;
            if (octet >= 100) {
                out[at++] = (byte) ('0' + octet / 100);
            }
            if (octet >= 10) {
                out[at++] = (byte) ('0' + octet / 10 % 10);
            }
            out[at++] = (byte) ('0' + octet % 10);
            if (shift > 0) {
                out[at++] = '.';
            }
        }
        return at;
    }

    private static int lengthV4(int address) {
        int length = 3;
        for (int shift = 24; shift >= 0; shift -= 8) {
            int octet = address >>> shift & 0xFF;
            length += octet >= 100 ? 3 : octet >= 10 ? 2 : 1;
        }
        return length;
    }

    private static int putV6(byte[] data, int from, byte[] out, int start) {
        int zeros = longestZeros(data, from);
        int first = zeros >>> 4;
        int count = zeros & 0xF;
        boolean embedded = endsAsV4(data, from, first, count);
        int at = start;
        for (int i = 0; i < GROUPS; i++) {
            if (count > 0 && i == first) {
                out[at++] = ':';
                i += count - 1;
                if (i == GROUPS - 1) {
                    out[at++] = ':';
                }
                continue;
            }
            if (i > 0) {
                out[at++] = ':';
            }
            if (embedded && i == 6) {
                return putV4(group(data, from, 6) << 16 | group(data, from, 7), out, at);
            }
            at = putHex(group(data, from, i), out, at);
        }
        return at;
    }

    private static int lengthV6(byte[] data, int from) {
        int zeros = longestZeros(data, from);
        int first = zeros >>> 4;
        int count = zeros & 0xF;
        boolean embedded = endsAsV4(data, from, first, count);
        int length = 0;
        for (int i = 0; i < GROUPS; i++) {
            if (count > 0 && i == first) {
                i += count - 1;
                length += i == GROUPS - 1 ? 2 : 1;
                continue;
            }
            length += i > 0 ? 1 : 0;
            if (embedded && i == 6) {
                return length + lengthV4(group(data, from, 6) << 16 | group(data, from, 7));
            }
            int group = group(data, from, i);
            length += group >= 0x1000 ? 4 : group >= 0x100 ? 3 : group >= 0x10 ? 2 : 1;
        }
        return length;
    }

    private static int group(byte[] data, int from, int group) {
        return (data[from + 2 * group] & 0xFF) << 8 | (data[from + 2 * group + 1] & 0xFF);
    }

    /** The first longest run of two or more zero groups: its first group times 16 plus its length, or 0. */
    private static int longestZeros(byte[] data, int from) {
        int best = 0;
        int run = 0;
        for (int i = 0; i < GROUPS; i++) {
            run = group(data, from, i) == 0 ? run + 1 : 0;
            if (run >= 2 && run > (best & 0xF)) {
                best = (i - run + 1) << 4 | run;
            }
        }
        return best;
    }

    private static boolean endsAsV4(byte[] data, int from, int first, int count) {
        return first == 0 && (count == 6 || (count == 5 && group(data, from, 5) == 0xFFFF));
    }

    private static int putHex(int group, byte[] out, int start) {
        int at = start;
        for (int shift = group >= 0x1000 ? 12 : group >= 0x100 ? 8 : group >= 0x10 ? 4 : 0; shift >= 0; shift -= 4) {
            out[at++] = HEX[group >>> shift & 0xF];
        }
        return at;
    }
}
