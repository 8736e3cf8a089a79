package dev.dpone.cli.bench;

import java.util.List;

/** Rows for deliveries that are empty, refused or interrupted. */
final class RecoveryFixture {
    static final String GOOD = "recovery";
    static final String EMPTY = "recovery_empty";
    static final String REFUSED = "recovery_refused";
    static final int ROWS = 3_000;

    private RecoveryFixture() {}

    /**
     * Statements that make three tables of equal columns.
     *
     * @param maxRowBytes a row of the last table is larger
     */
    static List<String> create(String database, long maxRowBytes) {
        String columns = " (id Int64, name Nullable(String)) ENGINE = MergeTree ORDER BY tuple()";
        return List.of(
                "CREATE TABLE " + database + "." + GOOD + columns,
                "CREATE TABLE " + database + "." + EMPTY + columns,
                "CREATE TABLE " + database + "." + REFUSED + columns,
                "INSERT INTO " + database + "." + GOOD + " SELECT " + row() + " FROM numbers(" + ROWS + ")",
                "INSERT INTO " + database + "." + REFUSED + " SELECT " + row() + " FROM numbers(" + (ROWS - 1) + ")",
                "INSERT INTO " + database + "." + REFUSED + " SELECT -1, repeat(repeat('x', 1024), "
                        + (maxRowBytes / 1024 + 1) + ")");
    }

    private static String row() {
        return "toInt64(number - (number % 13 = 12)), if(number % 13 > 10, NULL, concat('ряд ', toString(number)))";
    }
}
