package dev.dpone.postgres;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.sql.SQLException;

/**
 * Ends whatever may still write a private table, then drops it. A writer holds the table's advisory lock from before its
 * first change until its transaction is over: who has the lock knows that nothing comes after.
 */
final class Settlement {
    private final Sessions sessions;
    private final StageRegistry registry;

    Settlement(Sessions sessions, StageRegistry registry) {
        this.sessions = sessions;
        this.registry = registry;
    }

    void settle(String doing, String table) {
        if (!tryDrop(doing, table) && !(terminateUsers(doing, table) && tryDrop(doing, table))) {
            throw new DponeException(
                    ErrorCode.TARGET_BUSY,
                    "Cannot " + doing + ": another session still works on table " + table,
                    "End that session (see pg_stat_activity), then run again.");
        }
    }

    /** False when another session has a lock that is in the way. */
    private boolean tryDrop(String doing, String table) {
        try (Session session = sessions.open(doing)) {
            session.limitLockWaits(sessions.waits().settle());
            registry.lock(table).take(session);
            registry.drop(session, table);
            session.commit();
            return true;
        } catch (SQLException e) {
            if (SqlErrors.state(e).equals(SqlErrors.LOCK_NOT_AVAILABLE)) {
                return false;
            }
            throw SqlErrors.translate(doing, e);
        }
    }

    /** The writer, and whoever of an overtaken process still looks at the table. */
    private boolean terminateUsers(String doing, String table) {
        return sessions.transaction(
                doing,
                session ->
                        registry.lock(table).terminateHolders(session) + registry.terminateReaders(session, table) > 0);
    }
}
