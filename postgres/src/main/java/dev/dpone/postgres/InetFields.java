package dev.dpone.postgres;

import dev.dpone.column.FixedColumn;
import dev.dpone.column.RowBuffer;
import dev.dpone.digest.CanonicalBytes;

/** Addresses as PostgreSQL's inet: family, bits of the netmask, whether it is a cidr, and the address with its length. */
final class InetFields {
    static final int V4_BYTES = 8;
    static final int V6_BYTES = 20;

    private static final int HEADER = 4;
    private static final int FAMILY_V4 = 2;
    private static final int FAMILY_V6 = 3;

    private InetFields() {}

    static void putV4(FixedColumn column, int row, RowBuffer out) {
        header(out, FAMILY_V4, 4);
        out.putInt(column.intAt(row));
    }

    static void putV6(FixedColumn column, int row, RowBuffer out) {
        header(out, FAMILY_V6, 16);
        out.putBytes(column.data(), column.at(row), 16);
    }

    private static void header(RowBuffer out, int family, int bytes) {
        out.putByte(family);
        out.putByte(8 * bytes);
        out.putByte(0);
        out.putByte(bytes);
    }

    /** The canonical text; a network, or an address of the other family, is not from dpone and gets bytes no address has. */
    static FieldReader reader(String name, boolean v6) {
        int width = v6 ? 16 : 4;
        return (data, from, length, out) -> {
            if (length != V4_BYTES && length != V6_BYTES) {
                throw FieldReader.unexpected(name, length);
            }
            boolean planned = length == HEADER + width && (data[from + 1] & 0xFF) == 8 * width && data[from + 2] == 0;
            if (planned) {
                CanonicalBytes.putIp(out, address(data, from + HEADER, v6), 0, v6);
            } else {
                CanonicalBytes.putBytes(out, data, from, length);
            }
        };
    }

    private static FixedColumn address(byte[] data, int from, boolean v6) {
        byte[] address = new byte[v6 ? 16 : 4];
        for (int i = 0; i < address.length; i++) {
            address[i] = data[from + (v6 ? i : address.length - 1 - i)];
        }
        return new FixedColumn(address, address.length, 1, null);
    }
}
