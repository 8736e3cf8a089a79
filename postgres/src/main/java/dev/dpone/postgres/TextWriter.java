package dev.dpone.postgres;

import dev.dpone.column.BytesColumn;
import dev.dpone.column.Column;
import dev.dpone.column.RowBuffer;
import dev.dpone.spi.RejectedValueException;

/** String values as text or varchar, checked, or as bytea, taken as they are. */
final class TextWriter extends ColumnWriter {
    private final String name;
    private final PgType type;
    private final int maxCharacters;

    TextWriter(String name, PgType type) {
        this.name = name;
        this.type = type;
        this.maxCharacters = type.kind() == PgType.Kind.VARCHAR ? type.first() : Integer.MAX_VALUE;
    }

    @Override
    void addSizes(Column column, int[] sizes) {
        BytesColumn values = (BytesColumn) column;
        int rows = values.rows();
        byte[] nulls = values.nulls();
        for (int row = 0; row < rows; row++) {
            sizes[row] += nulls == null || nulls[row] == 0 ? PREFIX + values.length(row) : PREFIX;
        }
    }

    @Override
    void writeValue(Column column, int row, RowBuffer out) {
        BytesColumn values = (BytesColumn) column;
        byte[] data = values.data();
        int start = values.start(row);
        int length = values.length(row);
        if (type.kind() != PgType.Kind.BYTEA) {
            check(Utf8.check(data, start, length));
        }
        out.putInt(length);
        out.putBytes(data, start, length);
    }

    private void check(int characters) {
        if (characters == Utf8.NUL) {
            throw new RejectedValueException(
                    name,
                    "text holds U+0000, which " + type.spelling() + " cannot hold",
                    "Set sink.policies." + name + " to replace or null, or sink.types." + name + " to bytea.");
        }
        if (characters == Utf8.INVALID) {
            throw new RejectedValueException(
                    name,
                    "text is not valid UTF-8, which " + type.spelling() + " must hold",
                    "Set sink.policies." + name + " to replace or null, or sink.types." + name + " to bytea.");
        }
        if (characters > maxCharacters) {
            throw new RejectedValueException(
                    name,
                    "text has " + characters + " characters, but " + type.spelling() + " holds " + maxCharacters,
                    "Set sink.types." + name + " to a longer varchar or to text.");
        }
    }
}
