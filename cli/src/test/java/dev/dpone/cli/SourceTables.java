package dev.dpone.cli;

import dev.dpone.sandbox.SharedServers;
import java.util.concurrent.atomic.AtomicInteger;

/** Tables in the shared ClickHouse, each test with names of its own. */
final class SourceTables {
    static final String DATABASE = "tests";
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
}
