package dev.dpone.mssql;

import dev.dpone.column.RowBuffer;
import dev.dpone.digest.CanonicalBytes;

/** bit. */
final class BitField implements FieldReader {
    @Override
    public void check(byte[] data, int at, int length) {
        if (data[at] != 0 && data[at] != 1) {
            throw new DamagedFieldException("a bit is 0 or 1, but the byte is " + (data[at] & 0xFF));
        }
    }

    @Override
    public Object value(byte[] data, int at, int length) {
        return data[at] != 0;
    }

    @Override
    public void canonical(byte[] data, int at, int length, RowBuffer out) {
        CanonicalBytes.putInteger(out, data[at]);
    }
}
