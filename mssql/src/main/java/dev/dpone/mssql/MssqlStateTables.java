package dev.dpone.mssql;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ConnectionSpec;
import dev.dpone.state.database.StateTables;
import java.sql.SQLException;
import java.time.Duration;

/** The tables of a state store. Thread-safe. */
final class MssqlStateTables implements StateTables {
    /** A server that says nothing for longer is taken for lost; no statement here waits longer than for a lock. */
    private static final Duration ANSWER_AFTER_LOCK = Duration.ofSeconds(30);

    private static final String FORCED_DELAY = """
            SELECT COUNT(*) FROM sys.databases
            WHERE database_id = DB_ID() AND delayed_durability_desc = N'FORCED'""";

    private final Sessions sessions;
    private final StateSql sql;
    private final String place;

    MssqlStateTables(ConnectionSpec connection, StateSql sql, Waits waits) {
        Duration answer = waits.lock().plus(ANSWER_AFTER_LOCK);
        this.sessions = new Sessions(ConnectionSettings.of(connection).answeringWithin(answer), waits);
        this.sql = sql;
        this.place = "schema " + sql.schema() + " (connection " + connection.id() + ")";
    }

    @Override
    public String place() {
        return place;
    }

    @Override
    public boolean complete() {
        return sessions.transaction("look for the state tables in " + place, session -> {
            checkDurability(session);
            for (String table : sql.tables()) {
                if (!ControlTables.exists(session, table)) {
                    return false;
                }
            }
            return true;
        });
    }

    /** Forced, a commit is answered before it is on disk, and no transaction can ask for more. */
    private void checkDurability(Session session) throws SQLException {
        if (session.get(FORCED_DELAY, row -> row.getInt(1) > 0)) {
            throw new DponeException(
                    ErrorCode.STATE_FAILED,
                    "The database of " + place
                            + " forces delayed durability, so that a crash may lose what was committed",
                    "Run ALTER DATABASE CURRENT SET DELAYED_DURABILITY = DISABLED, or keep state in another database.");
        }
    }

    @Override
    public void create() {
        sessions.transaction("create the state tables in " + place, session -> {
            AppLock.CONTROL_TABLES.take(
                    session, AppLock.Owner.TRANSACTION, sessions.waits().lock());
            for (String statement : sql.ddl()) {
                session.execute(statement);
            }
            return true;
        });
    }

    @Override
    public <T> T transaction(String doing, Work<T> work) {
        return sessions.transaction(
                doing,
                session -> work.run(new MssqlStateTransaction(
                        session, sql, doing, sessions.waits().lock())));
    }

    @Override
    public void close() {
        sessions.close();
    }
}
