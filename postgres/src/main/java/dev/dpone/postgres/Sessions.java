package dev.dpone.postgres;

import dev.dpone.error.DponeException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import org.postgresql.Driver;

/** Opens sessions on one server. Thread-safe. */
final class Sessions {
    /** What every session depends on, whatever the role's own settings are. */
    private static final String DEFAULTS = """
            SELECT set_config('synchronous_commit', 'on', false)
            FROM (VALUES (current_setting('synchronous_commit'))) AS current(value) WHERE value = 'off'
            """;

    private final ConnectionSettings settings;
    private final Waits waits;

    Sessions(ConnectionSettings settings, Waits waits) {
        this.settings = settings;
        this.waits = waits;
    }

    Waits waits() {
        return waits;
    }

    /** A step of work on a session. */
    @FunctionalInterface
    interface Work<T> {
        T run(Session session) throws SQLException;
    }

    /**
     * Runs the work in one transaction on a session of its own, and commits.
     *
     * @param doing to follow "Cannot " when it fails
     */
    <T> T transaction(String doing, Work<T> work) {
        try (Session session = open(doing)) {
            session.limitLockWaits(waits.lock());
            T result = work.run(session);
            session.commit();
            return result;
        } catch (SQLException e) {
            throw SqlErrors.translate(doing, e);
        }
    }

    /** A session in a transaction. */
    Session open(String doing) {
        Connection jdbc = connect();
        try {
            jdbc.setAutoCommit(false);
            Session session = new Session(jdbc);
            session.list(DEFAULTS, row -> true);
            for (Map.Entry<String, String> setting : settings.serverSettings().entrySet()) {
                session.get("SELECT set_config(?, ?, false)", row -> true, setting.getKey(), setting.getValue());
            }
            session.commit();
            // Under a stricter level a transaction would not see what committed while it waited for a lock.
            jdbc.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            return session;
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
        Properties properties = settings.driverProperties(waits.connect());
        try {
            Connection jdbc = new Driver().connect(settings.url(), properties);
            if (jdbc == null) {
                throw new IllegalStateException("The driver does not take the URL it parsed");
            }
            return jdbc;
        } catch (SQLException e) {
            throw SqlErrors.translate("connect to " + settings.address(), e);
        }
    }
}
