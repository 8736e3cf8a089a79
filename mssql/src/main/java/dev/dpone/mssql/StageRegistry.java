package dev.dpone.mssql;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.DeliveryId;
import dev.dpone.spi.StageAttempt;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Which private tables dpone made, by object id, and which session writes each. The row is there before its session takes the
 * table's lock, so that whoever finds the lock taken can tell by whom; the object id is written in the transaction that creates
 * the table, and is 0 until then.
 */
final class StageRegistry {
    private static final String STAGES = ControlTables.STAGES;

    /** A session that the server does not list, which Babelfish was once seen to do, is entered as one that is never killed. */
    private static final String ENTER = """
            INSERT INTO [dpone].[stages] (schema_name, table_name, object_id, kind, run_id, operation_key, ordinal, attempt,
              fence_epoch, session_id, session_began, created_at)
            SELECT ?, ?, 0, ?, ?, ?, ?, ?, ?, @@SPID,
              COALESCE((SELECT CAST(login_time AS datetime2(3)) FROM sys.dm_exec_sessions WHERE session_id = @@SPID),
                CAST('1900-01-01' AS datetime2(3))), SYSUTCDATETIME()""";

    private static final String MINE =
            " FROM " + STAGES + " WHERE schema_name = ? AND table_name = ? AND operation_key = ?";

    private static final String REGISTER = """
            UPDATE [dpone].[stages] SET object_id = OBJECT_ID(?)
            OUTPUT inserted.object_id
            WHERE schema_name = ? AND table_name = ? AND operation_key = ? AND session_id = @@SPID""";

    private final String schema;
    private final DeliveryId id;

    StageRegistry(String schema, DeliveryId id) {
        this.schema = schema;
        this.id = id;
    }

    String quoted(String table) {
        return Identifier.quoted(schema) + "." + Identifier.quoted(table);
    }

    AppLock lock(String table) {
        return AppLock.stage(schema, table);
    }

    /**
     * Makes the session known as the table's writer, in one statement outside of transactions; to be done before it takes the
     * table's lock.
     *
     * @param attempt the import attempt, or null for the prepared table
     */
    void enter(Session session, String table, @Nullable StageAttempt attempt) throws SQLException {
        checkFence(session);
        session.outside(open -> open.update(
                ENTER,
                schema,
                table,
                attempt == null ? "prepared" : "stage",
                id.runId(),
                id.operationKey(),
                attempt == null ? null : attempt.ordinal(),
                attempt == null ? null : attempt.attempt(),
                id.fenceEpoch()));
    }

    /**
     * Creates a private table and registers it. The caller has entered the session, holds the table's lock, and commits soon:
     * others cannot read the catalog past a table that is being created.
     *
     * @return the table's object id
     */
    long create(Session session, String table, String ddl) throws SQLException {
        try {
            checkFence(session);
            if (objectId(session, table).isPresent()) {
                throw notOwned(table);
            }
        } catch (DponeException e) {
            // Nobody else would come for the row of a table that is never made.
            session.update("DELETE" + MINE + " AND object_id = 0", schema, table, id.operationKey());
            session.commit();
            throw e;
        }
        session.execute(ddl);
        return session.find(REGISTER, row -> row.getLong(1), quoted(table), schema, table, id.operationKey())
                .orElseThrow(() -> new SQLException("The registry has lost this session's entry of " + table));
    }

    /**
     * Whoever takes a run over opens the fence first, then drops what is there under each table's lock: a table of an overtaken
     * process is either dropped by then or, with this look under the same lock, never made.
     */
    private void checkFence(Session session) throws SQLException {
        String sql = "SELECT epoch FROM [dpone].[target_fence] WHERE target_identity = ? AND epoch > ?";
        Optional<Long> later = session.find(sql, row -> row.getLong(1), id.targetIdentity(), id.fenceEpoch());
        if (later.isPresent()) {
            throw new DponeException(
                    ErrorCode.FENCE_LOST,
                    "Another delivery to this target has started since: the fence is at " + later.get()
                            + ", this run opened " + id.fenceEpoch(),
                    "Nothing was published by this run. Let the other one finish, then run again.");
        }
    }

    /** The id of whatever has that name now. */
    OptionalLong objectId(Session session, String table) throws SQLException {
        return session.get("SELECT OBJECT_ID(?)", row -> id(row, 1), quoted(table));
    }

    /**
     * What is known under a table's name.
     *
     * @param objectId the id of whatever has that name now
     * @param registered the id of the table that this delivery registered
     */
    record Entry(OptionalLong objectId, OptionalLong registered) {}

    Entry entry(Session session, String table) throws SQLException {
        return session.get(
                "SELECT OBJECT_ID(?), (SELECT object_id" + MINE + ")",
                row -> new Entry(id(row, 1), id(row, 2)),
                quoted(table),
                schema,
                table,
                id.operationKey());
    }

    private static OptionalLong id(ResultSet row, int column) throws SQLException {
        long found = row.getLong(column);
        return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(found);
    }

    /**
     * The session that made the table, or is about to, if it is still there: the same login, not another with its number. Reads
     * past a transaction that stands still.
     */
    OptionalLong writer(Session session, String table) throws SQLException {
        String sql = """
                SELECT writer.session_id FROM sys.dm_exec_sessions AS writer
                JOIN (SELECT session_id, session_began""" + MINE.replace(STAGES, STAGES + " WITH (NOLOCK)") + """
                ) AS stage ON stage.session_id = writer.session_id AND stage.session_began = CAST(writer.login_time AS datetime2(3))
                WHERE writer.session_id <> @@SPID AND writer.program_name = N'dpone'""";
        Optional<Long> found = session.find(sql, row -> row.getLong(1), schema, table, id.operationKey());
        return found.isPresent() ? OptionalLong.of(found.get()) : OptionalLong.empty();
    }

    /** The session that made the table writes no more to it. */
    void leave(Session session, String table) throws SQLException {
        session.update(
                "UPDATE [dpone].[stages] SET session_id = 0 WHERE schema_name = ? AND table_name = ?", schema, table);
    }

    /** Drops the table and its registration; the caller holds its lock. A table that is not this delivery's stays and is refused. */
    void drop(Session session, String table) throws SQLException {
        Entry entry = entry(session, table);
        if (entry.objectId().isPresent()) {
            if (entry.registered().isEmpty()) {
                throw notOwned(table);
            }
            // Under this lock the name keeps its table: only now is the comparison worth something.
            session.list("SELECT TOP (1) 1 FROM " + quoted(table) + LockMode.EXCLUSIVE.hint(), row -> true);
            if (!objectId(session, table).equals(entry.registered())) {
                throw notOwned(table);
            }
            session.execute("DROP TABLE " + quoted(table));
        }
        session.update("DELETE" + MINE, schema, table, id.operationKey());
    }

    private DponeException notOwned(String table) {
        return new DponeException(
                ErrorCode.STAGE_NOT_OWNED,
                "Table " + schema + "." + table + " has a stage's name, but this delivery did not create it",
                "Look at the table; rename or drop it by hand if it is not needed, then run again.");
    }
}
