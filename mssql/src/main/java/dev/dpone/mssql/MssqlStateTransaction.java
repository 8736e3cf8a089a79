package dev.dpone.mssql;

import dev.dpone.canonical.RunId;
import dev.dpone.state.database.StateTransaction;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The state store's statements on one session. Locking hints would not keep others out on every engine; the lock does. */
final class MssqlStateTransaction implements StateTransaction {
    private final Session session;
    private final StateSql sql;
    private final String doing;
    private final Duration lockWait;

    MssqlStateTransaction(Session session, StateSql sql, String doing, Duration lockWait) {
        this.session = session;
        this.sql = sql;
        this.doing = doing;
        this.lockWait = lockWait;
    }

    private <T> T step(Sessions.Work<T> work) {
        try {
            return work.run(session);
        } catch (SQLException e) {
            throw SqlErrors.translate(doing, e);
        }
    }

    @Override
    public Instant lock(String name) {
        return step(open -> {
            AppLock.state(sql.schema(), name).take(open, AppLock.Owner.TRANSACTION, lockWait);
            return open.get("SELECT SYSUTCDATETIME()", row -> row.getObject(1, LocalDateTime.class))
                    .toInstant(ZoneOffset.UTC);
        });
    }

    @Override
    public SortedMap<Long, byte[]> lines(RunId run, long from) {
        SortedMap<Long, byte[]> lines = new TreeMap<>();
        step(open -> open.list(sql.lines(), row -> lines.put(row.getLong(1), row.getBytes(2)), run.value(), from));
        return lines;
    }

    /** Asks first: under XACT_ABORT a duplicate key would end the transaction. */
    @Override
    public boolean add(RunId run, long seq, byte[] line) {
        return step(open -> {
            boolean taken = open.get(sql.has(), row -> row.getInt(1) > 0, run.value(), seq);
            return !taken && open.update(sql.add(), run.value(), seq, line) == 1;
        });
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
        step(open -> {
            long updated = open.update(sql.update(table), line, key);
            return updated == 1 ? updated : open.update(sql.insert(table), line, key);
        });
    }
}
