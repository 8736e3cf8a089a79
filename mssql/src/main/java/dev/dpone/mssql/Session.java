package dev.dpone.mssql;

import dev.dpone.spi.RunningWork;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One connection without autocommit: short forms of what the target does with it. For one thread, but for {@link
 * #abort} and {@link #stop}. */
final class Session implements AutoCloseable, RunningWork.Session {
    /** Reads a table, which begins a transaction where a mere expression would not. */
    static final String BEGINNING = """
            DECLARE @name sysname;
            SELECT TOP (1) @name = name FROM sys.databases;
            """;

    private static final String BEGIN = BEGINNING + "SELECT @@TRANCOUNT";

    private final Connection jdbc;
    private volatile @Nullable Statement latest;

    Session(Connection jdbc) {
        this.jdbc = jdbc;
    }

    /** Reads one row of a result. */
    @FunctionalInterface
    interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** Reads all rows of a result. */
    @FunctionalInterface
    interface RowsReader<T> {
        T read(ResultSet rows) throws SQLException;
    }

    /** Reads all results of a batch. */
    @FunctionalInterface
    interface ResultsReader<T> {
        T read(Results results) throws SQLException;
    }

    /** The results of a batch, one after the other. */
    static final class Results {
        private final PreparedStatement statement;
        private boolean executed;

        private Results(PreparedStatement statement) {
            this.statement = statement;
        }

        /** The next result's rows. */
        <T> List<T> next(RowReader<T> reader) throws SQLException {
            boolean rows = executed ? statement.getMoreResults() : statement.execute();
            executed = true;
            while (!rows) {
                if (statement.getLargeUpdateCount() < 0) {
                    throw new SQLException("The server answered with fewer results than were asked for");
                }
                rows = statement.getMoreResults();
            }
            try (ResultSet result = statement.getResultSet()) {
                return all(result, reader);
            }
        }
    }

    private static <T> List<T> all(ResultSet rows, RowReader<T> reader) throws SQLException {
        List<T> list = new ArrayList<>();
        while (rows.next()) {
            list.add(reader.read(rows));
        }
        return list;
    }

    <T> List<T> list(String sql, RowReader<T> reader, @Nullable Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepare(sql, parameters);
                ResultSet rows = statement.executeQuery()) {
            return all(rows, reader);
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

    /** What a batch of SELECTs returns, in one round trip. */
    <T> T batch(String sql, ResultsReader<T> reader, @Nullable Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepare(sql, parameters)) {
            return reader.read(new Results(statement));
        }
    }

    /** Streams the rows of a statement without parameters: the driver keeps no more than the packet that it reads. */
    <T> T stream(String sql, RowsReader<T> reader) throws SQLException {
        try (Statement statement = statement();
                ResultSet rows = statement.executeQuery(sql)) {
            return reader.read(rows);
        }
    }

    /** The rows the statement changed, as the server tells. */
    long update(String sql, @Nullable Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepare(sql, parameters)) {
            return statement.executeLargeUpdate();
        }
    }

    /** A statement without parameters. */
    void execute(String sql) throws SQLException {
        try (Statement statement = statement()) {
            statement.execute(sql);
        }
    }

    /** The rows that a statement without parameters changed. */
    long executeUpdate(String sql) throws SQLException {
        try (Statement statement = statement()) {
            return statement.executeLargeUpdate(sql);
        }
    }

    private Statement statement() throws SQLException {
        Statement statement = jdbc.createStatement();
        latest = statement;
        statement.setEscapeProcessing(false);
        return statement;
    }

    private PreparedStatement prepare(String sql, @Nullable Object... parameters) throws SQLException {
        PreparedStatement statement = jdbc.prepareStatement(sql);
        latest = statement;
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
        return statement;
    }

    /** The driver's connection, for its bulk copy. */
    Connection jdbc() {
        return jdbc;
    }

    /** Begins a transaction unless one is open. */
    void begin() throws SQLException {
        requireOne(get(BEGIN, row -> row.getInt(1)));
    }

    static void requireOne(int depth) throws SQLException {
        if (depth != 1) {
            throw new SQLException("One transaction must be open, but the server counts " + depth);
        }
    }

    /** Does work outside of any transaction: each statement is over when it returns. Commits first. */
    <T> T outside(Sessions.Work<T> work) throws SQLException {
        jdbc.setAutoCommit(true);
        T result = work.run(this);
        jdbc.setAutoCommit(false);
        return result;
    }

    void commit() throws SQLException {
        jdbc.commit();
    }

    void rollback() throws SQLException {
        jdbc.rollback();
    }

    /** Closes the socket, so that whatever runs on the connection fails soon. From any thread. */
    void abort() {
        try {
            jdbc.abort(Runnable::run);
        } catch (SQLException e) {
            throw new IllegalStateException("The driver closes its socket without asking the server", e);
        }
    }

    /** Asks the server to end what it does for the session, and closes the socket. From any thread. */
    @Override
    public void stop() {
        Statement running = latest;
        if (running != null) {
            try {
                running.cancel();
            } catch (SQLException e) {
                // It has ended, or the server cannot be asked; either way the socket is closed.
                abort();
                return;
            }
        }
        abort();
    }

    /** Rolls back what was not committed, and ends the session. Never fails: a lost session is over as well. */
    @Override
    public void close() {
        try (Connection closing = jdbc) {
            if (!closing.isClosed()) {
                closing.rollback();
            }
        } catch (SQLException e) {
            abort();
        }
    }
}
