package dev.dpone.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.column.DataType;
import dev.dpone.column.DataType.DateTimeType;
import dev.dpone.column.DataType.DecimalType;
import dev.dpone.column.DataType.EnumType;
import dev.dpone.column.DataType.FixedStringType;
import dev.dpone.column.DataType.IntegerType;
import dev.dpone.column.DataType.IpType;
import dev.dpone.column.DataType.StringType;
import dev.dpone.column.DataType.StructuredType;
import dev.dpone.column.SourceColumn;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TypeParserTest {
    private static ClickHouseType parse(String text) {
        return TypeParser.parse("c", text);
    }

    static Stream<Arguments> spellings() {
        return Stream.of(
                Arguments.of("Int64", new ClickHouseType(new IntegerType(64, true), false, false)),
                Arguments.of(" UInt8 ", new ClickHouseType(new IntegerType(8, false), false, false)),
                Arguments.of("Nullable(String)", new ClickHouseType(new StringType(), true, false)),
                Arguments.of("LowCardinality( String )", new ClickHouseType(new StringType(), false, true)),
                Arguments.of(
                        "LowCardinality(Nullable(FixedString(3)))",
                        new ClickHouseType(new FixedStringType(3), true, true)),
                Arguments.of("Decimal(38, 38)", new ClickHouseType(new DecimalType(38, 38), false, false)),
                Arguments.of("Decimal(5)", new ClickHouseType(new DecimalType(5, 0), false, false)),
                Arguments.of("Decimal32(2)", new ClickHouseType(new DecimalType(9, 2), false, false)),
                Arguments.of("Decimal64(18)", new ClickHouseType(new DecimalType(18, 18), false, false)),
                Arguments.of("Nullable(Decimal128(0))", new ClickHouseType(new DecimalType(38, 0), true, false)),
                Arguments.of("Decimal(76, 60)", new ClickHouseType(new DecimalType(76, 60), false, false)),
                Arguments.of("Decimal256(5)", new ClickHouseType(new DecimalType(76, 5), false, false)),
                Arguments.of("LowCardinality(UInt128)", new ClickHouseType(new IntegerType(128, false), false, true)),
                Arguments.of("Int256", new ClickHouseType(new IntegerType(256, true), false, false)),
                Arguments.of("IPv4", new ClickHouseType(new IpType(false), false, false)),
                Arguments.of("Nullable(IPv6)", new ClickHouseType(new IpType(true), true, false)),
                Arguments.of(
                        "Array(Nullable(Int64))",
                        new ClickHouseType(new StructuredType("Array(Nullable(Int64))"), false, false)),
                Arguments.of(
                        "Tuple(a Int8, `b )` Enum8('x)\\'' = 1))",
                        new ClickHouseType(new StructuredType("Tuple(aInt8,`b)`Enum8('x)\\''=1))"), false, false)),
                Arguments.of(
                        "Nullable(Tuple(Int8, Map(String, Array(UInt8))))",
                        new ClickHouseType(new StructuredType("Tuple(Int8,Map(String,Array(UInt8)))"), true, false)),
                Arguments.of("JSON", new ClickHouseType(new StructuredType("JSON"), false, false)),
                Arguments.of(
                        "JSON(a.b UInt32, SKIP c)",
                        new ClickHouseType(new StructuredType("JSON(a.bUInt32,SKIPc)"), false, false)),
                Arguments.of("Nested(a Int32)", new ClickHouseType(new StructuredType("Nested(aInt32)"), false, false)),
                Arguments.of("DateTime", new ClickHouseType(new DateTimeType(false, 0), false, false)),
                Arguments.of("DateTime('Europe/Paris')", new ClickHouseType(new DateTimeType(false, 0), false, false)),
                Arguments.of("DateTime64(9, 'UTC')", new ClickHouseType(new DateTimeType(true, 9), false, false)),
                Arguments.of("DateTime64", new ClickHouseType(new DateTimeType(true, 3), false, false)));
    }

    @ParameterizedTest
    @MethodSource("spellings")
    void readsSpellings(String text, ClickHouseType type) {
        assertThat(parse(text)).isEqualTo(type);
    }

    @Test
    void readsEnumNamesWithEscapes() {
        DataType type =
                parse("Enum8('a''b' = -1, 'c\\'d\\\\' = 0, 'e, \\n)' = 127)").type();
        assertThat(type).isEqualTo(new EnumType(8, new TreeMap<>(Map.of(-1, "a'b", 0, "c'd\\", 127, "e, \n)"))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Variant(String, UInt64)|toJSONString(`c`)",
                "Dynamic|toJSONString(`c`)",
                "Nullable(Time)|toString(`c`)",
                "Time64(6)|toString(`c`)",
                "IntervalDay|toInt64(`c`)",
                "BFloat16|toFloat32(`c`)",
                "Point|wkt(`c`)",
                "SimpleAggregateFunction(sum, UInt64)|CAST(`c` AS UInt64)",
                "AggregateFunction(uniq, UInt64)|finalizeAggregation(`c`)",
            })
    void namesTheRefusedTypeAndWhatToWrite(String type, String expression) {
        assertThatThrownBy(() -> parse(type))
                .isInstanceOf(DponeException.class)
                .hasMessage("Column `c` has type " + type + ", which dpone does not read from ClickHouse")
                .hasFieldOrPropertyWithValue("code", ErrorCode.TYPE_UNSUPPORTED)
                .hasFieldOrPropertyWithValue(
                        "remedy",
                        "Write " + expression + " AS `c` for it in source.options.query.sql, or leave the column out of"
                                + " source.options.columns.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "int",
                "Int64)",
                "Nullable(Nullable(Int8))",
                "Nullable(LowCardinality(String))",
                "LowCardinality(LowCardinality(String))",
                "Decimal(0, 0)",
                "Decimal(5, 6)",
                "Decimal(77, 0)",
                "Decimal",
                "FixedString(0)",
                "FixedString",
                "FixedString(99999999999999999999)",
                "DateTime64(10)",
                "DateTime64(-1)",
                "DateTime(UTC)",
                "DateTime('UTC",
                "Enum8('a' = 129)",
                "Enum8()",
                "Enum('a' = 1)",
                "Nullable(Int8",
                "Array(String",
                "Array(String))",
                "Tuple(a 'x)",
                "Array(Int8) x"
            })
    void refusesWhatIsNoType(String text) {
        assertThatThrownBy(() -> parse(text))
                .isInstanceOf(DponeException.class)
                .extracting(e -> ((DponeException) e).code())
                .isEqualTo(ErrorCode.TYPE_UNSUPPORTED);
    }

    @Test
    void connectorKeepsTheSpelling() {
        SourceColumn column = new ClickHouseConnector().column("c", "LowCardinality(Nullable(String))");
        assertThat(column).isEqualTo(new SourceColumn("c", "LowCardinality(Nullable(String))", new StringType(), true));
    }

    @Test
    void spellingsOfOneMeaningAreEqual() {
        assertThat(parse("Decimal64(3)").meansSameAs(parse("Decimal(18, 3)"))).isTrue();
        assertThat(parse("LowCardinality(String)").meansSameAs(parse("String"))).isTrue();
        assertThat(parse("DateTime('UTC')").meansSameAs(parse("DateTime"))).isTrue();
        assertThat(parse("Nullable(String)").meansSameAs(parse("String"))).isFalse();
        assertThat(parse("Decimal(17, 3)").meansSameAs(parse("Decimal(18, 3)"))).isFalse();
        assertThat(parse("Enum8('a' = 1)").meansSameAs(parse("Enum8('b' = 1)"))).isFalse();
    }
}
