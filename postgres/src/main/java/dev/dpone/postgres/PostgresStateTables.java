package dev.dpone.postgres;

import dev.dpone.spi.ConnectionSpec;
import dev.dpone.state.database.StateTables;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;

/** The tables of a state store. Keeps sessions for a while, since a delivery appends often. Thread-safe. */
final class PostgresStateTables implements StateTables {
    /** A server that says nothing for longer is taken for lost; no statement here waits longer than for a lock. */
    private static final Duration ANSWER_AFTER_LOCK = Duration.ofSeconds(30);

    private static final Duration KEPT_FOR = Duration.ofSeconds(10);

    /** A lost server must not forget what was committed; nothing may weaken that for a role or a database. */
    private static final String BEGIN = """
            SELECT set_config('lock_timeout', ?, true),
              set_config('synchronous_commit',
                CASE current_setting('synchronous_commit') WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, true)
            """;

    private static final String TABLES = """
            SELECT count(*) FROM pg_class
            WHERE relname IN ('journal', 'leases', 'checkpoints') AND relkind IN ('r', 'p')
              AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = ?)""";

    private final Sessions sessions;
    private final StateSql sql;
    private final String place;
    private final Deque<Idle> idle = new ConcurrentLinkedDeque<>();
    private volatile boolean closed;

    private record Idle(Session session, long since) {
        boolean fresh() {
            return System.nanoTime() - since < KEPT_FOR.toNanos();
        }
    }

    PostgresStateTables(ConnectionSpec connection, StateSql sql, Waits waits) {
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
        return work("look for the state tables in " + place, this::isComplete);
    }

    private boolean isComplete(Session session) throws SQLException {
        return session.get(TABLES, row -> row.getInt(1), sql.schema()) == 3;
    }

    @Override
    public void create() {
        work("create the state tables in " + place, session -> {
            AdvisoryLock.CONTROL_TABLES.take(session);
            boolean schemaExists = ControlTables.schemaExists(session, sql.schema());
            // The server asks for the right to create a schema even under IF NOT EXISTS.
            for (String statement :
                    sql.ddl().subList(schemaExists ? 1 : 0, sql.ddl().size())) {
                session.execute(statement);
            }
            return true;
        });
    }

    @Override
    public <T> T transaction(String doing, Work<T> work) {
        return work(doing, session -> work.run(new PostgresStateTransaction(session, sql, doing)));
    }

    private <T> T work(String doing, Sessions.Work<T> work) {
        Session session = take(doing);
        boolean done = false;
        try {
            session.get(BEGIN, row -> true, Math.max(1, sessions.waits().lock().toMillis()) + "ms");
            T result = work.run(session);
            session.commit();
            done = true;
            return result;
        } catch (SQLException e) {
            throw SqlErrors.translate(doing, e);
        } finally {
            if (done) {
                keep(session);
            } else {
                session.close();
                // What ended this session may have ended the others.
                closeIdle();
            }
        }
    }

    private Session take(String doing) {
        for (Idle kept = idle.pollFirst(); kept != null; kept = idle.pollFirst()) {
            if (kept.fresh()) {
                return kept.session();
            }
            kept.session().close();
        }
        return sessions.open(doing);
    }

    private void keep(Session session) {
        idle.addFirst(new Idle(session, System.nanoTime()));
        if (closed) {
            closeIdle();
        }
    }

    private void closeIdle() {
        for (Idle kept = idle.pollFirst(); kept != null; kept = idle.pollFirst()) {
            kept.session().close();
        }
    }

    @Override
    public void close() {
        closed = true;
        closeIdle();
    }
}
