package dev.dpone.digest;

import dev.dpone.column.Column;
import dev.dpone.column.DataType;
import dev.dpone.column.FixedColumn;
import dev.dpone.column.RowBuffer;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Enum codes as the UTF-8 of their names, from a table indexed by the code's distance from the lowest. */
final class EnumForm implements CanonicalForm {
    private final String column;
    private final String spelling;
    private final boolean oneByte;
    private final int lowest;
    private final byte[] @Nullable [] names;

    private EnumForm(String column, String spelling, boolean oneByte, int lowest, byte[] @Nullable [] names) {
        this.column = column;
        this.spelling = spelling;
        this.oneByte = oneByte;
        this.lowest = lowest;
        this.names = names;
    }

    static EnumForm of(String column, String spelling, DataType.EnumType type) {
        if (type.names().isEmpty()) {
            return new EnumForm(column, spelling, type.bits() == 8, 0, new byte[0][]);
        }
        int lowest = type.names().firstKey();
        byte[] @Nullable [] names = new byte[type.names().lastKey() - lowest + 1][];
        for (Map.Entry<Integer, String> entry : type.names().entrySet()) {
            names[entry.getKey() - lowest] = entry.getValue().getBytes(StandardCharsets.UTF_8);
        }
        return new EnumForm(column, spelling, type.bits() == 8, lowest, names);
    }

    @Override
    public void write(Column values, int row, RowBuffer out) {
        FixedColumn codes = (FixedColumn) values;
        int code = oneByte ? codes.byteAt(row) : codes.shortAt(row);
        int at = code - lowest;
        byte[] name = at < 0 || at >= names.length ? null : names[at];
        if (name == null) {
            throw new DponeException(
                    ErrorCode.SOURCE_MALFORMED,
                    "Column " + column + " holds the code " + code + ", which " + spelling + " does not name",
                    "Correct the value in the source, or select the column's number instead with source.options.query.");
        }
        CanonicalBytes.putBytes(out, name, 0, name.length);
    }
}
