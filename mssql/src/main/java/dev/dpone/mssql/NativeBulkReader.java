package dev.dpone.mssql;

import dev.dpone.column.RowBuffer;
import dev.dpone.digest.CanonicalBytes;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ColumnMapping;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file in SQL Server's native bulk format row by row, and checks every field against its column. For one thread;
 * blocks on the file. Throws {@code DPONE_SEALED_FILE_INVALID} for bytes that are no rows of the columns.
 */
public final class NativeBulkReader implements AutoCloseable {
    private static final int NULL = -1;

    private final Path file;
    private final List<ColumnMapping> columns;
    private final FieldReader[] fields;
    private final int[] prefixes;
    private final int[] payloads;
    private final int[] starts;
    private final int[] lengths;
    private final FileWindow window;
    private int rowBytes;
    private long row;

    private NativeBulkReader(Path file, List<ColumnMapping> columns, FileWindow window) {
        this.file = file;
        this.columns = List.copyOf(columns);
        this.window = window;
        this.fields = columns.stream().map(FieldReaders::of).toArray(FieldReader[]::new);
        this.prefixes = columns.stream()
                .mapToInt(column ->
                        TypeMapping.target(column).prefixBytes(column.source().nullable()))
                .toArray();
        this.payloads = columns.stream()
                .mapToInt(column -> TypeMapping.target(column).payloadBytes())
                .toArray();
        this.starts = new int[fields.length];
        this.lengths = new int[fields.length];
    }

    /**
     * Opens a file that was written for these columns, in this order; the caller closes the reader.
     *
     * @param columns as {@link MssqlConnector#map} returns them
     */
    public static NativeBulkReader open(Path file, List<ColumnMapping> columns) {
        ColumnNames.check(columns);
        try {
            return new NativeBulkReader(file, columns, new FileWindow(file));
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /** Moves to the next row; false after the last one. */
    public boolean next() {
        try {
            window.advance(rowBytes);
            rowBytes = 0;
            if (window.remaining() == 0) {
                return false;
            }
            row++;
            for (int i = 0; i < fields.length; i++) {
                readField(i);
            }
            return true;
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private void readField(int column) throws IOException {
        int prefix = prefixes[column];
        long length = prefix == 0 ? payloads[column] : readLength(column, prefix);
        rowBytes += prefix;
        starts[column] = rowBytes;
        lengths[column] = (int) length;
        if (length == NULL) {
            if (!columns.get(column).source().nullable()) {
                throw damaged(column, "the field is NULL, but the column is not nullable");
            }
            return;
        }
        if (length < 0 || (payloads[column] > 0 && length != payloads[column])) {
            throw damaged(
                    column,
                    payloads[column] > 0
                            ? "the field must have " + payloads[column] + " bytes, but its length says " + length
                            : "the field's length says " + length);
        }
        if (!window.has(rowBytes + length)) {
            throw damaged(
                    column,
                    "the field has " + length + " bytes, but the file ends after " + (window.remaining() - rowBytes));
        }
        try {
            fields[column].check(window.bytes(), window.start() + rowBytes, (int) length);
        } catch (DamagedFieldException e) {
            throw damaged(column, String.valueOf(e.getMessage()));
        }
        rowBytes += (int) length;
    }

    private long readLength(int column, int prefix) throws IOException {
        if (!window.has((long) rowBytes + prefix)) {
            throw damaged(column, "the file ends before the field's length");
        }
        byte[] bytes = window.bytes();
        int at = window.start() + rowBytes;
        return switch (prefix) {
            case 1 -> bytes[at];
            case 2 -> (short) FieldReader.SHORT.get(bytes, at);
            default -> (long) FieldReader.LONG.get(bytes, at);
        };
    }

    /** The current row's number, from 1. */
    public long row() {
        return row;
    }

    public List<ColumnMapping> columns() {
        return columns;
    }

    public boolean isNull(int column) {
        return lengths[column] == NULL;
    }

    /**
     * The current row's value as the driver's bulk copy takes it, or null: Short for tinyint and smallint, Integer, Long,
     * BigDecimal, Float, Double, Boolean, String for text and uniqueidentifier, byte[], LocalDate, LocalDateTime.
     */
    public @Nullable Object value(int column) {
        return isNull(column) ? null : fields[column].value(window.bytes(), at(column), lengths[column]);
    }

    /** The current row's value as text for people, or null. */
    public @Nullable String text(int column) {
        return isNull(column) ? null : fields[column].text(window.bytes(), at(column), lengths[column]);
    }

    /** Appends the current row's canonical bytes, which the row digest is taken over. */
    public void canonical(RowBuffer out) {
        for (int i = 0; i < fields.length; i++) {
            if (isNull(i)) {
                CanonicalBytes.putNull(out);
            } else {
                fields[i].canonical(window.bytes(), at(i), lengths[i], out);
            }
        }
    }

    private int at(int column) {
        return window.start() + starts[column];
    }

    private DponeException damaged(int column, String problem) {
        return new DponeException(
                ErrorCode.SEALED_FILE_INVALID,
                file + ", row " + row + ", column " + columns.get(column).name() + ": " + problem,
                "Read the file with the manifest and types it was written for; if it is damaged, run the delivery again.");
    }

    private static DponeException unreadable(Path file, IOException e) {
        return new DponeException(
                ErrorCode.SPOOL_FAILED,
                "Cannot read " + file + ": " + e.getClass().getSimpleName() + " " + e.getMessage(),
                "Check the path and its permissions.",
                e);
    }

    @Override
    public void close() {
        try {
            window.close();
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }
}
