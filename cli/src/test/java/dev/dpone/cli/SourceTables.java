package dev.dpone.cli;

import dev.dpone.sandbox.SharedServers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Tables on the shared servers, each test with names of its own. */
final class SourceTables {
    static final String DATABASE = "tests";
    /** The sandbox's user has the name of dpone's own schema, which would come first. */
    private static final String SEARCH_PATH = "SET search_path TO public";

    private static final AtomicInteger NEXT = new AtomicInteger();

    private SourceTables() {}

    /** A new table's name. */
    static String name() {
        return "t" + NEXT.incrementAndGet() + "_" + ProcessHandle.current().pid();
    }

    /** A new ClickHouse table with these columns, filled by a SELECT. */
    static String create(String columns, String select) {
        String table = name();
        clickhouse("CREATE DATABASE IF NOT EXISTS " + DATABASE + " ENGINE = Atomic");
        clickhouse("CREATE TABLE " + DATABASE + "." + table + " (" + columns + ") ENGINE = MergeTree ORDER BY tuple()");
        insert(table, select);
        return table;
    }

    static void insert(String table, String select) {
        clickhouse("INSERT INTO " + DATABASE + "." + table + " " + select);
    }

    static String clickhouse(String sql) {
        return SharedServers.clickhouse().execute(sql);
    }

    static void postgres(String... statements) {
        try (Connection connection = SharedServers.postgres().connect();
                Statement statement = connection.createStatement()) {
            statement.execute(SEARCH_PATH);
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The query's rows, values joined by {@code |}. */
    static List<String> rows(String sql) {
        List<String> rows = new ArrayList<>();
        try (Connection connection = SharedServers.postgres().connect();
                Statement statement = connection.createStatement()) {
            statement.execute(SEARCH_PATH);
            try (ResultSet result = statement.executeQuery(sql)) {
                int columns = result.getMetaData().getColumnCount();
                while (result.next()) {
                    List<String> values = new ArrayList<>();
                    for (int i = 1; i <= columns; i++) {
                        values.add(String.valueOf(result.getString(i)));
                    }
                    rows.add(String.join("|", values));
                }
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** dpone's stage and prepared tables now in the target database. */
    static List<String> stagingTables() {
        return rows("SELECT tablename FROM pg_tables WHERE schemaname = 'dpone_stage' ORDER BY 1");
    }
}
