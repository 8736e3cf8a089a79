package dev.dpone.postgres;

import dev.dpone.spi.RunningWork;
import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;
import org.postgresql.copy.CopyOut;

/** One connection without autocommit: short forms of what the target does with it. For one thread, but for {@link #stop}. */
final class Session implements AutoCloseable, RunningWork.Session {
    private static final int COPY_BUFFER = 256 * 1024;

    private final Connection jdbc;

    Session(Connection jdbc) {
        this.jdbc = jdbc;
    }

    /** Reads one row of a result. */
    @FunctionalInterface
    interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    <T> List<T> list(String sql, RowReader<T> reader, @Nullable Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepare(sql, parameters);
                ResultSet rows = statement.executeQuery()) {
            List<T> list = new ArrayList<>();
            while (rows.next()) {
                list.add(reader.read(rows));
            }
            return list;
        }
    }

    /** The first row, if there is one. */
    <T> Optional<T> find(String sql, RowReader<T> reader, @Nullable Object... parameters) throws SQLException {
        return list(sql, reader, parameters).stream().findFirst();
    }

    /** The first row of a statement that always has one. */
    <T> T get(String sql, RowReader<T> reader, @Nullable Object... parameters) throws SQLException {
        return find(sql, reader, parameters).orElseThrow(() -> new SQLException("No row came back from: " + sql));
    }

    /** The rows the statement changed, as the server tells. */
    long update(String sql, @Nullable Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepare(sql, parameters)) {
            return statement.executeLargeUpdate();
        }
    }

    /** A statement that takes no parameters and may hold question marks. */
    void execute(String sql) throws SQLException {
        try (java.sql.Statement statement = jdbc.createStatement()) {
            statement.setEscapeProcessing(false);
            statement.execute(sql);
        }
    }

    private PreparedStatement prepare(String sql, @Nullable Object... parameters) throws SQLException {
        PreparedStatement statement = jdbc.prepareStatement(sql);
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
        return statement;
    }

    /** The rows the server took. */
    long copyIn(String sql, InputStream from) throws SQLException, IOException {
        return copies().copyIn(sql, from, COPY_BUFFER);
    }

    void copyOut(String sql, Consumer<byte[]> pieces) throws SQLException {
        CopyOut copy = copies().copyOut(sql);
        try {
            for (byte[] piece = copy.readFromCopy(); piece != null; piece = copy.readFromCopy()) {
                pieces.accept(piece);
            }
        } finally {
            if (copy.isActive()) {
                copy.cancelCopy();
            }
        }
    }

    private CopyManager copies() throws SQLException {
        return jdbc.unwrap(PGConnection.class).getCopyAPI();
    }

    /** Bounds the waits for locks until the end of the transaction. */
    void limitLockWaits(java.time.Duration wait) throws SQLException {
        get("SELECT set_config('lock_timeout', ?, true)", row -> true, Math.max(1, wait.toMillis()) + "ms");
    }

    void commit() throws SQLException {
        jdbc.commit();
    }

    /** Makes whatever runs on the connection fail soon. From any thread. */
    @Override
    public void stop() {
        try {
            jdbc.unwrap(PGConnection.class).cancelQuery();
        } catch (SQLException e) {
            // Closing the socket below ends the session too, only later.
            closeSocket();
            return;
        }
        closeSocket();
    }

    private void closeSocket() {
        try {
            jdbc.abort(Runnable::run);
        } catch (SQLException e) {
            throw new IllegalStateException("The driver closes its socket without asking the server", e);
        }
    }

    /** Rolls back what was not committed, and ends the session. Never fails: a lost session is over as well. */
    @Override
    public void close() {
        try (Connection closing = jdbc) {
            if (!closing.isClosed()) {
                closing.rollback();
            }
        } catch (SQLException e) {
            closeSocket();
        }
    }
}
