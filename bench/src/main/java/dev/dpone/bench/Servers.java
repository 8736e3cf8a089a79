package dev.dpone.bench;

import dev.dpone.sandbox.ClickHouseServer;
import dev.dpone.sandbox.PostgresServer;
import dev.dpone.sandbox.rows.ProfileTable;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/** The two real servers of a measurement. */
final class Servers implements AutoCloseable {
    static final String DATABASE = "dpone_bench";

    private final ClickHouseServer clickhouse;
    private final PostgresServer postgres;

    Servers(ClickHouseServer clickhouse, PostgresServer postgres) {
        this.clickhouse = clickhouse;
        this.postgres = postgres;
    }

    void makeSource(ProfileTable table, long rows) {
        table.create(DATABASE, rows).forEach(clickhouse::execute);
    }

    /** Connections named {@code source} and {@code target}. */
    Map<String, String> forDpone() {
        Map<String, String> variables = new HashMap<>();
        variables.put("DPONE_CONN_SOURCE_HOST", clickhouse.httpUrl().getHost());
        variables.put("DPONE_CONN_SOURCE_PORT", Integer.toString(clickhouse.httpPort()));
        variables.put("DPONE_CONN_SOURCE_USERNAME", clickhouse.username());
        variables.put("DPONE_CONN_SOURCE_PASSWORD", clickhouse.password());
        variables.put("DPONE_CONN_TARGET_HOST", postgres.host());
        variables.put("DPONE_CONN_TARGET_PORT", Integer.toString(postgres.port()));
        variables.put("DPONE_CONN_TARGET_DATABASE", postgres.database());
        variables.put("DPONE_CONN_TARGET_USERNAME", postgres.username());
        variables.put("DPONE_CONN_TARGET_PASSWORD", postgres.password());
        return variables;
    }

    Map<String, String> forScript(ProfileTable table, String target) {
        Map<String, String> variables = new HashMap<>();
        variables.put("SCRIPT_URL", clickhouse.httpUrl().toString());
        variables.put("SCRIPT_CLICKHOUSE_USER", clickhouse.username());
        variables.put("SCRIPT_CLICKHOUSE_PASSWORD", clickhouse.password());
        variables.put("SCRIPT_QUERY", table.csvQuery(DATABASE));
        variables.put("SCRIPT_JDBC", postgres.jdbcUrl());
        variables.put("SCRIPT_USER", postgres.username());
        variables.put("SCRIPT_PASSWORD", postgres.password());
        variables.put("SCRIPT_TABLE", target);
        return variables;
    }

    String versions() throws SQLException {
        return "ClickHouse " + clickhouse.execute("SELECT version()").strip() + ", PostgreSQL "
                + ask("SELECT split_part(current_setting('server_version'), ' ', 1) || ' with fsync '"
                        + " || current_setting('fsync') || ', shared_buffers ' || current_setting('shared_buffers')");
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = postgres.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The first value of the answer. */
    String ask(String sql) throws SQLException {
        try (Connection connection = postgres.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            if (!rows.next()) {
                throw new SQLException("no row: " + sql);
            }
            return String.valueOf(rows.getString(1));
        }
    }

    @Override
    public void close() {
        try (clickhouse) {
            postgres.close();
        }
    }
}
