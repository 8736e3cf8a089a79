package dev.dpone.mssql;

import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.UUID;

/**
 * Tries the server's bulk path on a temporary table of one row: engines that only resemble SQL Server store what was sent
 * without converting it, and say nothing.
 *
 * @param converts whether the text sent became the columns' values
 * @param rowVersions whether the row got a rowversion
 */
record BulkProbe(boolean converts, boolean rowVersions) {
    private static final String TABLE = "#dpone_probe";
    private static final String COLUMNS = "(u uniqueidentifier NULL, d date NULL, t datetime2(6) NULL";
    private static final String ID = "00112233-4455-6677-8899-AABBCCDDEEFF";
    private static final LocalDate DAY = LocalDate.of(2010, 4, 4);
    private static final LocalDateTime TIME = DAY.atTime(2, 30, 0, 123_456_000);

    static BulkProbe run(Sessions sessions) {
        String doing = "try the server's bulk copy";
        Session session = sessions.take(doing);
        boolean done = false;
        try {
            boolean rowVersions = create(session);
            BulkCopy.copy(session, TABLE, rows());
            BulkProbe found = converted(session, rowVersions);
            // Takes the table with it.
            session.rollback();
            done = true;
            return found;
        } catch (SQLException e) {
            if (SqlErrors.isConnectionLoss(e)) {
                throw SqlErrors.translate(doing, e);
            }
            return new BulkProbe(false, false);
        } finally {
            if (done) {
                sessions.keep(session);
            } else {
                // A session is not to be trusted after a failed bulk copy.
                session.abort();
            }
        }
    }

    /** Creates the table, with a rowversion where the server lets it. */
    private static boolean create(Session session) throws SQLException {
        try {
            session.execute("CREATE TABLE " + TABLE + " " + COLUMNS + ", v rowversion)");
            return true;
        } catch (SQLException e) {
            if (!SqlErrors.isServersVerdict(e)) {
                throw e;
            }
            session.execute("IF @@TRANCOUNT > 0 ROLLBACK");
            session.execute("CREATE TABLE " + TABLE + " " + COLUMNS + ")");
            return false;
        }
    }

    private static BulkProbe converted(Session session, boolean rowVersions) throws SQLException {
        return session.get(
                "SELECT u, d, t" + (rowVersions ? ", v" : "") + " FROM " + TABLE,
                row -> new BulkProbe(
                        UUID.fromString(ID).equals(UUID.fromString(row.getString(1)))
                                && DAY.equals(row.getObject(2, LocalDate.class))
                                && TIME.equals(row.getObject(3, LocalDateTime.class)),
                        rowVersions && row.getBytes(4) != null));
    }

    private static BulkRows rows() {
        List<WireColumn> columns = List.of(
                WireColumn.of("u", MssqlType.of(MssqlType.Kind.UNIQUEIDENTIFIER), true),
                WireColumn.of("d", MssqlType.of(MssqlType.Kind.DATE), true),
                WireColumn.of("t", MssqlType.datetime2(6), true));
        return BulkRows.ofOne(columns, new Object[] {ID, DAY, TIME});
    }
}
