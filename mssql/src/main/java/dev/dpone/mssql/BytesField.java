package dev.dpone.mssql;

import dev.dpone.column.RowBuffer;
import dev.dpone.digest.CanonicalBytes;
import dev.dpone.spi.RejectedValueException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/** varchar and char, in UTF-8, and varbinary and binary. */
final class BytesField implements FieldReader {
    private final TextRule rule;

    BytesField(TextRule rule) {
        this.rule = rule;
    }

    @Override
    public void check(byte[] data, int at, int length) {
        try {
            rule.check(data, at, length);
        } catch (RejectedValueException e) {
            throw new DamagedFieldException(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public Object value(byte[] data, int at, int length) {
        return rule.type().kind().isText()
                ? new String(data, at, length, StandardCharsets.UTF_8)
                : Arrays.copyOfRange(data, at, at + length);
    }

    @Override
    public String text(byte[] data, int at, int length) {
        return rule.type().kind().isText()
                ? new String(data, at, length, StandardCharsets.UTF_8)
                : "0x" + HexFormat.of().formatHex(data, at, at + length);
    }

    @Override
    public void canonical(byte[] data, int at, int length, RowBuffer out) {
        CanonicalBytes.putBytes(out, data, at, length);
    }
}
