package dev.dpone.mssql;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.sql.SQLException;
import java.util.OptionalLong;

/**
 * Ends whatever may still write a private table, then drops it. A writer holds the table's application lock from before its
 * first change until its session is over: who has the lock knows that nothing comes after.
 */
final class Settlement {
    private final Sessions sessions;
    private final StageRegistry registry;

    Settlement(Sessions sessions, StageRegistry registry) {
        this.sessions = sessions;
        this.registry = registry;
    }

    void settle(String doing, String table) {
        if (tryDrop(doing, table)) {
            return;
        }
        String writer = killWriter(doing, table);
        if (!tryDrop(doing, table)) {
            throw new DponeException(
                    ErrorCode.TARGET_BUSY,
                    "Cannot " + doing + ": " + writer + " still works on table " + table,
                    "End that session (KILL needs ALTER ANY CONNECTION), then run again.");
        }
    }

    private boolean tryDrop(String doing, String table) {
        return sessions.transaction(doing, session -> {
            boolean locked = registry.lock(table)
                    .tryTake(
                            session, AppLock.Owner.TRANSACTION, sessions.waits().settle());
            if (locked) {
                registry.drop(session, table);
            }
            return locked;
        });
    }

    /** Kills the session that made the table, if the login may. Returns who it is. */
    private String killWriter(String doing, String table) {
        OptionalLong writer = sessions.transaction(doing, session -> registry.writer(session, table));
        if (writer.isEmpty()) {
            return "another session";
        }
        String name = "session " + writer.getAsLong();
        try (Session session = sessions.open(doing)) {
            session.outside(open -> {
                open.execute("KILL " + writer.getAsLong());
                return true;
            });
            return name;
        } catch (SQLException e) {
            // Either it has ended by itself, or the login may not: the next try at the lock tells.
            return name + ", which could not be killed: " + SqlErrors.firstLine(e.getMessage());
        }
    }
}
