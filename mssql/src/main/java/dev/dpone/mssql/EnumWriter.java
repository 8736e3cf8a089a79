package dev.dpone.mssql;

import dev.dpone.column.Column;
import dev.dpone.column.DataType;
import dev.dpone.column.FixedColumn;
import dev.dpone.column.RowBuffer;
import dev.dpone.column.SourceColumn;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.RejectedValueException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Enum codes as their names, from a table indexed by the code's distance from the lowest. */
final class EnumWriter extends ColumnWriter {
    private final SourceColumn source;
    private final boolean oneByte;
    private final int lowest;
    private final byte[] @Nullable [] names;

    EnumWriter(ColumnMapping mapping, DataType.EnumType type) {
        super(mapping);
        this.source = mapping.source();
        this.oneByte = type.bits() == 8;
        this.lowest = type.names().isEmpty() ? 0 : type.names().firstKey();
        int count = type.names().isEmpty() ? 0 : type.names().lastKey() - lowest + 1;
        Charset charset =
                TypeMapping.target(mapping).kind().isWide() ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_8;
        this.names = new byte[count][];
        type.names().forEach((code, name) -> names[code - lowest] = name.getBytes(charset));
    }

    @Override
    int valueSize(Column column, int row) {
        byte[] name = name(code((FixedColumn) column, row));
        return name == null ? 0 : name.length;
    }

    @Override
    void writeValue(Column column, int row, RowBuffer out) {
        int code = code((FixedColumn) column, row);
        byte[] name = name(code);
        if (name == null) {
            throw new RejectedValueException(
                    source.name(),
                    "the code " + code + " has no name in " + source.spelling(),
                    "Correct the value in the source, or select the column's number instead in"
                            + " source.options.query.sql.");
        }
        putLength(out, name.length);
        out.putBytes(name, 0, name.length);
    }

    private int code(FixedColumn codes, int row) {
        return oneByte ? codes.byteAt(row) : codes.shortAt(row);
    }

    private byte @Nullable [] name(int code) {
        int at = code - lowest;
        return at < 0 || at >= names.length ? null : names[at];
    }
}
