package dev.dpone.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.digest.RowSum;
import dev.dpone.spi.TableRef;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The digest's published vectors, from a table that SQL filled: read back, and computed by the server. */
class GoldenVectorsTest {
    private static final String A =
            "(1, 'Aé😀', -1.50, '-0', '2026-09-13 12:34:56.123456Z', '00112233-4455-6677-8899-aabbccddeeff', '1970-01-01',"
                    + " 18446744073709551615)";
    private static final String B =
            "(-2, NULL, 0, 'NaN', '1969-12-31 23:59:59.999Z', '00112233-4455-6677-8899-aabbccddeeff', '1900-01-01', 0)";

    static Stream<Arguments> vectors() {
        return Stream.of(
                Arguments.of(List.of(), "d8f2762f20dc2c594a3c94c1e93dec28255507265d8f143a195b5ad15a10a8bf"),
                Arguments.of(List.of(A), "150b6691bbbec18685d3c9a06cca8da057bcc739f42202e727f1fc2c5266e961"),
                Arguments.of(List.of(A, B), "24eeec4cff3fbb531b92e09d6ed9827dbbcab3dbf9788db162e99f17e3b45dc2"),
                Arguments.of(List.of(B, A, A), "edcf695e6de7a9277441db4a6f3161d790f1e7a3e88f2b7ce084695b9f1cb68a"));
    }

    /** The vectors' columns; row A as ClickHouse sends it. */
    private static TestRows golden() {
        return new TestRows()
                .with(Types.int64("i"), 1)
                .with(Types.nullableString("s"), "Aé😀")
                .with(Types.decimal("d", 9, 2), new BigDecimal("-1.50"))
                .with(Types.number("f", 64), -0.0)
                .with(Types.dateTime64("t", 6), Instant.parse("2026-09-13T12:34:56.123456Z"))
                .with(Types.uuid("u"), UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"))
                .with(Types.date32("e"), LocalDate.EPOCH)
                .with(Types.integer("n", 64, false), new BigInteger("18446744073709551615"));
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void arrivesAtThePublishedDigests(List<String> rows, String expected) {
        TestRows golden = golden();
        try (TestDatabase database = new TestDatabase();
                PostgresTarget target = database.target()) {
            database.run("CREATE TABLE " + database.schema + ".golden (i bigint, s text, d numeric(9,2),"
                    + " f double precision, t timestamptz, u uuid, e date, n numeric(20,0))");
            rows.forEach(row -> database.run("INSERT INTO " + database.schema + ".golden VALUES " + row));
            TableRef table = new TableRef(database.schema, "golden");
            RowSum readBack = target.digest(table, golden.mappings());
            assertThat(readBack.hex()).isEqualTo(expected);
            assertThat(readBack.count()).isEqualTo(rows.size());
            assertThat(target.digestBySql(table, golden.mappings())).isEqualTo(readBack);
        }
    }

    @Test
    void arrivesAtTheVectorsOfWideNumbersAndAddresses() {
        BigInteger one = BigInteger.ONE;
        TestRows wide = new TestRows()
                .with(Types.integer("i", 128, true), one.shiftLeft(127).negate())
                .with(Types.integer("u", 128, false), one.shiftLeft(128).subtract(one))
                .with(Types.integer("j", 256, true), one.shiftLeft(255).negate())
                .with(
                        Types.nullable(Types.integer("v", 256, false)),
                        one.shiftLeft(256).subtract(one))
                .with(Types.decimal("d", 76, 20), new BigDecimal("-" + "9".repeat(56) + "." + "9".repeat(20)))
                .with(Types.ip("a", false), 4278192641L)
                .with(Types.ip("b", true), HexFormat.of().parseHex("20010db8000000000000000000000001"));
        assertThat(wide.sum().hex()).isEqualTo("fd2022b1e1ffe93ef643c18376b7c4a698bd46c818cf0465d1b8f8a72809f38a");
        try (TestDatabase database = new TestDatabase();
                PostgresTarget target = database.target()) {
            database.run(
                    "CREATE TABLE " + database.schema + ".golden (i numeric(39,0), u numeric(39,0), j numeric(77,0),"
                            + " v numeric(78,0), d numeric(76,20), a inet, b inet)");
            database.run("INSERT INTO " + database.schema + ".golden VALUES (-2::numeric ^ 127, 2::numeric ^ 128 - 1,"
                    + " -2::numeric ^ 255, 2::numeric ^ 256 - 1, -1e56 + 1e-20, '255.0.10.1', '2001:db8::1'), (0, 1, -1,"
                    + " NULL, 1e-20, '0.0.0.0', '::ffff:1.2.3.4')");
            TableRef table = new TableRef(database.schema, "golden");
            RowSum readBack = target.digest(table, wide.mappings());
            assertThat(readBack.hex()).isEqualTo("6c9a43ab5536beefabf6799758521797c4309211214fd73c65023e484ecd67d5");
            assertThat(target.digestBySql(table, wide.mappings())).isEqualTo(readBack);
            database.run("UPDATE " + database.schema + ".golden SET a = '255.0.10.1/24' WHERE u <> 1");
            assertThat(target.digest(table, wide.mappings())).isNotEqualTo(readBack);
            assertThat(target.digestBySql(table, wide.mappings())).isNotEqualTo(readBack);
        }
    }
}
