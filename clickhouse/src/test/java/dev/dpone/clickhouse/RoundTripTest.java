package dev.dpone.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every type's values, as a real server sends them. */
@Timeout(120)
class RoundTripTest {
    static Stream<Arguments> types() {
        return Stream.of(
                type("Int8", "-128", "-128", "127", "127", "0", "0"),
                type("Int16", "-32768", "-32768", "32767", "32767"),
                type("Int32", "-2147483648", "-2147483648", "2147483647", "2147483647"),
                type(
                        "Int64",
                        "-9223372036854775808",
                        "-9223372036854775808",
                        "9223372036854775807",
                        "9223372036854775807"),
                type("UInt8", "0", "0", "255", "255"),
                type("UInt16", "0", "0", "65535", "65535"),
                type("UInt32", "0", "0", "4294967295", "4294967295"),
                type("UInt64", "0", "0", "18446744073709551615", "18446744073709551615"),
                type(
                        "Int128",
                        "'-170141183460469231731687303715884105728'",
                        "-170141183460469231731687303715884105728",
                        "'170141183460469231731687303715884105727'",
                        "170141183460469231731687303715884105727"),
                type(
                        "UInt128",
                        "0",
                        "0",
                        "'340282366920938463463374607431768211455'",
                        "340282366920938463463374607431768211455"),
                type(
                        "Int256",
                        "'-57896044618658097711785492504343953926634992332820282019728792003956564819968'",
                        "-57896044618658097711785492504343953926634992332820282019728792003956564819968",
                        "-1",
                        "-1"),
                type(
                        "UInt256",
                        "18446744073709551616",
                        "18446744073709551616",
                        "'115792089237316195423570985008687907853269984665640564039457584007913129639935'",
                        "115792089237316195423570985008687907853269984665640564039457584007913129639935"),
                type("IPv4", "'0.0.0.0'", "0.0.0.0", "'255.128.10.1'", "255.128.10.1"),
                type("IPv6", "'::'", "::", "'2001:db8::1'", "2001:db8::1", "'::ffff:1.2.3.4'", "::ffff:1.2.3.4"),
                type("Float32", "'1.5'", "1.5", "nan", "NaN", "inf", "Infinity", "'-0'", "-0.0", "'1e-45'", "1.4E-45"),
                type(
                        "Float64",
                        "'1.5'",
                        "1.5",
                        "nan",
                        "NaN",
                        "-inf",
                        "-Infinity",
                        "'-0'",
                        "-0.0",
                        "'4.9e-324'",
                        "4.9E-324"),
                type("Decimal(9, 2)", "'-9999999.99'", "-9999999.99", "'9999999.99'", "9999999.99", "'0'", "0.00"),
                type("Decimal(18, 18)", "'-0.999999999999999999'", "-0.999999999999999999"),
                type(
                        "Decimal(38, 0)",
                        "'-" + "9".repeat(38) + "'",
                        "-" + "9".repeat(38),
                        "'" + "9".repeat(38) + "'",
                        "9".repeat(38)),
                type(
                        "Decimal(38, 38)",
                        "'0." + "9".repeat(38) + "'",
                        "0." + "9".repeat(38),
                        "'-0." + "0".repeat(37) + "1'",
                        "-0." + "0".repeat(37) + "1"),
                type("Decimal(19, 3)", "'-0.001'", "-0.001"),
                type(
                        "Decimal(76, 20)",
                        "'-" + "9".repeat(56) + "." + "9".repeat(20) + "'",
                        "-" + "9".repeat(56) + "." + "9".repeat(20),
                        "'0'",
                        "0." + "0".repeat(20)),
                type("Decimal(39, 0)", "'" + "9".repeat(39) + "'", "9".repeat(39)),
                type("Decimal(76, 76)", "'-0." + "0".repeat(75) + "1'", "-0." + "0".repeat(75) + "1"),
                type("Bool", "true", "1", "false", "0"),
                type(
                        "String",
                        "''",
                        "",
                        "'a\u00e9\ud83d\ude00'",
                        "a\u00e9\ud83d\ude00",
                        "'a\\0b'",
                        "a\0b",
                        "unhex('fffe41')",
                        "x:fffe41"),
                type("FixedString(4)", "'ab'", "x:61620000", "unhex('00ff0000')", "x:00ff0000"),
                type(
                        "UUID",
                        "'00112233-4455-6677-8899-aabbccddeeff'",
                        "00112233-4455-6677-8899-aabbccddeeff",
                        "'ffffffff-ffff-ffff-ffff-ffffffffffff'",
                        "ffffffff-ffff-ffff-ffff-ffffffffffff"),
                type("Date", "'1970-01-01'", "1970-01-01", "'2149-06-06'", "2149-06-06"),
                type(
                        "Date32",
                        "'1900-01-01'",
                        "1900-01-01",
                        "'1969-12-31'",
                        "1969-12-31",
                        "'2299-12-31'",
                        "2299-12-31"),
                type("DateTime", "0", "1970-01-01T00:00:00Z", "4294967295", "2106-02-07T06:28:15Z"),
                // 2022-04-03 02:30 does not exist in Bahia de Banderas: clocks went from 02:00 to 03:00.
                type(
                        "DateTime('America/Bahia_Banderas')",
                        "toDateTime('2022-04-03 08:30:00', 'UTC')",
                        "2022-04-03T08:30:00Z"),
                type("DateTime64(0, 'UTC')", "'1969-12-31 23:59:59'", "1969-12-31T23:59:59Z"),
                type(
                        "DateTime64(3, 'America/Bahia_Banderas')",
                        "toDateTime64('2022-04-03 08:30:00.123', 3, 'UTC')",
                        "2022-04-03T08:30:00.123Z"),
                type(
                        "DateTime64(6, 'UTC')",
                        "'1969-12-31 23:59:59.999999'",
                        "1969-12-31T23:59:59.999999Z",
                        "'1900-01-01 00:00:00.000000'",
                        "1900-01-01T00:00:00Z",
                        "'2299-12-31 23:59:59.999999'",
                        "2299-12-31T23:59:59.999999Z"),
                type(
                        "DateTime64(9, 'UTC')",
                        "'1969-12-31 23:59:59.999999999'",
                        "1969-12-31T23:59:59.999999999Z",
                        "'2262-01-01 00:00:00.000000001'",
                        "2262-01-01T00:00:00.000000001Z"),
                type(
                        "Enum8('a' = -128, 'it\\'s' = 0, 'tab\\t' = 127)",
                        "'a'",
                        "a",
                        "'it\\'s'",
                        "it's",
                        "'tab\\t'",
                        "tab\t"),
                type("Enum16('x\u00e9' = -32768, '' = 32767)", "'x\u00e9'", "x\u00e9", "''", ""));
    }

    /** A type with literals and what they must come out as. */
    private static Arguments type(String type, String... literalsAndValues) {
        return Arguments.of(type, literalsAndValues);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("types")
    void readsEveryValue(String type, String[] cases) {
        assertThat(Sources.read(Sources.real(Map.of()), select(type, cases, false)))
                .isEqualTo(expected(cases, false));
    }

    @ParameterizedTest(name = "Nullable({0})")
    @MethodSource("types")
    void readsEveryValueAndNull(String type, String[] cases) {
        assertThat(Sources.read(Sources.real(Map.of()), select("Nullable(" + type + ")", cases, true)))
                .isEqualTo(expected(cases, true));
    }

    @ParameterizedTest(name = "LowCardinality({0})")
    @MethodSource("types")
    void readsDictionaries(String type, String[] given) {
        if (type.startsWith("Decimal") || type.startsWith("DateTime64") || type.startsWith("Enum")) {
            return; // ClickHouse has no dictionary of these
        }
        ClickHouseSource source = Sources.real(Map.of("allow_suspicious_low_cardinality_types", "1"));
        // ClickHouse's dictionaries hold one zero: what goes in as -0.0 is 0.0 on the server already.
        String[] cases = Arrays.stream(given)
                .map(text -> text.equals("-0.0") ? "0.0" : text)
                .toArray(String[]::new);
        assertThat(Sources.read(source, select("LowCardinality(" + type + ")", cases, false)))
                .isEqualTo(expected(cases, false));
        assertThat(Sources.read(source, select("LowCardinality(Nullable(" + type + "))", cases, true)))
                .isEqualTo(expected(cases, true));
    }

    /** Two columns: the row's number, which gives the order, and the value. */
    static String select(String type, String[] cases, boolean withNull) {
        StringBuilder sql = new StringBuilder("SELECT n, v FROM (");
        for (int i = 0; i < cases.length; i += 2) {
            sql.append(i == 0 ? "" : " UNION ALL ")
                    .append("SELECT ")
                    .append(i / 2)
                    .append(" AS n, ")
                    .append(cast(cases[i], type))
                    .append(" AS v");
        }
        if (withNull) {
            sql.append(" UNION ALL SELECT 1000 AS n, ")
                    .append(cast("NULL", type))
                    .append(" AS v");
        }
        return sql.append(") ORDER BY n").toString();
    }

    private static String cast(String literal, String type) {
        return "CAST(" + literal + ", " + Sql.literal(type) + ")";
    }

    private static List<List<String>> expected(String[] cases, boolean withNull) {
        Stream<List<String>> rows = Stream.iterate(0, i -> i < cases.length, i -> i + 2)
                .map(i -> List.of(Integer.toString(i / 2), cases[i + 1]));
        return (withNull ? Stream.concat(rows, Stream.of(Arrays.asList("1000", "NULL"))) : rows).toList();
    }
}
