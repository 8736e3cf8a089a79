package dev.dpone.postgres;

import dev.dpone.canonical.RunId;
import dev.dpone.state.database.StateTransaction;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The state store's statements on one session. */
final class PostgresStateTransaction implements StateTransaction {
    private final Session session;
    private final StateSql sql;
    private final String doing;

    PostgresStateTransaction(Session session, StateSql sql, String doing) {
        this.session = session;
        this.sql = sql;
        this.doing = doing;
    }

    private <T> T step(Sessions.Work<T> work) {
        try {
            return work.run(session);
        } catch (SQLException e) {
            throw SqlErrors.translate(doing, e);
        }
    }

    /** The clock is asked in a statement of its own: it must not be read before the lock was had. */
    @Override
    public Instant lock(String name) {
        return step(open -> {
            AdvisoryLock.state(sql.schema(), name).take(open);
            return open.get("SELECT clock_timestamp()", row -> row.getObject(1, OffsetDateTime.class))
                    .toInstant();
        });
    }

    @Override
    public SortedMap<Long, byte[]> lines(RunId run, long from) {
        SortedMap<Long, byte[]> lines = new TreeMap<>();
        step(open -> open.list(sql.lines(), row -> lines.put(row.getLong(1), row.getBytes(2)), run.value(), from));
        return lines;
    }

    @Override
    public boolean add(RunId run, long seq, byte[] line) {
        return step(open -> open.update(sql.add(), run.value(), seq, line)) == 1;
    }

    @Override
    public List<String> runs() {
        return step(open -> open.list(sql.runs(), row -> row.getString(1)));
    }

    @Override
    public Optional<byte[]> read(KeyedTable table, String key) {
        return step(open -> open.find(sql.read(table), row -> row.getBytes(1), key));
    }

    @Override
    public void write(KeyedTable table, String key, byte[] line) {
        step(open -> open.update(sql.write(table), key, line));
    }
}
