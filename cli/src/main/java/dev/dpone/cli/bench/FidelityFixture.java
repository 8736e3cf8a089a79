package dev.dpone.cli.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Thirty-two rows with the edge values of every type that the target holds without a policy: least and greatest, zero, NULL,
 * empty and long text, text of several alphabets. Each column takes its values in turns; two rows repeat the row before them.
 */
record FidelityFixture(List<Edges> columns) {
    static final String TABLE = "fidelity";
    static final int ROWS = 32;

    /** @param values expressions of the type or convertible to it */
    record Edges(String name, String type, List<String> values) {}

    FidelityFixture {
        columns = List.copyOf(columns);
    }

    /**
     * The fixture for a target.
     *
     * @param notANumber NaN, or what is delivered in its place where the target holds none
     */
    static FidelityFixture of(String targetType, String notANumber) {
        boolean postgres = targetType.equals("postgres");
        List<Edges> all = new ArrayList<>(numbers(postgres, notANumber));
        all.addAll(texts());
        all.addAll(times());
        return new FidelityFixture(all);
    }

    /** Statements that make and fill it. */
    List<String> create(String database) {
        String table = database + "." + TABLE;
        String definition = columns.stream().map(c -> c.name() + " " + c.type()).collect(Collectors.joining(", "));
        String values = columns.stream().map(FidelityFixture::value).collect(Collectors.joining(", "));
        return List.of(
                "CREATE TABLE " + table + " (id UInt8, " + definition + ") ENGINE = MergeTree ORDER BY tuple()",
                "INSERT INTO " + table + " SELECT n, " + values + " FROM (SELECT number - (number % 13 = 12) AS n FROM"
                        + " numbers(" + ROWS + "))");
    }

    /** The value of row {@code n}: another one in every row until all have had their turn. */
    private static String value(Edges column) {
        StringBuilder choice = new StringBuilder("CAST(multiIf(");
        int last = column.values().size() - 1;
        for (int i = 0; i < last; i++) {
            choice.append("n % ").append(last + 1).append(" = ").append(i).append(", ");
            choice.append(cast(column.values().get(i), column.type())).append(", ");
        }
        return choice.append(cast(column.values().get(last), column.type()))
                .append(") AS ")
                .append(column.type())
                .append(") AS ")
                .append(column.name())
                .toString();
    }

    private static String cast(String value, String type) {
        return value.equals("NULL") ? value : "CAST(" + value + " AS " + type + ")";
    }

    private static List<Edges> numbers(boolean postgres, String notANumber) {
        List<Edges> numbers = new ArrayList<>(List.of(
                new Edges("i8", "Int8", List.of("-128", "0", "127")),
                new Edges("i16", "Int16", List.of("-32768", "0", "32767")),
                new Edges("i32", "Int32", List.of("-2147483648", "0", "2147483647")),
                new Edges(
                        "i64",
                        "Nullable(Int64)",
                        List.of("'-9223372036854775808'", "0", "NULL", "'9223372036854775807'")),
                new Edges("u8", "UInt8", List.of("0", "255")),
                new Edges("u16", "UInt16", List.of("0", "65535")),
                new Edges("u32", "UInt32", List.of("0", "4294967295")),
                new Edges("u64", "UInt64", List.of("'0'", "'9223372036854775808'", "'18446744073709551615'")),
                new Edges("flag", "Nullable(Bool)", List.of("true", "false", "NULL")),
                new Edges("d9", "Decimal(9, 2)", List.of("'-9999999.99'", "'0'", "'9999999.99'")),
                new Edges(
                        "d18",
                        "Decimal(18, 4)",
                        List.of("'-99999999999999.9999'", "'0.0001'", "'99999999999999.9999'")),
                new Edges(
                        "d38",
                        "Nullable(Decimal(38, 10))",
                        List.of(signed("-", 28, 10), "'-0.0000000001'", "NULL", signed("", 28, 10))),
                new Edges(
                        "f32",
                        "Float32",
                        List.of("-0.0", "0.0", "1.17549435e-38", "3.4028234e38", "-3.4028234e38", notANumber)),
                new Edges(
                        "f64",
                        "Nullable(Float64)",
                        List.of(
                                "-0.0",
                                "2.2250738585072014e-308",
                                "1.7976931348623157e308",
                                "0.1",
                                "NULL",
                                notANumber))));
        if (postgres) {
            numbers.add(new Edges("f64_ends", "Float64", List.of("inf", "-inf", "nan", "4.9e-324")));
            numbers.add(new Edges(
                    "i256",
                    "Int256",
                    List.of(
                            "'-57896044618658097711785492504343953926634992332820282019728792003956564819968'",
                            "'0'",
                            "'57896044618658097711785492504343953926634992332820282019728792003956564819967'")));
            numbers.add(new Edges("d76", "Decimal(76, 20)", List.of(signed("-", 56, 20), "'0'", signed("", 56, 20))));
        }
        String widest = postgres ? "170141183460469231731687303715884105727" : "9".repeat(38);
        numbers.add(new Edges("i128", "Int128", List.of("'-" + widest + "'", "'0'", "'" + widest + "'")));
        return numbers;
    }

    private static String signed(String sign, int whole, int fraction) {
        return "'" + sign + "9".repeat(whole) + "." + "9".repeat(fraction) + "'";
    }

    private static List<Edges> texts() {
        String large = "repeat('0123456789abcdef', 4096)";
        return List.of(
                new Edges(
                        "text", "Nullable(String)", List.of("''", "NULL", "' '", "'NULL'", "'a\\tb\\nc\\\\d'", large)),
                new Edges("words", "String", List.of("'grüße'", "'привет'", "'你好'", "'😀👩‍🚀'", "'e\u0301'", "'ÿ'")),
                new Edges("low", "LowCardinality(Nullable(String))", List.of("'DE'", "NULL", "''", "'日本'")),
                new Edges("bytes", "FixedString(4)", List.of("'\\0\\0\\0\\0'", "'ab'", "'\\xff\\xfe\\x00\\x01'")),
                new Edges(
                        "uuid",
                        "Nullable(UUID)",
                        List.of(
                                "'00000000-0000-0000-0000-000000000000'",
                                "'ffffffff-ffff-ffff-ffff-ffffffffffff'",
                                "NULL",
                                "'01234567-89ab-cdef-0123-456789abcdef'")),
                new Edges("e8", "Enum8('new' = 1, 'héld' = -4, '' = 0)", List.of("'new'", "'héld'", "''")),
                new Edges("e16", "Enum16('low' = -32768, 'high' = 32767)", List.of("'low'", "'high'")),
                new Edges("v4", "IPv4", List.of("'0.0.0.0'", "'255.255.255.255'", "'10.1.2.3'")),
                new Edges(
                        "v6",
                        "IPv6",
                        List.of("'::'", "'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'", "'::ffff:10.1.2.3'")));
    }

    private static List<Edges> times() {
        return List.of(
                new Edges("day", "Date", List.of("'1970-01-01'", "'2149-06-06'", "'2024-02-29'")),
                new Edges("day32", "Nullable(Date32)", List.of("'1900-01-01'", "'2299-12-31'", "NULL", "'1969-12-31'")),
                new Edges("second", "DateTime('UTC')", List.of("'1970-01-01 00:00:00'", "'2106-02-07 06:28:15'")),
                new Edges(
                        "milli",
                        "DateTime64(3, 'UTC')",
                        List.of("'1900-01-01 00:00:00.000'", "'2299-12-31 23:59:59.999'", "'1969-12-31 23:59:59.999'")),
                new Edges(
                        "micro",
                        "Nullable(DateTime64(6, 'UTC'))",
                        List.of(
                                "'1900-01-01 00:00:00.000001'",
                                "NULL",
                                "'2299-12-31 23:59:59.999999'",
                                "'2026-03-29 01:30:00.000000'")));
    }
}
