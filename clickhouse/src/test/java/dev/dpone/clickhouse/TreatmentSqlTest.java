package dev.dpone.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.column.Block;
import dev.dpone.column.RowBuffer;
import dev.dpone.column.SourceColumn;
import dev.dpone.column.Utf8Sequence;
import dev.dpone.digest.CanonicalRowWriter;
import dev.dpone.digest.RowDigester;
import dev.dpone.digest.RowSum;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.Policy;
import dev.dpone.spi.SourceQuery;
import dev.dpone.spi.SourceStream;
import dev.dpone.spi.TableRef;
import dev.dpone.spi.Treatment;
import dev.dpone.spi.ValueRule;
import dev.dpone.spi.Window;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a real server makes of treatments: the values, which of them changed, and their digest. */
@Timeout(120)
class TreatmentSqlTest {
    private static final ClickHouseConnector CONNECTOR = new ClickHouseConnector();
    private static final String MOST_DIGITS = "9".repeat(38);

    private final ClickHouseSource source =
            Sources.real(Map.of("allow_suspicious_low_cardinality_types", "1", "enable_nullable_tuple_type", "1"));

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

    /** The server's rule of what is UTF-8 is the encoders' own, and what it mends is UTF-8 by theirs. */
    @Test
    void agreesWithTheEncodersOnWhatIsText() {
        String bytes = "["
                + Stream.of(
                                0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0,
                                0xE1, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF)
                        .map(String::valueOf)
                        .reduce((a, b) -> a + "," + b)
                        .orElseThrow()
                + "]";
        String sql = "SELECT unhex(hex(char(a, b, c, d))) AS raw, raw AS v FROM (SELECT arrayJoin(" + bytes
                + ") AS a) AS a, (SELECT arrayJoin(" + bytes + ") AS b) AS b, (SELECT arrayJoin(" + bytes
                + ") AS c) AS c, (SELECT arrayJoin(" + bytes + ") AS d) AS d";
        Treatment treatment = treatment(sql, new ValueRule.ReplaceUnlessText(true));
        long[] counts = new long[2];
        read(treated(sql, treatment), (block, columns, row) -> {
            byte[] raw = bytes(block, columns, row, 0);
            byte[] mended = bytes(block, columns, row, 1);
            boolean changed = block.changes().get(0).byteAt(row) != 0;
            assertThat(changed).as(HexFormat.of().formatHex(raw)).isEqualTo(!Utf8Sequence.isValid(raw, 0, raw.length));
            assertThat(Utf8Sequence.isValid(mended, 0, mended.length)).isTrue();
            counts[changed ? 1 : 0]++;
        });
        assertThat(counts[0] + counts[1]).isEqualTo(23L * 23 * 23 * 23);
        assertThat(counts[0]).isGreaterThan(100);
    }

    @Test
    void digestsTheTreatedValues() {
        String sql = """
                SELECT number AS n, if(number % 3 = 0, nan, number / 7) AS v, tuple(v, [number]) AS t,
                    reinterpret(toInt64(number * 1000000007 - 500000000000), 'DateTime64(9, \\'UTC\\')') AS d
                FROM numbers(5000)""";
        List<SourceColumn> described = source.describe(Sources.query(sql));
        List<ColumnMapping> mappings = List.of(
                new ColumnMapping(described.get(0), "t", "r"),
                mapping(new Treatment(
                        Policy.NULL, described.get(1), new ValueRule.NullUnlessFinite(), Optional.empty(), "e")),
                mapping(new Treatment(Policy.TEXT, described.get(2), new ValueRule.AsText(), Optional.empty(), "e")),
                mapping(new Treatment(
                        Policy.TRUNCATE, described.get(3), new ValueRule.Truncate(6), Optional.empty(), "e")));
        SourceQuery query = Sources.query(sql).treated(mappings);
        List<SourceColumn> columns =
                mappings.stream().map(ColumnMapping::source).toList();
        CanonicalRowWriter writer = new CanonicalRowWriter(columns);
        RowDigester digester = new RowDigester();
        RowBuffer out = new RowBuffer(64);
        long[] changed = new long[3];
        read(new Query(query, columns), (block, ignored, row) -> {
            out.clear();
            writer.write(block, row, out);
            digester.add(out);
            for (int i = 0; i < 3; i++) {
                changed[i] += block.changes().get(i).byteAt(row);
            }
        });
        RowSum sum = digester.sum();
        assertThat(sum.count()).isEqualTo(5000);
        assertThat(source.digest(query, columns)).isEqualTo(sum);
        assertThat(changed).containsExactly(1667, 5000, 4995);
    }

    @Test
    void aWindowSeesTheTreatedValue() {
        String sql = """
                SELECT arrayJoin([-1, 0, 999, 1000, 1999]) AS ticks,
                    reinterpret(toInt64(ticks), 'DateTime64(9, \\'UTC\\')') AS v""";
        Treatment treatment = treatment(sql, new ValueRule.Truncate(6));
        Query treated = treated(sql, treatment);
        SourceQuery windowed = new SourceQuery(
                treated.query().table(),
                treated.query().sql(),
                treated.query().columns(),
                Optional.of(new Window("v", Instant.EPOCH, Instant.EPOCH.plusNanos(1000))),
                treated.query().treatments());
        List<String> seen = new ArrayList<>();
        read(
                new Query(windowed, treated.columns()),
                (block, columns, row) -> seen.add(
                        Cells.text(block.columns().get(0), columns.get(0).type(), row)));
        assertThat(seen).containsExactly("0", "999");
    }

    @Test
    void namesEveryLevelSoThatNoAliasHidesAColumn() {
        SourceColumn id = new SourceColumn(
                "id", "UInt64", TypeParser.parse("id", "UInt64").type(), false);
        SourceColumn ratio = new SourceColumn(
                "ra`tio", "Float64", TypeParser.parse("r", "Float64").type(), false);
        SourceColumn tags = CONNECTOR.column("tags", "Array(String)");
        List<ColumnMapping> mappings = List.of(
                new ColumnMapping(id, "t", "r"),
                mapping(new Treatment(Policy.NULL, ratio, new ValueRule.NullUnlessFinite(), Optional.empty(), "e")),
                mapping(new Treatment(Policy.TEXT, tags, new ValueRule.AsText(), Optional.empty(), "e")));
        SourceQuery query = new SourceQuery(new TableRef("db", "e"), Optional.empty(), List.of(), Optional.empty())
                .treated(mappings);
        assertThat(CONNECTOR.dataQuery(
                        query, mappings.stream().map(ColumnMapping::source).toList()))
                .isEqualTo("""
                        SELECT `id`, `ra\\`tio`, `tags`, `__dpone__changed_1`, `__dpone__changed_2`
                        FROM (
                          SELECT `id`,
                            if(__dpone__changed_1, NULL, __dpone__value_1) AS `ra\\`tio`,
                            toJSONString(__dpone__value_2) AS `tags`,
                            toUInt8(NOT isFinite(assumeNotNull(__dpone__value_1))) AS __dpone__changed_1,
                            toUInt8(1) AS __dpone__changed_2
                          FROM (SELECT `id`, `ra\\`tio` AS __dpone__value_1, `tags` AS __dpone__value_2 FROM `db`.`e`)
                        )
                        SETTINGS output_format_json_named_tuples_as_objects = 1, output_format_json_quote_64bit_integers = 0, output_format_json_quote_64bit_floats = 0, output_format_json_quote_decimals = 0, output_format_json_quote_denormals = 1, output_format_json_escape_forward_slashes = 0""");
    }

    private static ColumnMapping mapping(Treatment treatment) {
        return new ColumnMapping(treatment.delivered(), "t", "r", Optional.of(treatment));
    }

    /** The treatment of the column {@code v} of a query. */
    private Treatment treatment(String sql, ValueRule rule) {
        SourceColumn origin = source.describe(Sources.query(sql)).get(1);
        return new Treatment(Policy.NULL, origin, rule, Optional.empty(), "e");
    }

    private record Query(SourceQuery query, List<SourceColumn> columns) {}

    private Query treated(String sql, Treatment treatment) {
        List<ColumnMapping> mappings =
                List.of(new ColumnMapping(source.describe(Sources.query(sql)).get(0), "t", "r"), mapping(treatment));
        return new Query(
                Sources.query(sql).treated(mappings),
                mappings.stream().map(ColumnMapping::source).toList());
    }

    private List<Row> rows(String sql, ValueRule rule) {
        List<Row> rows = new ArrayList<>();
        read(
                treated(sql, treatment(sql, rule)),
                (block, columns, row) -> rows.add(new Row(
                        Cells.text(block.columns().get(1), columns.get(1).type(), row),
                        block.changes().get(0).byteAt(row) != 0)));
        return rows;
    }

    private interface RowSink {
        void row(Block block, List<SourceColumn> columns, int row);
    }

    private void read(Query query, RowSink sink) {
        try (SourceStream stream = source.open(query.query(), query.columns(), Sources.LIMITS, Sources.id())) {
            for (Optional<Block> next = stream.next(); next.isPresent(); next = stream.next()) {
                assertThat(next.get().columns()).hasSize(query.columns().size());
                for (int row = 0; row < next.get().rows(); row++) {
                    sink.row(next.get(), query.columns(), row);
                }
            }
        }
    }

    private static byte[] bytes(Block block, List<SourceColumn> columns, int row, int column) {
        String text =
                Cells.text(block.columns().get(column), columns.get(column).type(), row);
        return text.startsWith("x:")
                ? HexFormat.of().parseHex(text.substring(2))
                : text.getBytes(StandardCharsets.UTF_8);
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
