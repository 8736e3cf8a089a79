package dev.dpone.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.column.SourceColumn;
import dev.dpone.digest.RowSum;
import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.SealedFile;
import dev.dpone.spi.StageAttempt;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.TableRef;
import dev.dpone.spi.TargetPlan;
import dev.dpone.spi.TechnicalColumns;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every type through the encoder, COPY, the server, and back: as the server prints it, and as both digests see it. */
class RoundTripTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private record Case(SourceColumn column, Optional<String> authored, Map<Object, String> literals) {
        @Override
        public String toString() {
            return column.spelling() + authored.map(type -> " as " + type).orElse("");
        }

        private static Case of(SourceColumn column, @Nullable String authored, Object... valuesAndLiterals) {
            Map<Object, String> literals = new java.util.LinkedHashMap<>();
            for (int i = 0; i < valuesAndLiterals.length; i += 2) {
                literals.put(valuesAndLiterals[i], (String) valuesAndLiterals[i + 1]);
            }
            return new Case(column, Optional.ofNullable(authored), literals);
        }
    }

    static Stream<Case> cases() {
        return Stream.of(integers(), numerics(), floats(), texts(), addresses(), times())
                .flatMap(cases -> cases);
    }

    private static Stream<Case> integers() {
        return Stream.of(
                Case.of(Types.integer("c", 8, true), null, -128, "-128", 0, "0", 127, "127"),
                Case.of(Types.integer("c", 8, false), null, 0, "0", 128, "128", 255, "255"),
                Case.of(Types.integer("c", 16, true), null, -32768, "-32768", 32767, "32767"),
                Case.of(Types.integer("c", 16, false), null, 0, "0", 32768, "32768", 65535, "65535"),
                Case.of(Types.integer("c", 32, true), null, Integer.MIN_VALUE, "-2147483648", 2147483647, "2147483647"),
                Case.of(Types.integer("c", 32, false), null, 2147483648L, "2147483648", 4294967295L, "4294967295"),
                Case.of(
                        Types.integer("c", 64, true),
                        null,
                        Long.MIN_VALUE,
                        "-9223372036854775808",
                        -1,
                        "-1",
                        Long.MAX_VALUE,
                        "9223372036854775807"),
                Case.of(
                        Types.integer("c", 64, false),
                        null,
                        0,
                        "0",
                        9999,
                        "9999",
                        10000,
                        "10000",
                        new BigInteger("9223372036854775808"),
                        "9223372036854775808",
                        new BigInteger("18446744073709551615"),
                        "18446744073709551615"),
                wide(128, true, -1, 0, 9999),
                wide(128, false, 0, 10000),
                wide(256, true, -1, 0, 100),
                wide(256, false, 0, 1),
                Case.of(
                        Types.integer("c", 256, true),
                        "numeric(90,5)",
                        BigInteger.ONE.shiftLeft(255).negate(),
                        BigInteger.ONE.shiftLeft(255).negate() + ".00000"),
                Case.of(Types.integer("c", 8, true), "integer", -128, "-128", 127, "127"),
                Case.of(Types.integer("c", 32, true), "bigint", -7, "-7"),
                Case.of(
                        Types.integer("c", 64, false),
                        "numeric(24,3)",
                        new BigInteger("18446744073709551615"),
                        "18446744073709551615.000"),
                Case.of(Types.bool("c"), null, true, "true", false, "false"));
    }

    /** The type's extremes and the given values. */
    private static Case wide(int bits, boolean signed, int... values) {
        BigInteger span = BigInteger.ONE.shiftLeft(bits);
        BigInteger least = signed ? span.shiftRight(1).negate() : BigInteger.ZERO;
        List<Object> all =
                new ArrayList<>(List.of(least, least.toString(), least.add(span).subtract(BigInteger.ONE)));
        all.add(all.get(2).toString());
        for (int value : values) {
            if (!BigInteger.valueOf(value).equals(least)) {
                all.add(BigInteger.valueOf(value));
                all.add(String.valueOf(value));
            }
        }
        return Case.of(Types.integer("c", bits, signed), null, all.toArray());
    }

    private static Stream<Case> numerics() {
        return Stream.of(
                decimals(9, 2, null, "-9999999.99", "-0.01", "0.00", "0.10", "1.00", "100.00", "9999999.99"),
                decimals(9, 0, null, "-999999999", "0", "10", "10000", "100000000", "999999999"),
                decimals(9, 9, null, "-0.999999999", "0.000000001", "0.100000000", "0.000000000"),
                decimals(18, 4, null, "99999999999999.9999", "-10000.0000", "0.0001"),
                decimals(18, 5, null, "9999999999999.99999", "-10000.00010", "0.00001", "12345.67890"),
                decimals(
                        38,
                        0,
                        null,
                        "99999999999999999999999999999999999999",
                        "-99999999999999999999999999999999999999",
                        "18446744073709551616",
                        "-18446744073709551616",
                        "9223372036854775808",
                        "0"),
                decimals(
                        38,
                        38,
                        null,
                        "0.99999999999999999999999999999999999999",
                        "-0.00000000000000000000000000000000000001"),
                decimals(76, 0, null, "9".repeat(76), "-" + "9".repeat(76), "10000", "0"),
                decimals(76, 76, null, "0." + "9".repeat(76), "-0." + "0".repeat(75) + "1"),
                decimals(
                        76,
                        21,
                        null,
                        "-" + "9".repeat(55) + "." + "9".repeat(21),
                        "12345.678900000000000000001",
                        "0." + "0".repeat(21)),
                decimals(39, 2, null, "1234567890123456789012345678901234567.89", "-0.01"),
                decimals(38, 7, null, "9999999999999999999999999999999.9999999", "-1.0000001", "10000.0000000"),
                Case.of(
                        Types.decimal("c", 9, 2),
                        "numeric(14,5)",
                        new BigDecimal("-9999999.99"),
                        "-9999999.99000",
                        new BigDecimal("0.10"),
                        "0.10000"),
                Case.of(
                        Types.decimal("c", 9, 3),
                        "numeric(1000,500)",
                        new BigDecimal("1.001"),
                        "1.001" + "0".repeat(497)));
    }

    private static Case decimals(int precision, int scale, @Nullable String authored, String... literals) {
        List<Object> pairs = new ArrayList<>();
        for (String literal : literals) {
            pairs.add(new BigDecimal(literal));
            pairs.add(literal);
        }
        return Case.of(Types.decimal("c", precision, scale), authored, pairs.toArray());
    }

    private static Stream<Case> floats() {
        return Stream.of(
                Case.of(
                        Types.number("c", 32),
                        null,
                        Float.MIN_VALUE,
                        "1e-45",
                        Float.MAX_VALUE,
                        "3.4028235e+38",
                        -0.0f,
                        "-0",
                        0.0f,
                        "0",
                        Float.NaN,
                        "NaN",
                        Float.NEGATIVE_INFINITY,
                        "-Infinity",
                        0.1f,
                        "0.1"),
                Case.of(
                        Types.number("c", 64),
                        null,
                        Double.MIN_VALUE,
                        "5e-324",
                        Double.MAX_VALUE,
                        "1.7976931348623157e+308",
                        -0.0,
                        "-0",
                        Double.NaN,
                        "NaN",
                        Double.longBitsToDouble(0xfff8000000000123L),
                        "NaN",
                        Double.POSITIVE_INFINITY,
                        "Infinity"),
                Case.of(Types.number("c", 32), "double precision", 0.1f, "0.10000000149011612", Float.NaN, "NaN"));
    }

    private static Stream<Case> texts() {
        byte[] anything = {0, 1, (byte) 0xFF, (byte) 0xC0, 0};
        return Stream.of(
                Case.of(
                        Types.string("c"),
                        null,
                        "",
                        "",
                        "Aé😀",
                        "Aé😀",
                        " \t\n'\"\\ ",
                        " \t\n'\"\\ ",
                        "NULL",
                        "NULL",
                        "x".repeat(1_000_000),
                        "x".repeat(1_000_000)),
                Case.of(Types.string("c"), "varchar(3)", "", "", "é😀 ", "é😀 "),
                Case.of(Types.string("c"), "bytea", anything, "\\x0001ffc000", "", "\\x", "a\0", "\\x6100"),
                Case.of(Types.fixed("c", 5), null, anything, "\\x0001ffc000"),
                Case.of(Types.enum8("c", Map.of(-128, "low", 127, "é😀", 0, "")), null, -128, "low", 127, "é😀", 0, ""),
                Case.of(Types.enum16("c", Map.of(-32768, "a", 32767, "b")), "varchar(1)", -32768, "a", 32767, "b"),
                Case.of(
                        Types.uuid("c"),
                        null,
                        UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"),
                        "00112233-4455-6677-8899-aabbccddeeff",
                        new UUID(-1, 0),
                        "ffffffff-ffff-ffff-0000-000000000000"));
    }

    /** Addresses by their bits, little-endian for IPv4 and in the network's order for IPv6. */
    private static Stream<Case> addresses() {
        return Stream.of(
                Case.of(
                        Types.ip("c", false),
                        null,
                        0,
                        "0.0.0.0/32",
                        4294967295L,
                        "255.255.255.255/32",
                        3232238090L,
                        "192.168.10.10/32"),
                Case.of(
                        Types.ip("c", true),
                        null,
                        new byte[16],
                        "::/128",
                        address("20010db8000000000000000000000001"),
                        "2001:db8::1/128",
                        address("00000000000000000000ffff01020304"),
                        "::ffff:1.2.3.4/128",
                        address("00000000000000000000000001020304"),
                        "::1.2.3.4/128",
                        address("00000000000000000000000000000100"),
                        "::100/128",
                        address("00010000000000020003000000000004"),
                        "1::2:3:0:0:4/128",
                        address("ffffffffffffffffffffffffffffffff"),
                        "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff/128"));
    }

    private static byte[] address(String hex) {
        return java.util.HexFormat.of().parseHex(hex);
    }

    private static Stream<Case> times() {
        return Stream.of(
                Case.of(
                        Types.date("c"),
                        null,
                        0,
                        "1970-01-01",
                        LocalDate.of(2000, 1, 1),
                        "2000-01-01",
                        65535,
                        "2149-06-06"),
                Case.of(
                        Types.date32("c"),
                        null,
                        LocalDate.of(1900, 1, 1),
                        "1900-01-01",
                        LocalDate.of(1969, 12, 31),
                        "1969-12-31",
                        LocalDate.of(2299, 12, 31),
                        "2299-12-31",
                        -2_440_588,
                        "4714-11-24 BC",
                        2_145_042_905,
                        "5874897-12-31"),
                Case.of(
                        Types.dateTime("c"),
                        null,
                        0,
                        "1970-01-01 00:00:00+00",
                        4294967295L,
                        "2106-02-07 06:28:15+00",
                        Instant.parse("2022-04-03T09:30:00Z"),
                        "2022-04-03 09:30:00+00"),
                Case.of(Types.dateTime64("c", 0), null, -1, "1969-12-31 23:59:59+00"),
                Case.of(
                        Types.dateTime64("c", 3),
                        null,
                        Instant.parse("1969-12-31T23:59:59.999Z"),
                        "1969-12-31 23:59:59.999+00",
                        Instant.parse("1900-01-01T00:00:00Z"),
                        "1900-01-01 00:00:00+00",
                        Instant.parse("2299-12-31T23:59:59.999Z"),
                        "2299-12-31 23:59:59.999+00",
                        // In the tests' own zone, America/Bahia_Banderas, the first is in a gap and the others are the
                        // same 01:30.
                        Instant.parse("2010-04-04T09:30:00Z"),
                        "2010-04-04 09:30:00+00",
                        Instant.parse("2021-10-31T06:30:00Z"),
                        "2021-10-31 06:30:00+00",
                        Instant.parse("2021-10-31T07:30:00Z"),
                        "2021-10-31 07:30:00+00"),
                Case.of(
                        Types.dateTime64("c", 6),
                        null,
                        Instant.parse("2026-09-13T12:34:56.123456Z"),
                        "2026-09-13 12:34:56.123456+00",
                        Instant.parse("1970-01-01T00:00:00.000001Z"),
                        "1970-01-01 00:00:00.000001+00",
                        -210_866_803_200_000_000L,
                        "4714-11-24 00:00:00+00 BC",
                        Long.MAX_VALUE / 10,
                        "31197-09-14 02:48:05.47758+00"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void landsAndReadsBackEqual(Case values) throws IOException {
        List<Object> rows = new ArrayList<>(values.literals().keySet());
        List<String> expected = new ArrayList<>(values.literals().values());
        @Nullable Object[] column = rows.toArray(new Object[rows.size() + 1]);
        expected.add("NULL");
        Integer[] order = new Integer[column.length];
        Arrays.setAll(order, i -> i);
        TestRows delivered = new TestRows()
                .with(Types.int64("n"), (Object[]) order)
                .withAuthored(Types.nullable(values.column()), values.authored().orElse(null), column);
        try (TestDatabase database = new TestDatabase();
                PostgresTarget target = database.target()) {
            TableRef stage = deliver(database, target, delivered);
            database.run("SET TIME ZONE 'UTC'");
            assertThat(database.texts("SELECT c::text FROM " + stage + " ORDER BY n"))
                    .isEqualTo(expected);
            assertThat(target.digestBySql(stage, delivered.mappings())).isEqualTo(delivered.sum());
        }
    }

    @Test
    void landsRandomRowsOfEveryType() throws IOException {
        TestRows rows = CopyBinaryFormatTest.random(new Random(42), 2_000);
        try (TestDatabase database = new TestDatabase();
                PostgresTarget target = database.target()) {
            TableRef stage = deliver(database, target, rows);
            assertThat(target.digest(stage, rows.mappings())).isEqualTo(rows.sum());
            assertThat(target.digestBySql(stage, rows.mappings())).isEqualTo(rows.sum());
        }
    }

    /** Imports the rows as one chunk and checks boundary one. */
    private TableRef deliver(TestDatabase database, PostgresTarget target, TestRows rows) throws IOException {
        TargetPlan plan = database.plan(rows, TechnicalColumns.OFF, new Strategy.Append());
        target.admit(plan);
        SealedFile file = rows.seal(folder, 0);
        ChunkReceipt receipt =
                target.deliver(plan, database.id("run")).stages().importFile(file, new StageAttempt(0, 0, "stage"));
        RowSum sum = rows.sum();
        assertThat(receipt.sum()).isEqualTo(sum);
        assertThat(receipt.rows()).isEqualTo(sum.count());
        assertThat(receipt.method()).isEqualTo("readback");
        assertThat(receipt.fileSha256()).isEqualTo(file.sha256());
        assertThat(receipt.encodedBytes()).isEqualTo(file.encodedBytes());
        return new TableRef(database.staging, "stage");
    }
}
