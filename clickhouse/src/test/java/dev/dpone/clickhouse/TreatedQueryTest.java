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
import dev.dpone.spi.TableRef;
import dev.dpone.spi.Treatment;
import dev.dpone.spi.ValueRule;
import dev.dpone.spi.Window;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The data query with treatments, as text and on a real server. */
@Timeout(120)
class TreatedQueryTest {
    private static final ClickHouseConnector CONNECTOR = new ClickHouseConnector();

    private final TreatedSource source = new TreatedSource();

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
        Treatment treatment = source.treatment(sql, new ValueRule.ReplaceUnlessText(true));
        long[] counts = new long[2];
        source.read(source.treated(sql, treatment), (block, columns, row) -> {
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
        List<SourceColumn> described = source.source.describe(Sources.query(sql));
        List<ColumnMapping> mappings = List.of(
                new ColumnMapping(described.get(0), "t", "r"),
                TreatedSource.mapping(new Treatment(
                        Policy.NULL, described.get(1), new ValueRule.NullUnlessFinite(), Optional.empty(), "e")),
                TreatedSource.mapping(
                        new Treatment(Policy.TEXT, described.get(2), new ValueRule.AsText(), Optional.empty(), "e")),
                TreatedSource.mapping(new Treatment(
                        Policy.TRUNCATE, described.get(3), new ValueRule.Truncate(6), Optional.empty(), "e")));
        SourceQuery query = Sources.query(sql).treated(mappings);
        List<SourceColumn> columns =
                mappings.stream().map(ColumnMapping::source).toList();
        CanonicalRowWriter writer = new CanonicalRowWriter(columns);
        RowDigester digester = new RowDigester();
        RowBuffer out = new RowBuffer(64);
        long[] changed = new long[3];
        source.read(new TreatedSource.Query(query, columns), (block, ignored, row) -> {
            out.clear();
            writer.write(block, row, out);
            digester.add(out);
            for (int i = 0; i < 3; i++) {
                changed[i] += block.changes().get(i).byteAt(row);
            }
        });
        RowSum sum = digester.sum();
        assertThat(sum.count()).isEqualTo(5000);
        assertThat(source.source.digest(query, columns)).isEqualTo(sum);
        assertThat(changed).containsExactly(1667, 5000, 4995);
    }

    @Test
    void aWindowSeesTheTreatedValue() {
        String sql = """
                SELECT arrayJoin([-1, 0, 999, 1000, 1999]) AS ticks,
                    reinterpret(toInt64(ticks), 'DateTime64(9, \\'UTC\\')') AS v""";
        Treatment treatment = source.treatment(sql, new ValueRule.Truncate(6));
        TreatedSource.Query treated = source.treated(sql, treatment);
        SourceQuery windowed = new SourceQuery(
                treated.query().table(),
                treated.query().sql(),
                treated.query().columns(),
                Optional.of(new Window("v", Instant.EPOCH, Instant.EPOCH.plusNanos(1000))),
                treated.query().treatments());
        List<String> seen = new ArrayList<>();
        source.read(
                new TreatedSource.Query(windowed, treated.columns()),
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
                TreatedSource.mapping(
                        new Treatment(Policy.NULL, ratio, new ValueRule.NullUnlessFinite(), Optional.empty(), "e")),
                TreatedSource.mapping(new Treatment(Policy.TEXT, tags, new ValueRule.AsText(), Optional.empty(), "e")));
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

    private static byte[] bytes(Block block, List<SourceColumn> columns, int row, int column) {
        String text =
                Cells.text(block.columns().get(column), columns.get(column).type(), row);
        return text.startsWith("x:")
                ? HexFormat.of().parseHex(text.substring(2))
                : text.getBytes(StandardCharsets.UTF_8);
    }
}
