package dev.dpone.digest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.column.Block;
import dev.dpone.column.BytesColumn;
import dev.dpone.column.Column;
import dev.dpone.column.DataType;
import dev.dpone.column.FixedColumn;
import dev.dpone.column.RowBuffer;
import dev.dpone.column.SourceColumn;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalRowWriterTest {
    private static final DataType.EnumType COLOURS =
            new DataType.EnumType(8, new TreeMap<>(Map.of(-128, "rot", 0, "", 127, "grün")));

    @Test
    void writesTheGoldenRows() {
        CanonicalRowWriter writer = new CanonicalRowWriter(GoldenRows.COLUMNS);
        RowBuffer out = new RowBuffer(16);
        writer.write(GoldenRows.block(), 0, out);
        byte[] a = Arrays.copyOf(out.bytes(), out.length());
        out.clear();
        writer.write(GoldenRows.block(), 1, out);
        byte[] b = Arrays.copyOf(out.bytes(), out.length());

        assertThat(HexFormat.of().formatHex(a)).isEqualTo(GoldenRows.A_BYTES);
        assertThat(Sha256.hexOf(a)).isEqualTo(GoldenRows.A_HASH);
        assertThat(Sha256.hexOf(b)).isEqualTo(GoldenRows.B_HASH);
    }

    @Test
    void arrivesAtTheVectorsOfWideNumbersAndAddresses() {
        CanonicalRowWriter writer = new CanonicalRowWriter(GoldenRows.WIDE_COLUMNS);
        RowBuffer out = new RowBuffer(16);
        RowDigester digester = new RowDigester();
        writer.write(GoldenRows.wideBlock(), 0, out);
        digester.add(out);
        assertThat(digester.sum().hex()).isEqualTo(GoldenRows.ONE_C);
        out.clear();
        writer.write(GoldenRows.wideBlock(), 1, out);
        digester.add(out);
        assertThat(digester.sum().hex()).isEqualTo(GoldenRows.C_AND_D);
    }

    static Stream<Arguments> fixedValues() {
        return Stream.of(
                // little-endian bytes as the source sends them, and the number the canonical form holds
                integer(new DataType.IntegerType(8, true), "80", -128),
                integer(new DataType.IntegerType(8, false), "ff", 255),
                integer(new DataType.IntegerType(16, true), "0080", -32_768),
                integer(new DataType.IntegerType(16, false), "ffff", 65_535),
                integer(new DataType.IntegerType(32, true), "00000080", Integer.MIN_VALUE),
                integer(new DataType.IntegerType(32, false), "ffffffff", 4_294_967_295L),
                integer(new DataType.IntegerType(64, true), "0000000000000080", Long.MIN_VALUE),
                integer(new DataType.BoolType(), "00", 0),
                integer(new DataType.BoolType(), "01", 1),
                integer(new DataType.DateType(false), "ffff", 65_535),
                integer(new DataType.DateType(true), "219cffff", -25_567),
                integer(new DataType.DateTimeType(false, 0), "ffffffff", 42_949_672_950_000_000L),
                integer(new DataType.DateTimeType(true, 0), "ffffffffffffffff", -10_000_000),
                integer(new DataType.DateTimeType(true, 3), "ffffffffffffffff", -10_000),
                integer(new DataType.DateTimeType(true, 6), "0100000000000000", 10),
                integer(new DataType.DateTimeType(true, 7), "ffffffffffffff7f", Long.MAX_VALUE),
                Arguments.of(new DataType.FloatType(32), "0000c03f", "013ff8000000000000"),
                Arguments.of(new DataType.FloatType(32), "00000080", "018000000000000000"),
                Arguments.of(new DataType.FloatType(32), "0100c07f", "017ff8000000000000"),
                Arguments.of(new DataType.FloatType(32), "01000000", "0136a0000000000000"),
                Arguments.of(new DataType.FloatType(64), "010000000000f87f", "017ff8000000000000"),
                text(new DataType.IntegerType(64, false), "ffffffffffffffff", "18446744073709551615"),
                text(new DataType.DecimalType(9, 9), "00000080", "-2.147483648"),
                text(new DataType.DecimalType(18, 2), "ffffffffffffffff", "-0.01"),
                text(new DataType.DecimalType(38, 0), "00000000000000000100000000000000", "18446744073709551616"),
                text(new DataType.DecimalType(38, 38), "ff".repeat(16), "-0." + "0".repeat(37) + "1"),
                text(new DataType.IntegerType(128, true), "00".repeat(15) + "80", "-" + BigInteger.ONE.shiftLeft(127)),
                text(
                        new DataType.IntegerType(128, false),
                        "ff".repeat(16),
                        BigInteger.ONE.shiftLeft(128).subtract(BigInteger.ONE).toString()),
                text(new DataType.IntegerType(128, true), "ff".repeat(16), "-1"),
                text(new DataType.IntegerType(256, true), "00".repeat(31) + "80", "-" + BigInteger.ONE.shiftLeft(255)),
                text(
                        new DataType.IntegerType(256, false),
                        "ff".repeat(32),
                        BigInteger.ONE.shiftLeft(256).subtract(BigInteger.ONE).toString()),
                text(new DataType.IntegerType(256, true), "00".repeat(32), "0"),
                text(new DataType.DecimalType(76, 76), "ff".repeat(32), "-0." + "0".repeat(75) + "1"),
                text(new DataType.DecimalType(39, 2), "00".repeat(32), "0.00"),
                text(new DataType.DecimalType(76, 0), "01" + "00".repeat(31), "1"),
                text(
                        new DataType.DecimalType(76, 3),
                        "00".repeat(16) + "01" + "00".repeat(15),
                        "340282366920938463463374607431768211.456"),
                text(new DataType.IpType(false), "0100a8c0", "192.168.0.1"),
                text(new DataType.IpType(true), "00".repeat(15) + "01", "::1"),
                text(new DataType.IpType(true), "20010db8000000000008080020c0417a", "2001:db8::8:800:20c0:417a"),
                text(new DataType.FixedStringType(3), "610000", "a\0\0"),
                text(COLOURS, "80", "rot"),
                text(COLOURS, "00", ""),
                text(COLOURS, "7f", "grün"),
                text(new DataType.EnumType(16, new TreeMap<>(Map.of(-32_768, "low", 32_767, "high"))), "ff7f", "high"));
    }

    @ParameterizedTest
    @MethodSource("fixedValues")
    void theSourcesTypeChoosesTheForm(DataType type, String sent, String expected) {
        byte[] data = HexFormat.of().parseHex(sent);
        // A first row of other bytes shows that the second is addressed by the type's width.
        byte[] twoRows = new byte[data.length * 2];
        System.arraycopy(data, 0, twoRows, data.length, data.length);
        assertThat(row(type, new FixedColumn(twoRows, data.length, 2, new byte[] {1, 0}), 0))
                .isEqualTo("00");
        assertThat(row(type, new FixedColumn(twoRows, data.length, 2, null), 1)).isEqualTo(expected);
    }

    @Test
    void stringsKeepEveryByte() {
        BytesColumn column =
                new BytesColumn(new byte[] {0, (byte) 0xFF, 0, 65}, new int[] {3, 0}, new int[] {1, 3}, 2, null);
        assertThat(row(new DataType.StringType(), column, 0)).isEqualTo("010000000141");
        assertThat(row(new DataType.StringType(), column, 1)).isEqualTo("010000000300ff00");
    }

    @ParameterizedTest
    @ValueSource(strings = {"01", "81", "7e"})
    void refusesCodesTheEnumDoesNotName(String sent) {
        FixedColumn column = new FixedColumn(HexFormat.of().parseHex(sent), 1, 1, null);
        assertThatThrownBy(() -> row(COLOURS, column, 0))
                .isInstanceOfSatisfying(
                        DponeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SOURCE_MALFORMED))
                .hasMessage("Column c holds the code " + column.byteAt(0) + ", which T does not name");
    }

    @Test
    void refusesAnyCodeOfAnEnumWithoutNames() {
        FixedColumn column = new FixedColumn(new byte[1], 1, 1, null);
        assertThatThrownBy(() -> row(new DataType.EnumType(8, new TreeMap<>()), column, 0))
                .hasMessage("Column c holds the code 0, which T does not name");
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 9})
    void refusesInstantsFinerThanItsUnit(int scale) {
        List<SourceColumn> columns = List.of(column(new DataType.DateTimeType(true, scale)));
        assertThatThrownBy(() -> new CanonicalRowWriter(columns))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Column c: DateTime64(" + scale + ") is finer than the digest's 100 ns");
    }

    @ParameterizedTest
    @ValueSource(longs = {922_337_203_686L, -922_337_203_686L, Long.MAX_VALUE, Long.MIN_VALUE})
    void refusesInstantsItsUnitCannotCount(long ticks) {
        FixedColumn column = new FixedColumn(littleEndian(ticks), 8, 1, null);
        assertThatThrownBy(() -> row(new DataType.DateTimeType(true, 0), column, 0))
                .isInstanceOfSatisfying(
                        DponeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.VALUE_REJECTED))
                .hasMessage("Column c holds an instant of " + ticks + " ticks, beyond what 100 ns units can count");
    }

    @ParameterizedTest
    @ValueSource(longs = {922_337_203_685L, -922_337_203_685L})
    void countsInstantsUpToTheLast(long ticks) {
        FixedColumn column = new FixedColumn(littleEndian(ticks), 8, 1, null);
        assertThat(row(new DataType.DateTimeType(true, 0), column, 0))
                .isEqualTo(HexFormat.of()
                        .formatHex(ByteBuffer.allocate(9)
                                .put((byte) 1)
                                .putLong(ticks * 10_000_000)
                                .array()));
    }

    @Test
    void refusesABlockOfOtherColumns() {
        CanonicalRowWriter writer = new CanonicalRowWriter(GoldenRows.COLUMNS);
        Block block = new Block(List.of(new FixedColumn(new byte[8], 8, 1, null)), 1);
        assertThatThrownBy(() -> writer.write(block, 0, new RowBuffer(16)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("The block must have 8 columns, but has 1");
    }

    private static String row(DataType type, Column column, int row) {
        RowBuffer out = new RowBuffer(16);
        new CanonicalRowWriter(List.of(column(type))).write(new Block(List.of(column), column.rows()), row, out);
        return HexFormat.of().formatHex(Arrays.copyOf(out.bytes(), out.length()));
    }

    private static SourceColumn column(DataType type) {
        return new SourceColumn("c", "T", type, true);
    }

    private static byte[] littleEndian(long value) {
        return ByteBuffer.allocate(8).putLong(Long.reverseBytes(value)).array();
    }

    private static Arguments integer(DataType type, String sent, long value) {
        return Arguments.of(type, sent, "01" + HexFormat.of().toHexDigits(value));
    }

    private static Arguments text(DataType type, String sent, String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        return Arguments.of(
                type,
                sent,
                "01" + HexFormat.of().toHexDigits(bytes.length) + HexFormat.of().formatHex(bytes));
    }
}
