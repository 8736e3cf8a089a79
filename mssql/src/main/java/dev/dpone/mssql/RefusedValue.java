package dev.dpone.mssql;

import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.SealedFile;
import java.sql.SQLException;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * Finds the value of a sealed file that the server refused, which its error seldom tells: it is given parts of the file again, in a
 * temporary table, until one row and one column are left. Costs about as much as one more import.
 */
final class RefusedValue {
    private static final String TABLE = "#dpone_refused";

    private final Sessions sessions;
    private final List<ColumnMapping> mappings;
    private final List<WireColumn> columns;
    private final SealedFile file;
    private final Runnable checkpoint;

    /**
     * @param checkpoint is run before each part, and ends the search by throwing
     */
    RefusedValue(
            Sessions sessions,
            List<ColumnMapping> mappings,
            List<WireColumn> columns,
            SealedFile file,
            Runnable checkpoint) {
        this.sessions = sessions;
        this.mappings = mappings;
        this.columns = columns;
        this.file = file;
        this.checkpoint = checkpoint;
    }

    /** The place, such as {@code row 3 of the chunk, column note}; empty when no single row is refused. */
    String find() throws SQLException {
        long from = 0;
        long to = file.rows();
        while (to - from > 1) {
            long middle = from + (to - from) / 2;
            if (refuses(from, middle, OptionalInt.empty())) {
                to = middle;
            } else {
                from = middle;
            }
        }
        if (!refuses(from, from + 1, OptionalInt.empty())) {
            return "";
        }
        String row = "row " + (from + 1) + " of the chunk";
        for (int i = 0; i < columns.size(); i++) {
            if (refuses(from, from + 1, OptionalInt.of(i))) {
                return row + ", column " + columns.get(i).name();
            }
        }
        return row;
    }

    private boolean refuses(long from, long to, OptionalInt onlyColumn) throws SQLException {
        checkpoint.run();
        try (Session session = sessions.open("look for the refused value");
                NativeBulkReader reader = NativeBulkReader.open(file.path(), mappings)) {
            session.execute(columns.stream()
                    .map(column -> Identifier.quoted(column.name()) + " " + column.stageType() + " NULL")
                    .collect(Collectors.joining(", ", "CREATE TABLE " + TABLE + " (", ")")));
            try {
                BulkCopy.copy(session, TABLE, BulkRows.part(columns, reader, from, to, onlyColumn));
                return false;
            } catch (SQLException e) {
                if (SqlErrors.valueRule(e).isEmpty()) {
                    throw e;
                }
                return true;
            } finally {
                // A session is not to be trusted after a failed bulk copy.
                session.abort();
            }
        }
    }
}
