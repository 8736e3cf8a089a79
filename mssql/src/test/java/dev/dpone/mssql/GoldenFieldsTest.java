package dev.dpone.mssql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.column.SourceColumn;
import java.math.BigInteger;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Fields whose bytes were computed by hand from Microsoft's description of the format. */
class GoldenFieldsTest {
    private static final UUID ID = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");

    record Case(
            SourceColumn column,
            @Nullable String authored,
            @Nullable Object value,
            String hex) {
        String encoded() {
            return (authored == null ? new Cells().with(column, value) : new Cells().as(column, authored, value)).hex();
        }
    }

    private static Case of(SourceColumn column, @Nullable Object value, String hex) {
        return new Case(column, null, value, hex);
    }

    private static Case as(SourceColumn column, String authored, @Nullable Object value, String hex) {
        return new Case(column, authored, value, hex);
    }

    static Stream<Case> publishedVectors() {
        return Stream.of(
                of(Cells.integer(32, true), 1, "01000000"),
                of(Cells.nullable(Cells.integer(32, true)), 1, "0401000000"),
                of(Cells.nullable(Cells.integer(32, true)), null, "ff"),
                of(Cells.nullable(Cells.integer(64, true)), -2, "08feffffffffffffff"),
                of(Cells.bool(), 1, "0101"),
                of(
                        Cells.integer(64, false),
                        BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE),
                        "13140001ffffffffffffffff0000000000000000"),
                of(Cells.decimal(9, 2), -150, "1309020096000000000000000000000000000000"),
                of(Cells.number(64), 1.5, "000000000000f83f"),
                of(Cells.nullable(Cells.number(32)), 1.5f, "040000c03f"),
                of(Cells.date(), 0, "3af90a"),
                of(Cells.nullable(Cells.dateTime64(6)), 1_789_302_896_123_456L, "0880ee9776691f4a0b"),
                of(Cells.uuid(), ID, "1033221100554477668899aabbccddeeff"),
                as(Cells.string(), "nvarchar(10)", "Aé", "04004100e900"),
                of(Cells.string(), "", "0000000000000000"),
                of(Cells.nullable(Cells.string()), null, "ffffffffffffffff"),
                of(Cells.string(), "😀", "04000000000000003dd800de"),
                as(Cells.string(), "varbinary(max)", new byte[] {0, (byte) 0xFF}, "020000000000000000ff"));
    }

    static Stream<Case> framing() {
        return Stream.of(
                of(Cells.integer(8, false), 255, "ff"),
                of(Cells.nullable(Cells.integer(8, false)), 255, "01ff"),
                of(Cells.integer(8, true), -1, "ffff"),
                of(Cells.integer(64, true), -2, "feffffffffffffff"),
                of(Cells.nullable(Cells.bool()), null, "ff"),
                of(Cells.nullable(Cells.uuid()), null, "ff"),
                of(Cells.nullable(Cells.decimal(9, 2)), null, "ff"),
                of(Cells.dateTime(), 0, "00000000003af90a"),
                of(Cells.nullable(Cells.dateTime()), 0, "0800000000003af90a"),
                as(Cells.string(), "nvarchar(3)", "", "0000"),
                as(Cells.nullable(Cells.string()), "nvarchar(3)", null, "ffff"),
                as(Cells.string(), "varchar(3)", "abc", "0300616263"),
                as(Cells.nullable(Cells.string()), "varchar(3)", null, "ffff"),
                as(Cells.string(), "varchar(max)", "abc", "0300000000000000616263"),
                as(Cells.string(), "varchar(5) collate Latin1_General_100_BIN2_UTF8", "é€", "0500c3a9e282ac"),
                as(Cells.fixed(3), "binary(3)", "a\0\0", "0300610000"),
                as(Cells.fixed(3), "char(3)", "a\0\0", "0300610000"),
                as(Cells.fixed(3), "nchar(3)", "abc", "0600610062006300"),
                of(Cells.fixed(3), "a\0\0", "0300610000"),
                of(Cells.fixed(8001), "", "411f" + "000000000000" + "00".repeat(8001)),
                of(Cells.enumeration(8, "a", "bc", ""), -1, "010061"),
                of(Cells.enumeration(8, "a", "bc", ""), 1, "0000"),
                of(Cells.enumeration(16, "é", "bc"), -1, "0200e900"),
                of(Cells.nullable(Cells.enumeration(16, "é", "bc")), null, "ffff"),
                of(Cells.ip(false), 16_909_060, "0700312e322e332e34"),
                of(Cells.nullable(Cells.ip(true)), new byte[16], "02003a3a"),
                of(Cells.nullable(Cells.ip(true)), null, "ffff"),
                of(Cells.integer(128, true), -5, "13260000" + little(BigInteger.valueOf(5))),
                of(
                        Cells.integer(256, false),
                        BigInteger.TEN.pow(38).subtract(BigInteger.ONE),
                        "13260001" + little(BigInteger.TEN.pow(38).subtract(BigInteger.ONE))),
                of(
                        Cells.nullable(Cells.integer(256, true)),
                        BigInteger.ONE.subtract(BigInteger.TEN.pow(38)),
                        "13260000" + little(BigInteger.TEN.pow(38).subtract(BigInteger.ONE))));
    }

    @ParameterizedTest
    @MethodSource("publishedVectors")
    void writesThePublishedVectors(Case test) {
        assertThat(test.encoded()).isEqualTo(test.hex());
    }

    @ParameterizedTest
    @MethodSource("framing")
    void framesByTypeAndNullability(Case test) {
        assertThat(test.encoded()).isEqualTo(test.hex());
    }

    static Stream<Case> temporals() {
        return Stream.of(
                // 100 ns before 1970: the day before, one unit short of midnight.
                of(Cells.dateTime64(7), -1L, "ffbf692ac939f90a"),
                of(Cells.dateTime64(7), -621_355_968_000_000_000L, "0000000000000000"),
                of(Cells.dateTime64(7), 2_534_023_007_999_999_999L, "ffbf692ac9dab937"),
                of(Cells.dateTime64(3), -1L, "f098692ac939f90a"),
                of(Cells.dateTime64(0), 86_399, "8029d129c93af90a"),
                of(Cells.dateTime64(0), 86_400, "00000000003bf90a"),
                as(Cells.dateTime64(3), "datetime2(7)", 1, "10270000003af90a"),
                of(Cells.date32(), -719_162, "000000"),
                of(Cells.date32(), 2_932_896, "dab937"),
                of(Cells.date(), 65_535, "39f90b"));
    }

    @ParameterizedTest
    @MethodSource("temporals")
    void countsDaysFromYearOneAndUnitsFromMidnight(Case test) {
        assertThat(test.encoded()).isEqualTo(test.hex());
    }

    static Stream<Case> widened() {
        return Stream.of(
                as(Cells.integer(8, false), "bigint", 200, "c800000000000000"),
                as(Cells.integer(16, true), "int", -2, "feffffff"),
                as(Cells.integer(8, true), "decimal(5,2)", -128, "1305020000320000000000000000000000000000"),
                as(
                        Cells.integer(64, true),
                        "decimal(19,0)",
                        Long.MIN_VALUE,
                        "131300000000000000000080" + "00".repeat(8)),
                as(Cells.number(32), "float", 1.5f, "000000000000f83f"),
                as(Cells.decimal(9, 2), "decimal(38,31)", 1, "13261f01" + little(BigInteger.TEN.pow(29))),
                as(
                        Cells.decimal(38, 0),
                        "decimal(38,0)",
                        BigInteger.TEN.pow(38).subtract(BigInteger.ONE).negate(),
                        "13260000" + little(BigInteger.TEN.pow(38).subtract(BigInteger.ONE))),
                as(
                        Cells.decimal(18, 0),
                        "decimal(38,20)",
                        -999_999_999_999_999_999L,
                        "13261400"
                                + little(BigInteger.valueOf(999_999_999_999_999_999L)
                                        .multiply(BigInteger.TEN.pow(20)))));
    }

    private static String little(BigInteger magnitude) {
        StringBuilder hex = new StringBuilder();
        for (int i = 0; i < 16; i++) {
            hex.append(String.format("%02x", magnitude.shiftRight(8 * i).intValue() & 0xFF));
        }
        return hex.toString();
    }

    @ParameterizedTest
    @MethodSource("widened")
    void widensToTheAuthoredType(Case test) {
        assertThat(test.encoded()).isEqualTo(test.hex());
    }
}
