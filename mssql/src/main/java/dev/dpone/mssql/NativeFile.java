package dev.dpone.mssql;

import dev.dpone.column.RowBuffer;
import dev.dpone.digest.RowDigester;
import dev.dpone.digest.RowSum;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.TableRef;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A sealed file for SQL Server, to be looked into: its rows as text, its digest, and what Microsoft's bcp needs to load it.
 * Offline.
 *
 * @param columns what the file was written for, as {@link MssqlConnector#map} returns it
 */
public record NativeFile(Path path, List<ColumnMapping> columns) {
    public NativeFile {
        ColumnNames.check(columns);
        columns = List.copyOf(columns);
    }

    /** A cursor on the rows; the caller closes it. */
    public NativeBulkReader open() {
        return NativeBulkReader.open(path, columns);
    }

    /** Row count and digest of the whole file, every field checked. */
    public RowSum digest() {
        RowDigester digester = new RowDigester();
        RowBuffer row = new RowBuffer(1024);
        try (NativeBulkReader reader = open()) {
            while (reader.next()) {
                row.clear();
                reader.canonical(row);
                digester.add(row);
            }
        }
        return digester.sum();
    }

    /**
     * Prints a line of names and up to {@code most} rows, tab-separated with ClickHouse's escapes: {@code \N} is NULL.
     *
     * @return the rows printed
     */
    public long print(Appendable out, long most) {
        try (NativeBulkReader reader = open()) {
            for (int i = 0; i < columns.size(); i++) {
                out.append(i == 0 ? "" : "\t").append(escaped(columns.get(i).name()));
            }
            out.append('\n');
            long printed = 0;
            while (printed < most && reader.next()) {
                printRow(reader, out);
                printed++;
            }
            return printed;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void printRow(NativeBulkReader reader, Appendable out) throws IOException {
        for (int i = 0; i < columns.size(); i++) {
            String text = reader.text(i);
            out.append(i == 0 ? "" : "\t").append(text == null ? "\\N" : escaped(text));
        }
        out.append('\n');
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\\' -> escaped.append("\\\\");
                case '\t' -> escaped.append("\\t");
                case '\n' -> escaped.append("\\n");
                case '\r' -> escaped.append("\\r");
                case '\b' -> escaped.append("\\b");
                case '\f' -> escaped.append("\\f");
                case '\0' -> escaped.append("\\0");
                default -> escaped.append(c);
            }
        }
        return escaped.toString();
    }

    /** The text of the non-XML format file that describes this file's fields to bcp. */
    public String formatFile() {
        return FormatFile.text(columns);
    }

    /** The command with which bcp loads this file into a table of these columns. Holds no secret: bcp asks for the password. */
    public String bcpCommand(TableRef table, Path formatFile) {
        return BcpCommand.text(path, formatFile, table);
    }
}
