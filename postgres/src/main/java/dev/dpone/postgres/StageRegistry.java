package dev.dpone.postgres;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.DeliveryId;
import dev.dpone.spi.RegisteredTable;
import dev.dpone.spi.StageAttempt;
import dev.dpone.spi.StageUsage;
import dev.dpone.spi.TableRef;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Which private tables dpone made, by relation oid: a row is written in the transaction that creates its table. */
final class StageRegistry {
    private static final String RELATION = """
            SELECT c.oid::bigint FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = ? AND c.relname = ?""";

    private final String schema;
    private final DeliveryId id;

    StageRegistry(String schema, DeliveryId id) {
        this.schema = schema;
        this.id = id;
    }

    String quoted(String table) {
        return Identifier.quoted(schema) + "." + Identifier.quoted(table);
    }

    AdvisoryLock lock(String table) {
        return AdvisoryLock.stage(schema, table);
    }

    /**
     * Creates a private table and registers it. The caller holds its lock.
     *
     * @param attempt the import attempt, or null for the prepared table
     * @return the table's oid
     */
    long create(Session session, String table, String columns, @Nullable StageAttempt attempt) throws SQLException {
        checkFence(session);
        if (relation(session, table).isPresent()) {
            throw notOwned(table);
        }
        session.execute(TableSql.createPrivate(quoted(table), columns));
        long oid = relation(session, table).orElseThrow();
        String insert = """
                INSERT INTO dpone.stages (schema_name, table_name, relation_oid, kind, run_id, operation_key,
                  ordinal, attempt, fence_epoch)
                VALUES (?, ?, ?::bigint::oid, ?, ?, ?, ?::integer, ?::integer, ?)""";
        session.update(
                insert,
                schema,
                table,
                oid,
                attempt == null ? "prepared" : "stage",
                id.runId(),
                id.operationKey(),
                attempt == null ? null : attempt.ordinal(),
                attempt == null ? null : attempt.attempt(),
                id.fenceEpoch());
        return oid;
    }

    /**
     * Whoever takes a run over opens the fence first, then drops what is there under each table's lock: a table of an overtaken
     * process is either dropped by then or, with this look under the same lock, never made.
     */
    private void checkFence(Session session) throws SQLException {
        String sql = "SELECT epoch FROM dpone.target_fence WHERE target_identity = ? AND epoch > ?";
        Optional<Long> later = session.find(sql, row -> row.getLong(1), id.targetIdentity(), id.fenceEpoch());
        if (later.isPresent()) {
            throw new DponeException(
                    ErrorCode.FENCE_LOST,
                    "Another delivery to this target has started since: the fence is at " + later.get()
                            + ", this run opened " + id.fenceEpoch(),
                    "Nothing was published by this run. Let the other one finish, then run again.");
        }
    }

    /** The oid of whatever has that name now. */
    OptionalLong relation(Session session, String table) throws SQLException {
        return longOf(session.find(RELATION, row -> row.getLong(1), schema, table));
    }

    /** The oid of the table that this delivery registered under that name. */
    OptionalLong registered(Session session, String table) throws SQLException {
        String sql = """
                SELECT relation_oid::bigint FROM dpone.stages
                WHERE schema_name = ? AND table_name = ? AND operation_key = ?""";
        return longOf(session.find(sql, row -> row.getLong(1), schema, table, id.operationKey()));
    }

    private static OptionalLong longOf(Optional<Long> value) {
        return value.isPresent() ? OptionalLong.of(value.get()) : OptionalLong.empty();
    }

    /** Drops the table and its registration; the caller holds its lock. A table that is not this delivery's stays and is refused. */
    void drop(Session session, String table) throws SQLException {
        OptionalLong registered = registered(session, table);
        if (relation(session, table).isPresent()) {
            if (registered.isEmpty()) {
                throw notOwned(table);
            }
            // Under this lock the name keeps its table: only now is the comparison worth something.
            session.execute("LOCK TABLE " + quoted(table) + " IN ACCESS EXCLUSIVE MODE");
            if (!relation(session, table).equals(registered)) {
                throw notOwned(table);
            }
            session.execute("DROP TABLE " + quoted(table));
        }
        session.update(
                "DELETE FROM dpone.stages WHERE schema_name = ? AND table_name = ? AND operation_key = ?",
                schema,
                table,
                id.operationKey());
    }

    /** Ends the sessions of dpone that hold a lock on a table of this delivery. Returns how many there were. */
    int terminateReaders(Session session, String table) throws SQLException {
        String sql = """
                SELECT pg_terminate_backend(activity.pid)
                FROM dpone.stages AS stages
                  JOIN pg_locks AS locks ON locks.relation = stages.relation_oid
                  JOIN pg_stat_activity AS activity ON activity.pid = locks.pid
                WHERE stages.schema_name = ? AND stages.table_name = ? AND stages.operation_key = ?
                  AND locks.granted AND locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())
                  AND activity.application_name = 'dpone' AND activity.pid <> pg_backend_pid()
                """;
        return session.list(sql, row -> row.getBoolean(1), schema, table, id.operationKey())
                .size();
    }

    private DponeException notOwned(String table) {
        return new DponeException(
                ErrorCode.STAGE_NOT_OWNED,
                "Table " + schema + "." + table + " has a stage's name, but this delivery did not create it",
                "Look at the table; rename or drop it by hand if it is not needed, then run again.");
    }

    /** Count and size of every registered table there is, other deliveries' included. */
    static StageUsage usage(Session session) throws SQLException {
        String sql = """
                SELECT count(size), coalesce(sum(size), 0)::bigint FROM (
                  SELECT pg_total_relation_size(s.relation_oid) AS size
                  FROM dpone.stages s JOIN pg_class c ON c.oid = s.relation_oid) AS sizes""";
        return session.get(sql, row -> new StageUsage(row.getLong(1), row.getLong(2)));
    }

    /** Every row of the registry, with what is left of its table. */
    static List<RegisteredTable> all(Session session) throws SQLException {
        String sql = """
                SELECT s.schema_name, s.table_name, s.run_id, c.oid IS NOT NULL,
                  coalesce(pg_total_relation_size(c.oid), 0), s.created_at
                FROM dpone.stages s LEFT JOIN pg_class c ON c.oid = s.relation_oid
                ORDER BY s.created_at, s.table_name""";
        return session.list(
                sql,
                row -> new RegisteredTable(
                        new TableRef(row.getString(1), row.getString(2)),
                        row.getString(3),
                        row.getBoolean(4),
                        row.getLong(5),
                        row.getObject(6, OffsetDateTime.class).toInstant()));
    }
}
