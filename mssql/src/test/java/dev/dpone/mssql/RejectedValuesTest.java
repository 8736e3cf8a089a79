package dev.dpone.mssql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.dpone.column.SourceColumn;
import dev.dpone.spi.RejectedValueException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Values that SQL Server's types cannot hold: refused by rule and remedy, while their neighbours pass. */
class RejectedValuesTest {
    private static final String UTF8 = " collate " + TypeMapping.UTF8_COLLATION;

    private static final BigInteger MOST = BigInteger.TEN.pow(38).subtract(BigInteger.ONE);
    private static final String DIGITS = "the number has more digits than decimal(38,0) holds";

    record Case(
            SourceColumn column, @Nullable String authored, Object fits, Object refused, String rule, String remedy) {
        Cells cells(Object value) {
            SourceColumn named = Cells.named("c", column);
            return authored == null ? new Cells().with(named, value) : new Cells().as(named, authored, value);
        }
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    static Stream<Case> texts() {
        String notUtf8 = "Set sink.policies.c to replace or null, or sink.types.c to varbinary(max).";
        return Stream.of(
                new Case(
                        Cells.string(),
                        "nvarchar(3)",
                        "a😀",
                        "ab😀",
                        "text has 4 UTF-16 units, but nvarchar(3) holds 3",
                        "Set sink.types.c to a longer nvarchar or to nvarchar(max)."),
                new Case(
                        Cells.string(),
                        "nvarchar(4000)",
                        "é".repeat(4000),
                        "é".repeat(4001),
                        "text has 4001 UTF-16 units, but nvarchar(4000) holds 4000",
                        "Set sink.types.c to a longer nvarchar or to nvarchar(max)."),
                new Case(
                        Cells.string(),
                        "varchar(3)",
                        "abc",
                        "abcd",
                        "text has 4 bytes of UTF-8, but varchar(3) holds 3",
                        "Set sink.types.c to a longer varchar or to varchar(max)."),
                new Case(
                        Cells.string(),
                        "varchar(4)" + UTF8,
                        "éé",
                        "ééa",
                        "text has 5 bytes of UTF-8, but varchar(4)" + UTF8 + " holds 4",
                        "Set sink.types.c to a longer varchar or to varchar(max)."),
                new Case(
                        Cells.string(),
                        "varchar(10)",
                        "\u007f\0",
                        "\u0080",
                        "text is not ASCII, and varchar(10) has no UTF-8 collation to hold the rest of Unicode",
                        "Set sink.types.c to nvarchar(10), or on SQL Server 2019 and later to varchar(10)" + UTF8
                                + "."),
                new Case(
                        Cells.string(),
                        "varchar(max)",
                        "abc",
                        "abcdefgé",
                        "text is not ASCII, and varchar(max) has no UTF-8 collation to hold the rest of Unicode",
                        "Set sink.types.c to nvarchar(max), or on SQL Server 2019 and later to varchar(max)" + UTF8
                                + "."),
                new Case(
                        Cells.string(),
                        "varbinary(2)",
                        bytes(0xFF, 0),
                        bytes(1, 2, 3),
                        "the value has 3 bytes, but varbinary(2) holds 2",
                        "Set sink.types.c to a longer varbinary or to varbinary(max)."),
                new Case(
                        Cells.fixed(2),
                        "nchar(2)",
                        "ab",
                        "é",
                        "text has 1 UTF-16 units, but nchar(2) must be filled exactly",
                        "Set sink.types.c to nvarchar(2)."),
                new Case(
                        Cells.string(),
                        null,
                        "\uFFFF",
                        bytes(0xED, 0xA0, 0x80),
                        "text is not valid UTF-8, which nvarchar(max) needs",
                        notUtf8),
                new Case(
                        Cells.string(),
                        "varchar(max)" + UTF8,
                        "😀",
                        bytes(0xF0, 0x9F, 0x98),
                        "text is not valid UTF-8, which varchar(max)" + UTF8 + " needs",
                        notUtf8));
    }

    static Stream<Case> numbers() {
        String floats = "Set sink.policies.c to null, or leave the row out with source.options.query.sql.";
        String wider =
                "Correct the value in the source, or cast the column to a wider Decimal in source.options.query.sql.";
        String asText = "Set sink.policies.c to null or text, or correct the value in the source.";
        return Stream.of(
                new Case(
                        Cells.number(64),
                        null,
                        Double.MAX_VALUE,
                        Double.NaN,
                        "the number is NaN, which SQL Server's float cannot hold",
                        floats),
                new Case(
                        Cells.number(32),
                        null,
                        Float.MIN_VALUE,
                        Float.NEGATIVE_INFINITY,
                        "the number is -Infinity, which SQL Server's real cannot hold",
                        floats),
                new Case(
                        Cells.number(32),
                        "float",
                        -Float.MAX_VALUE,
                        Float.POSITIVE_INFINITY,
                        "the number is Infinity, which SQL Server's float cannot hold",
                        floats),
                new Case(
                        Cells.decimal(2, 2),
                        null,
                        99,
                        100,
                        "the number has more digits than decimal(2,2) holds",
                        wider),
                new Case(
                        Cells.decimal(9, 0),
                        "decimal(38,29)",
                        -999_999_999,
                        -1_000_000_000,
                        "the number has more digits than decimal(38,29) holds",
                        wider),
                new Case(Cells.integer(128, true), null, MOST.negate(), MOST.add(BigInteger.ONE), DIGITS, asText),
                new Case(
                        Cells.integer(128, true),
                        null,
                        MOST,
                        BigInteger.ONE.shiftLeft(127).negate(),
                        DIGITS,
                        asText),
                new Case(Cells.integer(128, false), null, MOST, BigInteger.ONE.shiftLeft(127), DIGITS, asText),
                new Case(Cells.integer(256, true), null, MOST.negate(), BigInteger.ONE.shiftLeft(128), DIGITS, asText),
                new Case(
                        Cells.integer(256, true),
                        null,
                        -1,
                        BigInteger.ONE.shiftLeft(128).negate(),
                        DIGITS,
                        asText),
                new Case(
                        Cells.integer(256, true),
                        null,
                        0,
                        MOST.add(BigInteger.ONE).negate(),
                        DIGITS,
                        asText),
                new Case(Cells.integer(256, true), null, 1, BigInteger.ONE.shiftLeft(192), DIGITS, asText),
                new Case(Cells.integer(256, false), null, MOST, BigInteger.ONE.shiftLeft(255), DIGITS, asText),
                new Case(Cells.integer(256, false), null, MOST, BigInteger.ONE.shiftLeft(128), DIGITS, asText),
                new Case(
                        Cells.decimal(38, 10),
                        null,
                        BigInteger.TEN.pow(38).subtract(BigInteger.ONE),
                        BigInteger.TEN.pow(38),
                        "the number has more digits than decimal(38,10) holds",
                        wider));
    }

    static Stream<Case> times() {
        String remedy = "Correct the value in the source, or leave the row out with source.options.query.sql.";
        String days = "the day lies outside 0001-01-01 to 9999-12-31, which date holds";
        String seventh = "the instant lies outside 0001-01-01 to 9999-12-31, which datetime2(7) holds";
        return Stream.of(
                new Case(Cells.date32(), null, -719_162, -719_163, days, remedy),
                new Case(Cells.date32(), null, 2_932_896, 2_932_897, days, remedy),
                new Case(Cells.date32(), null, 0, Integer.MAX_VALUE, days, remedy),
                new Case(
                        Cells.dateTime64(7),
                        null,
                        -621_355_968_000_000_000L,
                        -621_355_968_000_000_001L,
                        seventh,
                        remedy),
                new Case(
                        Cells.dateTime64(7),
                        null,
                        2_534_023_007_999_999_999L,
                        2_534_023_008_000_000_000L,
                        seventh,
                        remedy),
                new Case(Cells.dateTime64(7), null, 0, Long.MIN_VALUE, seventh, remedy),
                new Case(
                        Cells.dateTime64(0),
                        null,
                        253_402_300_799L,
                        Long.MAX_VALUE,
                        "the instant lies outside 0001-01-01 to 9999-12-31, which datetime2(0) holds",
                        remedy),
                new Case(
                        Cells.enumeration(8, "a"),
                        null,
                        -1,
                        5,
                        "the code 5 has no name in Enum8(...)",
                        "Correct the value in the source, or select the column's number instead in"
                                + " source.options.query.sql."));
    }

    static Stream<Case> cases() {
        return Stream.of(texts(), numbers(), times()).flatMap(cases -> cases);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void refusesTheValueAndNamesTheRule(Case test) {
        assertThat(test.cells(test.fits()).encoded()).isNotEmpty();
        RejectedValueException refusal = catchThrowableOfType(
                RejectedValueException.class, () -> test.cells(test.refused()).encoded());
        assertThat(refusal).as(test.rule()).isNotNull();
        assertThat(refusal).hasMessage(test.rule());
        assertThat(refusal.remedy()).isEqualTo(test.remedy());
        assertThat(refusal.column()).isEqualTo("c");
    }

    @Test
    void keepsUnitZeroInText() {
        assertThat(new Cells().with(Cells.string(), "a\0").hex()).isEqualTo("040000000000000061000000");
        assertThat(new String(
                        new Cells().as(Cells.string(), "varchar(9)", "a\0").encoded(), StandardCharsets.US_ASCII))
                .isEqualTo("\u0002\0a\0");
    }

    @Test
    void refusesNullWhereTheColumnSaysThereIsNone() {
        Cells nulls = new Cells().with(Cells.nullable(Cells.integer(32, true)), new Object[] {null});
        assertThatThrownBy(() -> new MssqlConnector()
                        .format(java.util.List.of(new MssqlConnector().map(Cells.integer(32, true), Optional.empty())))
                        .write(nulls.block(), 0, new dev.dpone.column.RowBuffer(16)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Column c cannot hold NULL, but row 0 does");
    }
}
