package dev.dpone.faults;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Statements on a connection of the harness's own. */
final class Sql implements AutoCloseable {
    private static final int TIMEOUT_SECONDS = 120;

    private final Connection connection;

    Sql(Engine engine) {
        try {
            connection = engine.connect();
        } catch (SQLException e) {
            throw new IllegalStateException("The harness cannot connect to the target", e);
        }
    }

    void execute(String... statements) {
        for (String sql : statements) {
            try (Statement statement = connection.createStatement()) {
                statement.setQueryTimeout(TIMEOUT_SECONDS);
                statement.execute(sql);
            } catch (SQLException e) {
                throw new IllegalStateException(sql, e);
            }
        }
    }

    /** The numbers of the one row that comes back. */
    List<Long> numbers(String sql) {
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(TIMEOUT_SECONDS);
            try (ResultSet row = statement.executeQuery(sql)) {
                row.next();
                List<Long> numbers = new ArrayList<>();
                for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                    numbers.add(row.getLong(i));
                }
                return numbers;
            }
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    long number(String sql) {
        return numbers(sql).get(0);
    }

    /** Runs statements in a transaction that is rolled back. */
    void insideTransaction(Runnable work) {
        try {
            connection.setAutoCommit(false);
            try {
                work.run();
            } finally {
                connection.rollback();
                connection.setAutoCommit(true);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    static String list(List<String> values) {
        return "('" + String.join("', '", values) + "')";
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
