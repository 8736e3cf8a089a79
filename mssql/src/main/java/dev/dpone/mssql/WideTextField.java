package dev.dpone.mssql;

import dev.dpone.column.RowBuffer;
import dev.dpone.digest.CanonicalBytes;
import dev.dpone.spi.RejectedValueException;
import java.nio.charset.StandardCharsets;

/** nvarchar and nchar. */
final class WideTextField implements FieldReader {
    private final TextRule rule;
    private final RowBuffer utf8 = new RowBuffer(256);

    WideTextField(TextRule rule) {
        this.rule = rule;
    }

    @Override
    public void check(byte[] data, int at, int length) {
        utf8.clear();
        if (Utf16.decode(data, at, length, utf8) == Utf16.INVALID) {
            throw new DamagedFieldException(
                    length % 2 != 0
                            ? "text has an odd number of bytes, " + length
                            : "text holds a surrogate without its other half");
        }
        try {
            rule.checkLength(length / 2);
        } catch (RejectedValueException e) {
            throw new DamagedFieldException(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public Object value(byte[] data, int at, int length) {
        return new String(data, at, length, StandardCharsets.UTF_16LE);
    }

    @Override
    public void canonical(byte[] data, int at, int length, RowBuffer out) {
        utf8.clear();
        Utf16.decode(data, at, length, utf8);
        CanonicalBytes.putBytes(out, utf8.bytes(), 0, utf8.length());
    }
}
