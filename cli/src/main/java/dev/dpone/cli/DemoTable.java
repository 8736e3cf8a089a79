package dev.dpone.cli;

import java.util.List;
import java.util.stream.Collectors;

/** The demo's source table: a column of every family, every value a function of the row's number and the seed. */
final class DemoTable {
    static final String DATABASE = "dpone_demo";
    static final String TABLE = "events";

    /** The published table's name in the target. */
    static final String PUBLISHED = "dpone_demo_events";

    /**
     * One column.
     *
     * @param value an expression over {@code n}, the row's number, and {@code h} and {@code g}, two hashes of it and the seed;
     *     <code>{nan}</code> in it stands for NaN or what a target takes in its place
     */
    private record DemoColumn(String name, String type, String value) {}

    private static final List<DemoColumn> COLUMNS = List.of(
            new DemoColumn("id", "UInt64", "n"),
            new DemoColumn("hash", "UInt64", "h"),
            new DemoColumn(
                    "amount", "Decimal(18, 4)", "toDecimal64(toInt64(h % 2000000000000) - 1000000000000, 4) / 7"),
            new DemoColumn("balance", "Decimal(38, 10)", "toDecimal128(toInt128(h) * 1000003 - toInt128(g), 10) / 13"),
            new DemoColumn("ratio", "Float64", "multiIf(n % 97 = 0, {nan}, n % 89 = 0, -0.0, toInt64(h) / 1e7)"),
            new DemoColumn("weight", "Float32", "toFloat32(toInt32(h % 2000000) - 1000000) / 64"),
            new DemoColumn("country", "LowCardinality(String)", "arrayElement(['DE', 'FR', 'BR', 'JP'], 1 + h % 4)"),
            new DemoColumn(
                    "comment",
                    "Nullable(String)",
                    "multiIf(n % 11 = 0, NULL, n % 13 = 0, '', concat('note ', hex(h)))"),
            new DemoColumn(
                    "status",
                    "Enum8('new' = 1, 'paid' = 2, 'sent' = 3, 'héld' = -4)",
                    "arrayElement(['new', 'paid', 'sent', 'héld'], 1 + g % 4)"),
            new DemoColumn(
                    "session",
                    "UUID",
                    "reinterpretAsUUID(concat(reinterpretAsFixedString(h), reinterpretAsFixedString(g)))"),
            new DemoColumn("birthday", "Date32", "toDate32('1900-01-01') + toInt32(h % 73000)"),
            new DemoColumn("booked_on", "Date", "toDate(toUInt16(h % 60000))"),
            new DemoColumn(
                    "observed_at",
                    "DateTime64(6, 'UTC')",
                    "fromUnixTimestamp64Micro(toInt64(h % 6000000000000000) - 2000000000000000, 'UTC')"),
            new DemoColumn("created_at", "DateTime('UTC')", "toDateTime(toUInt32(h % 4000000000), 'UTC')"),
            new DemoColumn(
                    "message",
                    "String",
                    "concat(arrayElement(['grüße ', 'привет ', '你好 ', '😀👩‍🚀 ', 'plain '], 1 + g % 5), toString(h % 1000003))"),
            new DemoColumn("code", "FixedString(8)", "toFixedString(substring(hex(h), 1, 6 + n % 3), 8)"),
            new DemoColumn("active", "Bool", "h % 3 = 0"),
            new DemoColumn("score", "Nullable(Int16)", "if(h % 7 = 0, NULL, toInt16(toInt32(h % 60000) - 30000))"));

    private DemoTable() {}

    static int columns() {
        return COLUMNS.size();
    }

    static List<String> create() {
        String columns = COLUMNS.stream().map(c -> c.name() + " " + c.type()).collect(Collectors.joining(", "));
        return List.of(
                "CREATE DATABASE IF NOT EXISTS " + DATABASE + " ENGINE = Atomic",
                "DROP TABLE IF EXISTS " + DATABASE + "." + TABLE + " SYNC",
                "CREATE TABLE " + DATABASE + "." + TABLE + " (" + columns + ") ENGINE = MergeTree ORDER BY id");
    }

    /** Fills rows {@code 0} to {@code rows - 1}, with this in the place of NaN. */
    static String insert(long rows, long seed, String notANumber) {
        String values = COLUMNS.stream()
                .map(c -> c.value().replace("{nan}", notANumber) + " AS " + c.name())
                .collect(Collectors.joining(", "));
        return "INSERT INTO " + DATABASE + "." + TABLE + " SELECT " + values + " FROM (SELECT number AS n, cityHash64("
                + seed + ", number) AS h, cityHash64(number, " + seed + ", 1) AS g FROM numbers(" + rows + "))";
    }
}
