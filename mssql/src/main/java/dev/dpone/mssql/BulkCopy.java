package dev.dpone.mssql;

import com.microsoft.sqlserver.jdbc.SQLServerBulkCopy;
import com.microsoft.sqlserver.jdbc.SQLServerBulkCopyOptions;
import java.sql.SQLException;

/** The driver's bulk copy as dpone uses it: all rows in one batch of the transaction that is open on the session. */
final class BulkCopy {
    private BulkCopy() {}

    /**
     * @param quotedTable where to; empty and private, so that a table lock is in nobody's way
     */
    static void copy(Session session, String quotedTable, BulkRows rows) throws SQLException {
        SQLServerBulkCopyOptions options = new SQLServerBulkCopyOptions();
        options.setBatchSize(0);
        options.setTableLock(true);
        options.setKeepNulls(true);
        options.setUseInternalTransaction(false);
        // The delivery's own cancellation ends an import; sixty seconds would end large ones.
        options.setBulkCopyTimeout(0);
        try (SQLServerBulkCopy copy = new SQLServerBulkCopy(session.jdbc())) {
            copy.setBulkCopyOptions(options);
            copy.setDestinationTableName(quotedTable);
            int ordinal = 1;
            for (String name : rows.names()) {
                copy.addColumnMapping(ordinal++, name);
            }
            copy.writeToServer(rows);
        }
    }
}
