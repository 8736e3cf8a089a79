package dev.dpone.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class PostgresServerTest {
    @Test
    void keepsCommittedRowsThroughCrashAndRestart() throws SQLException {
        try (PostgresServer server = PostgresServer.start(step -> {})) {
            execute(server, "CREATE TABLE kept AS SELECT 7 AS value");
            server.kill();
            server.restart();
            assertThat(query(server, "SELECT value FROM kept")).isEqualTo("7");
            server.restart();
            assertThat(query(server, "SELECT current_user || ' ' || current_database()"))
                    .isEqualTo("dpone dpone");
        }
    }

    static void execute(PostgresServer server, String sql) throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    static String query(PostgresServer server, String sql) throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
