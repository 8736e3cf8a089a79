package dev.dpone.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.column.Block;
import dev.dpone.column.RowBuffer;
import dev.dpone.column.SourceColumn;
import dev.dpone.digest.CanonicalRowWriter;
import dev.dpone.digest.RowDigester;
import dev.dpone.digest.RowSum;
import dev.dpone.error.DponeException;
import dev.dpone.spi.SourceQuery;
import dev.dpone.spi.SourceStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(120)
class ClickHouseDigestSqlTest {
    private final ClickHouseSource source = Sources.real(Map.of());

    static Stream<Arguments> goldenRows() {
        String none = GoldenRows.A + " WHERE 0";
        return Stream.of(
                Arguments.of(none, "d8f2762f20dc2c594a3c94c1e93dec28255507265d8f143a195b5ad15a10a8bf"),
                Arguments.of(GoldenRows.A, "150b6691bbbec18685d3c9a06cca8da057bcc739f42202e727f1fc2c5266e961"),
                Arguments.of(
                        GoldenRows.union(GoldenRows.A, GoldenRows.B),
                        "24eeec4cff3fbb531b92e09d6ed9827dbbcab3dbf9788db162e99f17e3b45dc2"),
                Arguments.of(
                        GoldenRows.union(GoldenRows.A, GoldenRows.A, GoldenRows.B),
                        "edcf695e6de7a9277441db4a6f3161d790f1e7a3e88f2b7ce084695b9f1cb68a"));
    }

    @ParameterizedTest
    @MethodSource("goldenRows")
    void serverAndJavaArriveAtTheGoldenDigests(String rows, String digest) {
        assertThat(source.describe(Sources.query(rows)))
                .extracting(SourceColumn::spelling)
                .isEqualTo(
                        GoldenRows.COLUMNS.stream().map(SourceColumn::spelling).toList());
        assertThat(source.digest(Sources.query(rows), GoldenRows.COLUMNS).hex()).isEqualTo(digest);
        assertThat(inJava(rows).hex()).isEqualTo(digest);
    }

    @Test
    void serverAndJavaArriveAtTheVectorsOfWideNumbersAndAddresses() {
        String c = """
                SELECT toInt128('-170141183460469231731687303715884105728') AS i,
                    toUInt128('340282366920938463463374607431768211455') AS u,
                    toInt256('-57896044618658097711785492504343953926634992332820282019728792003956564819968') AS j,
                    CAST('115792089237316195423570985008687907853269984665640564039457584007913129639935' AS Nullable(UInt256)) AS v,
                    toDecimal256('-%s.%s', 20) AS d, toIPv4('255.0.10.1') AS a, toIPv6('2001:db8::1') AS b""".formatted("9".repeat(56), "9".repeat(20));
        String d = """
                SELECT toInt128(0) AS i, toUInt128(1) AS u, toInt256(-1) AS j, CAST(NULL AS Nullable(UInt256)) AS v,
                    toDecimal256('0.00000000000000000001', 20) AS d, toIPv4('0.0.0.0') AS a,
                    toIPv6('::ffff:1.2.3.4') AS b""";
        String rows = GoldenRows.union(c, d);
        String digest = "6c9a43ab5536beefabf6799758521797c4309211214fd73c65023e484ecd67d5";
        assertThat(source.digest(Sources.query(rows), source.describe(Sources.query(rows)))
                        .hex())
                .isEqualTo(digest);
        assertThat(inJava(rows).hex()).isEqualTo(digest);
    }

    @Test
    void serverAndJavaWriteAddressesAlike() {
        String sql = """
                SELECT toIPv6(arrayStringConcat(arrayMap(i -> hex(bitAnd(toUInt16(cityHash64(number, i, 7)), if(bitAnd(cityHash64(number, i), 3) < 2, 0,
                    if(bitAnd(cityHash64(i, number), 1) = 0, 65535, 15)))), [1, 2, 3, 4, 5, 6, 7, 8]), ':')) AS a,
                    toIPv4(toUInt32(cityHash64(number))) AS b
                FROM numbers(50000)""";
        assertThat(source.digest(Sources.query(sql), source.describe(Sources.query(sql))))
                .isEqualTo(inJava(sql));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("dev.dpone.clickhouse.RoundTripTest#types")
    void serverAndJavaAgreeOnEveryType(String type, String[] cases) {
        if (type.startsWith("DateTime64(9")) {
            return; // refused, see below
        }
        String sql = RoundTripTest.select("Nullable(" + type + ")", cases, true);
        assertThat(source.digest(Sources.query(sql), source.describe(Sources.query(sql))))
                .isEqualTo(inJava(sql));
        String plain = RoundTripTest.select(type, cases, false);
        assertThat(source.digest(Sources.query(plain), source.describe(Sources.query(plain))))
                .isEqualTo(inJava(plain));
    }

    @Test
    void agreesOnDictionariesAndManyBlocks() {
        String sql = """
                SELECT toLowCardinality(concat('v', toString(number % 300))) AS lc,
                    CAST(number % 7 = 0 ? NULL : toString(number % 70000), 'LowCardinality(Nullable(String))') AS lcn,
                    number AS n, repeat('x', number % 300) AS s, toDecimal128(number, 5) / 3 AS d,
                    toFixedString(toString(number % 10), 3) AS f
                FROM numbers(200000)""";
        assertThat(source.digest(Sources.query(sql), source.describe(Sources.query(sql))))
                .isEqualTo(inJava(sql));
    }

    @Test
    void refusesInstantsFinerThanItsUnit() {
        assertThatThrownBy(() ->
                        source.digest(Sources.query("SELECT now64(9) AS t"), Sources.columns("t", "DateTime64(9)")))
                .isInstanceOf(DponeException.class)
                .hasMessage("Column `t` has type DateTime64(9), whose instants are finer than the digest's 100 ns");
    }

    private RowSum inJava(String sql) {
        SourceQuery query = Sources.query(sql);
        List<SourceColumn> columns = source.describe(query);
        CanonicalRowWriter writer = new CanonicalRowWriter(columns);
        RowDigester digester = new RowDigester();
        RowBuffer row = new RowBuffer(1024);
        try (SourceStream stream = source.open(query, columns, Sources.LIMITS, Sources.id())) {
            for (Optional<Block> next = stream.next(); next.isPresent(); next = stream.next()) {
                for (int r = 0; r < next.get().rows(); r++) {
                    row.clear();
                    writer.write(next.get(), r, row);
                    digester.add(row);
                }
            }
        }
        return digester.sum();
    }
}
