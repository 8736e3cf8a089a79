package dev.dpone.cli.bench;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Statements on a connection of the harness's own to the target. For one thread. */
final class Sql implements AutoCloseable {
    private final Connection connection;

    Sql(Connection connection) {
        this.connection = connection;
    }

    void execute(String... statements) {
        for (String sql : statements) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            } catch (SQLException e) {
                throw failed(sql, e);
            }
        }
    }

    /** The query's rows, values joined by {@code |}, NULL as {@code null}. */
    List<String> rows(String sql) {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<String> rows = new ArrayList<>();
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    values.add(String.valueOf(result.getString(i)));
                }
                rows.add(String.join("|", values));
            }
            return rows;
        } catch (SQLException e) {
            throw failed(sql, e);
        }
    }

    long number(String sql) {
        return Long.parseLong(rows(sql).get(0));
    }

    /** Begins a transaction that {@link #rollback} ends. */
    void begin() {
        try {
            connection.setAutoCommit(false);
        } catch (SQLException e) {
            throw failed("BEGIN", e);
        }
    }

    void rollback() {
        try {
            connection.rollback();
            connection.setAutoCommit(true);
        } catch (SQLException e) {
            throw failed("ROLLBACK", e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw failed("closing the connection", e);
        }
    }

    private static IllegalStateException failed(String sql, SQLException cause) {
        return new IllegalStateException(
                "The benchmark's own statement failed: " + sql + ": " + cause.getMessage(), cause);
    }
}
