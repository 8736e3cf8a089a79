package dev.dpone.mssql;

import dev.dpone.spi.ColumnMapping;
import java.util.List;
import java.util.regex.Pattern;

/**
 * bcp's non-XML format file: for each field its type in the file, the bytes of its length and of its longest value, the
 * column it goes to, and the collation narrow text is stored in. Made from what the writers are made from.
 */
final class FormatFile {
    /** bcp reads format files of its own and of earlier versions; 13.0 is that of SQL Server 2016. */
    private static final String VERSION = "13.0";

    /** bcp takes a column by its order; the name only has to be there, and must not break the line. */
    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,127}");

    private FormatFile() {}

    static String text(List<ColumnMapping> columns) {
        StringBuilder text = new StringBuilder(VERSION + "\n" + columns.size() + "\n");
        for (int i = 0; i < columns.size(); i++) {
            ColumnMapping column = columns.get(i);
            MssqlType type = TypeMapping.target(column);
            int order = i + 1;
            String name = PLAIN_NAME.matcher(column.name()).matches() ? column.name() : "column_" + order;
            text.append(padded(Integer.toString(order), 8))
                    .append(padded(type.hostType(), 20))
                    .append(padded(
                            Integer.toString(type.prefixBytes(column.source().nullable())), 8))
                    .append(padded(Integer.toString(type.mostBytes()), 8))
                    .append(padded("\"\"", 5))
                    .append(padded(Integer.toString(order), 6))
                    .append(padded(name, 32))
                    .append(type.collation().isEmpty() ? "\"\"" : type.collation())
                    .append('\n');
        }
        return text.toString();
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(Math.max(1, width - text.length()));
    }
}
