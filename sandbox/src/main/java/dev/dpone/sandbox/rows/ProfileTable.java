package dev.dpone.sandbox.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The columns of a profile. Every value is a function of the row's number and a seed, so that each run measures the same bytes.
 *
 * @param columns in the table's order
 */
public record ProfileTable(Profile profile, List<MadeColumn> columns) {
    private static final String INSTANT =
            "fromUnixTimestamp64Micro(toInt64(h % 6000000000000000) - 2000000000000000, 'UTC')";
    private static final String AMOUNT = "toDecimal64(toInt64(h % 2000000000000) - 1000000000000, 4) / 7";
    private static final String BALANCE = "toDecimal128(toInt128(h) * 1000003 - toInt128(g), 10) / 13";
    private static final String WORD = "arrayElement(['grüße ', 'привет ', '你好 ', '😀👩‍🚀 ', 'plain '], 1 + g % 5)";
    private static final String COUNTRY = "arrayElement(['DE', 'FR', 'BR', 'JP'], 1 + h % 4)";

    /**
     * One column.
     *
     * @param value an expression over {@code n}, the row's number, and {@code h} and {@code g}, two hashes of it
     */
    public record MadeColumn(String name, String type, String value) {}

    public ProfileTable {
        columns = List.copyOf(columns);
    }

    /** The table of a profile. */
    public static ProfileTable of(Profile profile) {
        return new ProfileTable(
                profile,
                switch (profile) {
                    case NARROW -> narrow();
                    case WIDE -> wide();
                    case UNICODE -> unicode();
                    case DECIMAL -> decimal();
                    case NULLABLE -> nullable();
                    case MIXED -> mixed();
                    case LONG -> longText();
                    case SKEWED -> skewed();
                });
    }

    /** The table's name in ClickHouse, quoting not needed. */
    public String in(String database) {
        return database + "." + profile.lowerCase();
    }

    /** Statements that make the table with so many rows, in one part so that every run reads the same blocks. */
    public List<String> create(String database, long rows) {
        return create(database, new MadeRows(rows, 1, false));
    }

    /** The same with other rows. */
    public List<String> create(String database, MadeRows rows) {
        String definition = columns.stream().map(c -> c.name() + " " + c.type()).collect(Collectors.joining(", "));
        String values = columns.stream().map(c -> c.value() + " AS " + c.name()).collect(Collectors.joining(", "));
        return List.of(
                "CREATE DATABASE IF NOT EXISTS " + database + " ENGINE = Atomic",
                "DROP TABLE IF EXISTS " + in(database) + " SYNC",
                "CREATE TABLE " + in(database) + " (" + definition + ") ENGINE = MergeTree ORDER BY tuple()",
                "INSERT INTO " + in(database) + " SELECT " + values + " FROM (" + rows.numbers() + ")",
                "OPTIMIZE TABLE " + in(database) + " FINAL");
    }

    /**
     * The rows as CSV for PostgreSQL's COPY into the column types that dpone makes. Bytes need PostgreSQL's spelling, as
     * whoever writes such an export by hand finds out.
     */
    public String csvQuery(String database) {
        String selected = columns.stream()
                .map(c -> c.type().startsWith("FixedString") ? "concat('\\\\x', hex(" + c.name() + "))" : c.name())
                .collect(Collectors.joining(", "));
        return "SELECT " + selected + " FROM " + in(database) + " FORMAT CSV";
    }

    private static List<MadeColumn> narrow() {
        return List.of(
                new MadeColumn("id", "Int64", "toInt64(n)"),
                new MadeColumn("sensor", "UInt32", "toUInt32(h % 100000)"),
                new MadeColumn("measured_at", "DateTime64(6, 'UTC')", INSTANT),
                new MadeColumn("value", "Float64", "toInt64(h) / 1e7"));
    }

    private static List<MadeColumn> wide() {
        List<MadeColumn> columns = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            columns.add(new MadeColumn("i" + i, "Int32", "toInt32(h % " + (1000 + i) + ")"));
            columns.add(new MadeColumn("l" + i, "Int64", "toInt64(h % 1000000007) + " + i));
            columns.add(new MadeColumn("f" + i, "Float64", "toInt64(g) / 1e" + i));
        }
        for (int i = 0; i < 5; i++) {
            columns.add(new MadeColumn("d" + i, "Date", "toDate(toUInt16((h + " + i + ") % 60000))"));
            columns.add(new MadeColumn("w" + i, "LowCardinality(String)", COUNTRY));
        }
        return columns;
    }

    private static List<MadeColumn> unicode() {
        return List.of(
                new MadeColumn("id", "Int64", "toInt64(n)"),
                new MadeColumn("title", "String", "concat(" + WORD + ", toString(h % 1000003))"),
                new MadeColumn("body", "String", "concat(toString(n), repeat(" + WORD + ", 2 + h % 12))"));
    }

    private static List<MadeColumn> decimal() {
        return List.of(
                new MadeColumn("small", "Decimal(9, 2)", "toDecimal32(toInt32(h % 2000000) - 1000000, 2) / 7"),
                new MadeColumn("medium", "Decimal(18, 4)", AMOUNT),
                new MadeColumn("large", "Decimal(38, 10)", BALANCE),
                new MadeColumn("count", "UInt64", "h"));
    }

    private static List<MadeColumn> nullable() {
        return List.of(
                new MadeColumn("number", "Nullable(Int64)", "if(h % 3 = 0, NULL, toInt64(h))"),
                new MadeColumn("note", "Nullable(String)", "if(g % 3 = 0, NULL, concat('note ', hex(h)))"),
                new MadeColumn("amount", "Nullable(Decimal(18, 4))", "if(h % 3 = 1, NULL, " + AMOUNT + ")"),
                new MadeColumn("seen_at", "Nullable(DateTime64(6, 'UTC'))", "if(g % 3 = 1, NULL, " + INSTANT + ")"));
    }

    private static List<MadeColumn> mixed() {
        return List.of(
                new MadeColumn("id", "UInt64", "n"),
                new MadeColumn("hash", "UInt64", "h"),
                new MadeColumn("amount", "Decimal(18, 4)", AMOUNT),
                new MadeColumn("balance", "Decimal(38, 10)", BALANCE),
                new MadeColumn("ratio", "Float64", "multiIf(n % 97 = 0, nan, n % 89 = 0, -0.0, toInt64(h) / 1e7)"),
                new MadeColumn("weight", "Float32", "toFloat32(toInt32(h % 2000000) - 1000000) / 64"),
                new MadeColumn("country", "LowCardinality(String)", COUNTRY),
                new MadeColumn(
                        "comment",
                        "Nullable(String)",
                        "multiIf(n % 11 = 0, NULL, n % 13 = 0, '', concat('note ', hex(h)))"),
                new MadeColumn(
                        "status",
                        "Enum8('new' = 1, 'paid' = 2, 'sent' = 3, 'héld' = -4)",
                        "arrayElement(['new', 'paid', 'sent', 'héld'], 1 + g % 4)"),
                new MadeColumn(
                        "session",
                        "UUID",
                        "reinterpretAsUUID(concat(reinterpretAsFixedString(h), reinterpretAsFixedString(g)))"),
                new MadeColumn("birthday", "Date32", "toDate32('1900-01-01') + toInt32(h % 73000)"),
                new MadeColumn("booked_on", "Date", "toDate(toUInt16(h % 60000))"),
                new MadeColumn("observed_at", "DateTime64(6, 'UTC')", INSTANT),
                new MadeColumn("created_at", "DateTime('UTC')", "toDateTime(toUInt32(h % 4000000000), 'UTC')"),
                new MadeColumn("message", "String", "concat(" + WORD + ", toString(h % 1000003))"),
                new MadeColumn("code", "FixedString(8)", "toFixedString(substring(hex(h), 1, 6 + n % 3), 8)"),
                new MadeColumn("active", "Bool", "h % 3 = 0"),
                new MadeColumn("score", "Nullable(Int16)", "if(h % 7 = 0, NULL, toInt16(toInt32(h % 60000) - 30000))"));
    }

    private static List<MadeColumn> longText() {
        return List.of(
                new MadeColumn("id", "Int64", "toInt64(n)"),
                new MadeColumn("body", "String", "repeat(leftPad(hex(h), 16, '0'), 65536)"));
    }

    private static List<MadeColumn> skewed() {
        return List.of(
                new MadeColumn("id", "Int64", "toInt64(n)"),
                new MadeColumn("customer", "Int64", "toInt64(if(h % 10 < 9, h % 3, h % 1000000))"),
                new MadeColumn("amount", "Int64", "toInt64(bitShiftLeft(toUInt64(1), g % 40)) - 1"),
                new MadeColumn("note", "Nullable(String)", "multiIf(n % 7 < 2, NULL, n % 7 = 2, '', hex(g))"),
                new MadeColumn(
                        "body",
                        "String",
                        "concat(toString(h % 1000), repeat('0123456789', multiIf(n % 997 = 500, 10000, n % 101 = 50, 400,"
                                + " n % 11 = 5, 20, g % 3)))"));
    }
}
