package dev.dpone.mssql;

import dev.dpone.column.RowBuffer;
import dev.dpone.digest.CanonicalBytes;
import java.util.UUID;

/** uniqueidentifier: the first three groups little-endian, the rest as printed. */
final class UuidField implements FieldReader {
    @Override
    public void check(byte[] data, int at, int length) {
        // Every pattern is a UUID.
    }

    private static long high(byte[] data, int at) {
        return ((long) (int) INT.get(data, at) << 32)
                | ((short) SHORT.get(data, at + 4) & 0xFFFFL) << 16
                | ((short) SHORT.get(data, at + 6) & 0xFFFFL);
    }

    private static long low(byte[] data, int at) {
        return Long.reverseBytes((long) LONG.get(data, at + 8));
    }

    @Override
    public Object value(byte[] data, int at, int length) {
        return new UUID(high(data, at), low(data, at)).toString();
    }

    @Override
    public void canonical(byte[] data, int at, int length, RowBuffer out) {
        CanonicalBytes.putUuid(out, high(data, at), low(data, at));
    }
}
