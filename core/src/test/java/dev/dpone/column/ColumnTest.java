package dev.dpone.column;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnTest {
    @Test
    void fixedValuesAreReadLittleEndianAtTheirWidth() {
        byte[] data = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
        assertThat(new FixedColumn(data, 1, 16, null).byteAt(15)).isEqualTo((byte) 16);
        assertThat(new FixedColumn(data, 2, 8, null).shortAt(1)).isEqualTo((short) 0x0403);
        assertThat(new FixedColumn(data, 4, 4, null).intAt(1)).isEqualTo(0x08070605);
        assertThat(new FixedColumn(data, 8, 2, null).longAt(1)).isEqualTo(0x100f0e0d0c0b0a09L);
        FixedColumn wide = new FixedColumn(data, 16, 1, null);
        assertThat(wide.halfAt(0, 0)).isEqualTo(0x0807060504030201L);
        assertThat(wide.halfAt(0, 1)).isEqualTo(0x100f0e0d0c0b0a09L);
        assertThat(new FixedColumn(data, 5, 3, null).at(2)).isEqualTo(10);
    }

    @Test
    void nullFlagsTellNulls() {
        FixedColumn column = new FixedColumn(new byte[2], 1, 2, new byte[] {0, 1});
        assertThat(column.isNull(0)).isFalse();
        assertThat(column.isNull(1)).isTrue();
        assertThat(new FixedColumn(new byte[2], 1, 2, null).isNull(1)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"8, 2, 15", "0, 1, 8", "1, -1, 8", "1073741824, 4, 8"})
    void refusesFixedValuesThatItsBytesCannotHold(int width, int rows, int length) {
        assertThatThrownBy(() -> new FixedColumn(new byte[length], width, rows, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(rows + " values of " + width + " bytes do not fit " + length);
    }

    @Test
    void refusesFlagsAndOffsetsThatDoNotCoverTheRows() {
        assertThatThrownBy(() -> new FixedColumn(new byte[2], 1, 2, new byte[1]))
                .hasMessage("2 rows need as many null flags, not 1");
        assertThatThrownBy(() -> new BytesColumn(new byte[2], new int[1], new int[2], 2, null))
                .hasMessage("starts, lengths and nulls must cover 2 rows");
        assertThatThrownBy(() -> new BytesColumn(new byte[2], new int[2], new int[1], 2, null))
                .hasMessage("starts, lengths and nulls must cover 2 rows");
        assertThatThrownBy(() -> new BytesColumn(new byte[2], new int[2], new int[2], 2, new byte[1]))
                .hasMessage("starts, lengths and nulls must cover 2 rows");
    }

    @Test
    void blocksHaveColumnsOfOneLengthAndCountWhatTheyKeepAlive() {
        Column bytes = new BytesColumn(new byte[5], new int[] {0, 0}, new int[] {5, 5}, 2, new byte[2]);
        Column fixed = new FixedColumn(new byte[16], 8, 2, null);
        assertThat(new Block(List.of(bytes, fixed), 2).retainedBytes()).isEqualTo(5 + 8 + 8 + 2 + 16);
        assertThatThrownBy(() -> new Block(List.of(bytes, fixed), 3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Every column must have 3 rows, one has 2");
    }

    @ParameterizedTest
    @CsvSource({"1, 4", "9, 4", "10, 8", "18, 8", "19, 16", "38, 16", "39, 32", "76, 32"})
    void decimalsTakeTheNarrowestWidth(int precision, int width) {
        assertThat(new DataType.DecimalType(precision, 0).width()).isEqualTo(width);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "77, 0", "5, 6", "5, -1"})
    void refusesDecimalsOutOfRange(int precision, int scale) {
        assertThatThrownBy(() -> new DataType.DecimalType(precision, scale))
                .hasMessage("Decimal(" + precision + ", " + scale + ") is not a type");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 7, 96, 512})
    void refusesOtherIntegerWidths(int bits) {
        assertThatThrownBy(() -> new DataType.IntegerType(bits, true))
                .hasMessage("bits must be 8, 16, 32, 64, 128 or 256, but was " + bits);
    }

    @Test
    void refusesOtherTypesOutOfRange() {
        assertThatThrownBy(() -> new DataType.FloatType(16)).hasMessage("bits must be 32 or 64, but was 16");
        assertThatThrownBy(() -> new DataType.FixedStringType(0)).hasMessage("length must be 1 or more, but was 0");
        assertThatThrownBy(() -> new DataType.DateTimeType(true, 10)).hasMessage("scale 10 is not a DateTime scale");
        assertThatThrownBy(() -> new DataType.DateTimeType(false, 3)).hasMessage("scale 3 is not a DateTime scale");
        assertThatThrownBy(() -> new DataType.EnumType(32, new TreeMap<>()))
                .hasMessage("bits must be 8 or 16, but was 32");
    }

    @Test
    void enumNamesAreItsOwn() {
        TreeMap<Integer, String> names = new TreeMap<>();
        names.put(1, "one");
        DataType.EnumType type = new DataType.EnumType(8, names);
        names.put(2, "two");
        assertThat(type.names()).containsOnlyKeys(1);
        assertThatThrownBy(() -> type.names().put(3, "three")).isInstanceOf(UnsupportedOperationException.class);
    }
}
