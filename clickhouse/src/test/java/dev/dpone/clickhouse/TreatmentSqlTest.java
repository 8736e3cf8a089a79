package dev.dpone.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.spi.ValueRule;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a real server makes of treatments: the values, which of them changed, and their digest. */
@Timeout(120)
class TreatmentSqlTest {
    private static final String MOST_DIGITS = "9".repeat(38);

    private final TreatedSource source = new TreatedSource();

    private record Row(String value, boolean changed) {}

    static Stream<Arguments> rules() {
        return Stream.of(
                rule(
                        "Float64",
                        new ValueRule.NullUnlessFinite(),
                        "nan",
                        "NULL!",
                        "-inf",
                        "NULL!",
                        "'-0'",
                        "-0.0",
                        "'4.9e-324'",
                        "4.9E-324"),
                rule("Float32", new ValueRule.NullUnlessFinite(), "inf", "NULL!", "'1.5'", "1.5"),
                rule(
                        "String",
                        new ValueRule.NullUnlessText(true),
                        "unhex('41ff')",
                        "NULL!",
                        "'a\\0b'",
                        "a\0b",
                        "''",
                        "",
                        "unhex('eda080')",
                        "NULL!"),
                rule(
                        "String",
                        new ValueRule.NullUnlessText(false),
                        "'a\\0'",
                        "NULL!",
                        "unhex('c0')",
                        "NULL!",
                        "'é'",
                        "é"),
                rule(
                        "String",
                        new ValueRule.ReplaceUnlessText(true),
                        "unhex('41fffe42')",
                        "A\ufffdB!",
                        "'a\\0b'",
                        "a\0b",
                        "'é😀'",
                        "é😀"),
                rule(
                        "String",
                        new ValueRule.ReplaceUnlessText(false),
                        "unhex('410000ff')",
                        "A\ufffd\ufffd\ufffd!",
                        "''",
                        ""),
                rule(
                        "Date32",
                        outside("-10", "20"),
                        "'1969-12-21'",
                        "-11 is NULL!",
                        "'1969-12-22'",
                        "1969-12-22",
                        "'1970-01-21'",
                        "1970-01-21",
                        "'1970-01-22'",
                        "NULL!"),
                rule(
                        "DateTime64(3, 'Europe/Berlin')",
                        outside("-1", "1000"),
                        "reinterpret(toInt64(-1), 'DateTime64(3, \\'Europe/Berlin\\')')",
                        "1969-12-31T23:59:59.999Z",
                        "reinterpret(toInt64(-2), 'DateTime64(3, \\'Europe/Berlin\\')')",
                        "NULL!",
                        "reinterpret(toInt64(9223372036854775807), 'DateTime64(3, \\'Europe/Berlin\\')')",
                        "NULL!"),
                rule(
                        "Int128",
                        outside("-" + MOST_DIGITS, MOST_DIGITS),
                        "'-" + MOST_DIGITS + "'",
                        "-" + MOST_DIGITS,
                        "'1" + "0".repeat(38) + "'",
                        "NULL!",
                        "'-170141183460469231731687303715884105728'",
                        "NULL!"),
                rule(
                        "Int256",
                        outside("-" + MOST_DIGITS, MOST_DIGITS),
                        "'" + MOST_DIGITS + "'",
                        MOST_DIGITS,
                        "'-1" + "0".repeat(70) + "'",
                        "NULL!"),
                rule(
                        "UInt256",
                        outside("0", MOST_DIGITS),
                        "'" + MOST_DIGITS + "'",
                        MOST_DIGITS,
                        "'115792089237316195423570985008687907853269984665640564039457584007913129639935'",
                        "NULL!"),
                rule("UInt128", outside("0", MOST_DIGITS), "'1" + "0".repeat(38) + "'", "NULL!", "0", "0"),
                rule(
                        "DateTime64(9, 'UTC')",
                        new ValueRule.Truncate(7),
                        "'1969-12-31 23:59:59.999999999'",
                        "1969-12-31T23:59:59.999999900Z!",
                        "'1969-12-31 23:59:59.999999900'",
                        "1969-12-31T23:59:59.999999900Z",
                        "'2262-04-11 23:47:16.854775807'",
                        "2262-04-11T23:47:16.854775800Z!",
                        "reinterpret(toInt64(-9223372036854775808), 'DateTime64(9, \\'UTC\\')')",
                        "1677-09-21T00:12:43.145224100Z!"),
                rule(
                        "DateTime64(7, 'Asia/Tokyo')",
                        new ValueRule.Truncate(6),
                        "toDateTime64('1969-12-31 23:59:59.9999999', 7, 'UTC')",
                        "1969-12-31T23:59:59.999999Z!",
                        "toDateTime64('2026-09-13 12:34:56.1234560', 7, 'UTC')",
                        "2026-09-13T12:34:56.123456Z"),
                rule(
                        "FixedString(4)",
                        new ValueRule.AsText(),
                        "'ab'",
                        "ab!",
                        "'abcd'",
                        "abcd",
                        "'a\\0b'",
                        "a\0b!",
                        "''",
                        "!"),
                rule(
                        "UInt256",
                        new ValueRule.AsText(),
                        "'115792089237316195423570985008687907853269984665640564039457584007913129639935'",
                        "115792089237316195423570985008687907853269984665640564039457584007913129639935!"),
                rule(
                        "Decimal(76, 20)",
                        new ValueRule.AsText(),
                        "'-0.5'",
                        "-0.50000000000000000000!",
                        "'" + "9".repeat(56) + "." + "9".repeat(20) + "'",
                        "9".repeat(56) + "." + "9".repeat(20) + "!"),
                rule("Decimal(76, 0)", new ValueRule.AsText(), "'-7'", "-7!"),
                rule(
                        "Array(Nullable(Float64))",
                        new ValueRule.AsText(),
                        "[1.5, nan, -inf, NULL]",
                        "[1.5,\"nan\",\"-inf\",null]!",
                        "[]",
                        "[]!"),
                rule(
                        "Tuple(a UInt64, `b c` String, d Decimal(38, 10))",
                        new ValueRule.AsText(),
                        "(18446744073709551615, 'x/\"\n', toDecimal128('12345678901234567890.5', 10))",
                        "{\"a\":18446744073709551615,\"b c\":\"x/\\\"\\n\",\"d\":12345678901234567890.5}!"),
                rule(
                        "Map(String, Int64)",
                        new ValueRule.AsText(),
                        "map('k', 9007199254740993)",
                        "{\"k\":9007199254740993}!"),
                rule(
                        "Nested(n UInt8, s LowCardinality(String))",
                        new ValueRule.AsText(),
                        "[(1, 'a'), (2, 'b')]",
                        "[{\"n\":1,\"s\":\"a\"},{\"n\":2,\"s\":\"b\"}]!"));
    }

    private static ValueRule outside(String least, String most) {
        return new ValueRule.NullOutside(new BigInteger(least), new BigInteger(most));
    }

    /** A type with literals and what they must come out as; an exclamation mark says that the value counts as changed. */
    private static Arguments rule(String type, ValueRule rule, String... literalsAndValues) {
        return Arguments.of(type, rule, literalsAndValues);
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("rules")
    void treatsEveryValueAndTellsWhichChanged(String type, ValueRule rule, String[] cases) {
        assertThat(rows(RoundTripTest.select(type, cases, false), rule)).isEqualTo(expected(cases, false));
    }

    @ParameterizedTest(name = "Nullable {0} {1}")
    @MethodSource("rules")
    void keepsNull(String type, ValueRule rule, String[] cases) {
        if (type.startsWith("Array") || type.startsWith("Map") || type.startsWith("Nested")) {
            return; // ClickHouse has no nullable ones
        }
        assertThat(rows(RoundTripTest.select("Nullable(" + type + ")", cases, true), rule))
                .isEqualTo(expected(cases, true));
    }

    @ParameterizedTest(name = "LowCardinality {0} {1}")
    @MethodSource("rules")
    void treatsDictionaries(String type, ValueRule rule, String[] cases) {
        if (!List.of("String", "FixedString(4)", "Float32", "UInt128").contains(type)) {
            return;
        }
        assertThat(rows(RoundTripTest.select("LowCardinality(" + type + ")", cases, false), rule))
                .isEqualTo(expected(cases, false));
        assertThat(rows(RoundTripTest.select("LowCardinality(Nullable(" + type + "))", cases, true), rule))
                .isEqualTo(expected(cases, true));
    }

    @Test
    void writesObjectsAsJson() {
        String sql = """
                SELECT * FROM (SELECT 1 AS n, '{"b":{"c":[1,2.5,"x"]},"a":18446744073709551615}'::JSON AS v
                UNION ALL SELECT 2 AS n, '{}'::JSON AS v) ORDER BY n""";
        assertThat(rows(sql, new ValueRule.AsText()))
                .containsExactly(
                        new Row("{\"a\":18446744073709551615,\"b\":{\"c\":[1,2.5,\"x\"]}}", true), new Row("{}", true));
    }

    private List<Row> rows(String sql, ValueRule rule) {
        List<Row> rows = new ArrayList<>();
        source.read(
                source.treated(sql, source.treatment(sql, rule)),
                (block, columns, row) -> rows.add(new Row(
                        Cells.text(block.columns().get(1), columns.get(1).type(), row),
                        block.changes().get(0).byteAt(row) != 0)));
        return rows;
    }

    private static List<Row> expected(String[] cases, boolean withNull) {
        List<Row> rows = new ArrayList<>();
        for (int i = 1; i < cases.length; i += 2) {
            boolean changed = cases[i].endsWith("!");
            String value = changed ? cases[i].substring(0, cases[i].length() - 1) : cases[i];
            rows.add(new Row(value.endsWith("NULL") ? "NULL" : value, changed));
        }
        if (withNull) {
            rows.add(new Row("NULL", false));
        }
        return rows;
    }
}
