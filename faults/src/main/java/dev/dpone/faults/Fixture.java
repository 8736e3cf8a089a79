package dev.dpone.faults;

import dev.dpone.sandbox.ClickHouseServer;
import java.util.List;

/**
 * The rows of every trial: one source table, what a target holds before, and what it has to hold after, for each strategy.
 * Both sides compute them from row numbers by formulas of their own dialect; dpone has no part in it.
 */
final class Fixture implements AutoCloseable {
    static final int ROWS = 24_000;
    static final String DATABASE = "faults";
    static final String SOURCE = "rows";

    private static final int OLD_ROWS = 1_500;
    private static final String SOURCE_ROWS = """
            INSERT INTO faults.rows SELECT toUInt32(number),
              multiIf(number % 7 = 0, NULL, number % 11 = 0, '', concat('имя-', toString(number), '-😀é')),
              if(number % 5 = 0, NULL, toDecimal64(toInt64(number) * 37 - 100000, 4) / 10000),
              number / 8,
              toDateTime64('2026-09-27 00:00:00', 3, 'UTC') + toIntervalMillisecond(number * 3000 + number % 1000),
              if(number % 13 = 0, NULL, toDate('2020-01-01') + toIntervalDay(number % 3650)),
              number % 3 = 0
            FROM numbers(ROWS)""";

    private final Engine engine;
    private final String prefix;

    Fixture(Engine engine, String prefix) {
        this.engine = engine;
        this.prefix = prefix;
    }

    static void createSource(ClickHouseServer source) {
        source.execute("CREATE DATABASE faults ENGINE = Atomic");
        source.execute("CREATE TABLE faults.rows (id UInt32, name Nullable(String), amount Nullable(Decimal(18, 4)),"
                + " ratio Float64, at DateTime64(3, 'UTC'), day Nullable(Date), flag Bool)"
                + " ENGINE = MergeTree ORDER BY id");
        source.execute(SOURCE_ROWS.replace("ROWS", String.valueOf(ROWS)));
    }

    void create() {
        try (Sql sql = new Sql(engine)) {
            String numbers = name("numbers");
            sql.execute("CREATE TABLE " + numbers + " (n int NOT NULL)", "INSERT INTO " + numbers + " VALUES (0)");
            for (int count = 1; count < ROWS; count *= 2) {
                sql.execute("INSERT INTO " + numbers + " SELECT n + " + count + " FROM " + numbers);
            }
            String source = "SELECT " + engine.row() + " FROM " + numbers + " WHERE n < " + ROWS;
            create(sql, before(), "");
            sql.execute("INSERT INTO " + before() + " SELECT " + engine.oldRow() + " FROM " + numbers + " WHERE n < "
                    + OLD_ROWS);
            for (Mode mode : Mode.values()) {
                create(sql, after(mode), "");
                sql.execute("INSERT INTO " + after(mode) + " " + source);
                sql.execute("INSERT INTO " + after(mode) + " SELECT * FROM " + before() + " WHERE " + kept(mode));
            }
            sql.execute("DROP TABLE " + numbers);
        }
    }

    /** The condition of the rows that the strategy leaves in the target. */
    private String kept(Mode mode) {
        return switch (mode) {
            case APPEND -> "1 = 1";
            case FULL_REFRESH -> "1 = 0";
            case PARTITION_REPLACE -> "NOT (" + engine.inWindow() + ")";
            case MERGE -> "id >= " + ROWS;
        };
    }

    private void create(Sql sql, String table, String constraint) {
        sql.execute("CREATE TABLE " + table + " (" + String.join(", ", engine.columns()) + constraint + ")");
    }

    /** A target table as it is before a delivery. */
    void createTarget(String table, Mode mode) {
        try (Sql sql = new Sql(engine)) {
            create(sql, name(table), mode == Mode.MERGE ? ", PRIMARY KEY (id)" : "");
            sql.execute("INSERT INTO " + name(table) + " SELECT * FROM " + before());
        }
    }

    void dropTarget(String table) {
        try (Sql sql = new Sql(engine)) {
            sql.execute("DROP TABLE " + name(table));
        }
    }

    /** A table's name in SQL. */
    String name(String table) {
        return engine.schema() + "." + plainName(table);
    }

    /** Its name within the schema. */
    String plainName(String table) {
        return prefix + table;
    }

    String before() {
        return name("before");
    }

    String after(Mode mode) {
        return name("after_" + mode.id());
    }

    /** How the rows of one table differ from those of the other: by count, or by EXCEPT both ways; empty when equal. */
    static String difference(Sql sql, String actual, String expected) {
        List<Long> counts =
                sql.numbers("SELECT (SELECT count(*) FROM " + actual + "), (SELECT count(*) FROM " + expected + ")");
        if (!counts.get(0).equals(counts.get(1))) {
            return counts.get(0) + " rows instead of " + counts.get(1);
        }
        String except = "(SELECT count(*) FROM (SELECT * FROM %s EXCEPT SELECT * FROM %s) AS rest)";
        List<Long> rests =
                sql.numbers("SELECT " + except.formatted(actual, expected) + ", " + except.formatted(expected, actual));
        return rests.equals(List.of(0L, 0L))
                ? ""
                : rests.get(0) + " rows that it must not have, " + rests.get(1) + " that it has to have";
    }

    @Override
    public void close() {
        try (Sql sql = new Sql(engine)) {
            sql.execute("DROP TABLE " + before());
            for (Mode mode : Mode.values()) {
                sql.execute("DROP TABLE " + after(mode));
            }
        }
    }
}
