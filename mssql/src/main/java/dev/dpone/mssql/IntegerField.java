package dev.dpone.mssql;

import dev.dpone.column.RowBuffer;
import dev.dpone.digest.CanonicalBytes;
import dev.dpone.mssql.MssqlType.Kind;

/** tinyint, smallint, int and bigint. */
final class IntegerField implements FieldReader {
    private final Kind kind;

    IntegerField(Kind kind) {
        this.kind = kind;
    }

    @Override
    public void check(byte[] data, int at, int length) {
        // Every pattern is a number.
    }

    private long number(byte[] data, int at) {
        if (kind == Kind.TINYINT) {
            return data[at] & 0xFF;
        } else if (kind == Kind.SMALLINT) {
            return (short) SHORT.get(data, at);
        }
        return kind == Kind.INT ? (int) INT.get(data, at) : (long) LONG.get(data, at);
    }

    @Override
    public Object value(byte[] data, int at, int length) {
        long number = number(data, at);
        if (kind == Kind.BIGINT) {
            return number;
        } else if (kind == Kind.INT) {
            return (int) number;
        }
        return (short) number;
    }

    @Override
    public void canonical(byte[] data, int at, int length, RowBuffer out) {
        CanonicalBytes.putInteger(out, number(data, at));
    }
}
