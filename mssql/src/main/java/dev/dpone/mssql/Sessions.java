package dev.dpone.mssql;

import com.microsoft.sqlserver.jdbc.SQLServerDriver;
import dev.dpone.error.DponeException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Opens sessions on one server, and knows what it can do. Keeps a few that did their work, since opening one costs more than
 * most work. Thread-safe.
 */
final class Sessions implements AutoCloseable {
    private static final int KEPT = 8;
    private static final Duration KEPT_FOR = Duration.ofSeconds(10);

    /**
     * What every session depends on, whatever the login's and the database's own settings are. Under a stricter level a
     * transaction would not see what committed while it waited for a lock.
     */
    private static final String SETTINGS = """
            SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
            SET XACT_ABORT, ARITHABORT, ANSI_NULLS, ANSI_PADDING, ANSI_WARNINGS, CONCAT_NULL_YIELDS_NULL, QUOTED_IDENTIFIER ON;
            SET NUMERIC_ROUNDABORT, NOCOUNT OFF;
            SET ROWCOUNT 0;
            SET LOCK_TIMEOUT\s""";

    private final ConnectionSettings settings;
    private final Waits waits;
    private final ReentrantLock probing = new ReentrantLock();
    private final Deque<Idle> idle = new ConcurrentLinkedDeque<>();
    private volatile @Nullable Capabilities capabilities;
    private volatile boolean closed;

    /** A session without transaction or lock that may be used again. */
    private record Idle(Session session, long since) {
        boolean fresh() {
            return System.nanoTime() - since < KEPT_FOR.toNanos();
        }
    }

    Sessions(ConnectionSettings settings, Waits waits) {
        this.settings = settings;
        this.waits = waits;
    }

    Waits waits() {
        return waits;
    }

    /** Host, port and database, for messages and as a server's last-resort identity. */
    String address() {
        return settings.address();
    }

    /** A step of work on a session. */
    @FunctionalInterface
    interface Work<T> {
        T run(Session session) throws SQLException;
    }

    /** What the server can do: asked once, at the first need. */
    Capabilities capabilities() {
        Capabilities known = capabilities;
        if (known != null) {
            return known;
        }
        probing.lock();
        try {
            known = capabilities;
            if (known == null) {
                known = CapabilityProbe.probe(this);
                capabilities = known;
            }
            return known;
        } finally {
            probing.unlock();
        }
    }

    /**
     * Runs the work in one transaction on a session that nobody else uses, and commits.
     *
     * @param doing to follow "Cannot " when it fails
     */
    <T> T transaction(String doing, Work<T> work) {
        Session session = take(doing);
        boolean done = false;
        try {
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
            }
        }
    }

    /** A kept session that still answers, or a new one. */
    Session take(String doing) {
        for (Idle kept = idle.pollFirst(); kept != null; kept = idle.pollFirst()) {
            try {
                if (kept.fresh()) {
                    kept.session().begin();
                    return kept.session();
                }
            } catch (SQLException e) {
                kept.session().abort();
            }
            kept.session().close();
        }
        return open(doing);
    }

    /** Takes a session back that has neither transaction nor lock. */
    void keep(Session session) {
        if (closed || idle.size() >= KEPT) {
            session.close();
            return;
        }
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

    /** A session of the caller's own, whose first statement begins a transaction. */
    Session open(String doing) {
        Connection jdbc = connect();
        try {
            try (Statement statement = jdbc.createStatement()) {
                statement.execute(SETTINGS + Math.max(1, waits.lock().toMillis()));
            }
            jdbc.setAutoCommit(false);
            return new Session(jdbc);
        } catch (SQLException e) {
            DponeException failure = SqlErrors.translate(doing, e);
            try {
                jdbc.close();
            } catch (SQLException secondary) {
                failure.addSuppressed(secondary);
            }
            throw failure;
        }
    }

    private Connection connect() {
        try {
            Connection jdbc = new SQLServerDriver().connect(settings.url(), settings.driverProperties(waits.connect()));
            if (jdbc == null) {
                throw new IllegalStateException("The driver does not take the URL it parsed");
            }
            return jdbc;
        } catch (SQLException e) {
            throw SqlErrors.translateConnecting("connect to " + settings.address(), e);
        }
    }
}
