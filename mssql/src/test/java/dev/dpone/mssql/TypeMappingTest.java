package dev.dpone.mssql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.dpone.column.SourceColumn;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ColumnMapping;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TypeMappingTest {
    private static final String UTF8 = " collate " + TypeMapping.UTF8_COLLATION;

    private static ColumnMapping map(SourceColumn column, @Nullable String authored) {
        return new MssqlConnector().map(column, Optional.ofNullable(authored));
    }

    static Stream<Arguments> naturals() {
        return Stream.of(
                Arguments.of(Cells.integer(8, true), "smallint"),
                Arguments.of(Cells.integer(8, false), "tinyint"),
                Arguments.of(Cells.integer(16, true), "smallint"),
                Arguments.of(Cells.integer(16, false), "int"),
                Arguments.of(Cells.integer(32, true), "int"),
                Arguments.of(Cells.integer(32, false), "bigint"),
                Arguments.of(Cells.integer(64, true), "bigint"),
                Arguments.of(Cells.integer(64, false), "decimal(20,0)"),
                Arguments.of(Cells.integer(128, true), "decimal(38,0)"),
                Arguments.of(Cells.integer(256, false), "decimal(38,0)"),
                Arguments.of(Cells.ip(false), "varchar(15)"),
                Arguments.of(Cells.ip(true), "varchar(45)"),
                Arguments.of(Cells.number(32), "real"),
                Arguments.of(Cells.number(64), "float"),
                Arguments.of(Cells.decimal(38, 10), "decimal(38,10)"),
                Arguments.of(Cells.bool(), "bit"),
                Arguments.of(Cells.string(), "nvarchar(max)"),
                Arguments.of(Cells.fixed(8000), "varbinary(8000)"),
                Arguments.of(Cells.fixed(8001), "varbinary(max)"),
                Arguments.of(Cells.uuid(), "uniqueidentifier"),
                Arguments.of(Cells.date(), "date"),
                Arguments.of(Cells.date32(), "date"),
                Arguments.of(Cells.dateTime(), "datetime2(0)"),
                Arguments.of(Cells.dateTime64(7), "datetime2(7)"),
                Arguments.of(Cells.enumeration(8, "a", "four"), "varchar(4)"),
                Arguments.of(Cells.enumeration(8, ""), "varchar(1)"),
                Arguments.of(Cells.enumeration(16, "a", "é😀"), "nvarchar(3)"),
                Arguments.of(Cells.enumeration(16, "x".repeat(8001)), "varchar(max)"),
                Arguments.of(Cells.enumeration(16, "é".repeat(4001)), "nvarchar(max)"));
    }

    @ParameterizedTest
    @MethodSource("naturals")
    void choosesTheNaturalType(SourceColumn column, String type) {
        assertThat(map(column, null).targetType()).isEqualTo(type);
        assertThat(map(Cells.nullable(column), null).targetType()).isEqualTo(type);
    }

    static Stream<Arguments> authored() {
        return Stream.of(
                Arguments.of(Cells.integer(8, false), "SMALLINT", "smallint"),
                Arguments.of(Cells.integer(8, true), "integer", "int"),
                Arguments.of(Cells.integer(32, false), "bigint", "bigint"),
                Arguments.of(Cells.integer(32, true), "decimal(10, 0)", "decimal(10,0)"),
                Arguments.of(Cells.integer(64, false), "numeric(22,2)", "decimal(22,2)"),
                Arguments.of(Cells.decimal(9, 2), "dec(10,3)", "decimal(10,3)"),
                Arguments.of(Cells.number(32), "float(24)", "real"),
                Arguments.of(Cells.number(32), "float(25)", "float"),
                Arguments.of(Cells.number(64), "double precision", "float"),
                Arguments.of(Cells.string(), "NVARCHAR ( 4000 )", "nvarchar(4000)"),
                Arguments.of(Cells.string(), "nvarchar(MAX)", "nvarchar(max)"),
                Arguments.of(Cells.string(), "varchar(8000)", "varchar(8000)"),
                Arguments.of(Cells.string(), "character varying(10)", "varchar(10)"),
                Arguments.of(
                        Cells.string(),
                        "varchar(10) COLLATE latin1_general_100_ci_as_sc_utf8",
                        "varchar(10) collate latin1_general_100_ci_as_sc_utf8"),
                Arguments.of(
                        Cells.string(),
                        "nvarchar(10) collate Latin1_General_BIN2",
                        "nvarchar(10) collate Latin1_General_BIN2"),
                Arguments.of(Cells.string(), "varbinary(max)", "varbinary(max)"),
                Arguments.of(Cells.fixed(4), "char(4)", "char(4)"),
                Arguments.of(Cells.fixed(4), "nchar(4)", "nchar(4)"),
                Arguments.of(Cells.fixed(4), "binary(4)", "binary(4)"),
                Arguments.of(Cells.fixed(4), "varbinary(5)", "varbinary(5)"),
                Arguments.of(Cells.fixed(4), "varchar(4)" + UTF8, "varchar(4)" + UTF8),
                Arguments.of(Cells.fixed(4), "nvarchar(max)", "nvarchar(max)"),
                Arguments.of(Cells.enumeration(8, "ab", "c"), "varchar(2)", "varchar(2)"),
                Arguments.of(Cells.enumeration(8, "ab", "c"), "nvarchar(max)", "nvarchar(max)"),
                Arguments.of(Cells.enumeration(8, "é"), "varchar(2)" + UTF8, "varchar(2)" + UTF8),
                Arguments.of(Cells.ip(false), "varchar(39)", "varchar(39)"),
                Arguments.of(Cells.ip(true), "varchar(max)", "varchar(max)"),
                Arguments.of(Cells.integer(256, true), "numeric(38)", "decimal(38,0)"),
                Arguments.of(Cells.dateTime(), "datetime2", "datetime2(7)"),
                Arguments.of(Cells.dateTime64(3), "datetime2(3)", "datetime2(3)"));
    }

    @ParameterizedTest
    @MethodSource("authored")
    void honoursAnAuthoredType(SourceColumn column, String authored, String type) {
        assertThat(map(column, authored).targetType()).isEqualTo(type);
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                Arguments.of(
                        Cells.integer(8, true), "tinyint", "smallint; int; bigint; decimal(p,s) with p-s of 3 or more"),
                Arguments.of(Cells.integer(64, false), "bigint", "decimal(20,0); decimal(p,s) with p-s of 20 or more"),
                Arguments.of(Cells.integer(32, true), "float", "int; bigint; decimal(p,s) with p-s of 10 or more"),
                Arguments.of(
                        Cells.integer(32, true), "int identity", "int; bigint; decimal(p,s) with p-s of 10 or more"),
                Arguments.of(
                        Cells.decimal(9, 2),
                        "decimal(9,3)",
                        "decimal(9,2); decimal(p,s) with s of 2 or more and p-s of 7 or more"),
                Arguments.of(
                        Cells.decimal(9, 2),
                        "decimal(39,2)",
                        "decimal(9,2); decimal(p,s) with s of 2 or more and p-s of 7 or more"),
                Arguments.of(
                        Cells.decimal(9, 2),
                        "money",
                        "decimal(9,2); decimal(p,s) with s of 2 or more and p-s of 7 or more"),
                Arguments.of(Cells.number(64), "real", "float"),
                Arguments.of(Cells.number(32), "float(54)", "real; float"),
                Arguments.of(Cells.bool(), "tinyint", "bit"),
                Arguments.of(
                        Cells.integer(128, true),
                        "decimal(38,1)",
                        "decimal(38,0); decimal(p,s) with p-s of 38 or more"),
                Arguments.of(Cells.ip(true), "varchar(39)", "varchar(45); varchar(n) with n of 45 or more"),
                Arguments.of(Cells.ip(false), "nvarchar(15)", "varchar(15); varchar(n) with n of 15 or more"),
                Arguments.of(Cells.uuid(), "char(36)", "uniqueidentifier"),
                Arguments.of(Cells.date(), "datetime2(0)", "date"),
                Arguments.of(Cells.dateTime(), "datetime", "datetime2(0); datetime2(p) with p of 0 to 7"),
                Arguments.of(Cells.dateTime64(3), "datetime2(2)", "datetime2(3); datetime2(p) with p of 3 to 7"),
                Arguments.of(Cells.dateTime64(7), "datetime2(6)", "datetime2(7)"),
                Arguments.of(
                        Cells.fixed(4),
                        "char(5)",
                        "varbinary(4); varbinary(n) or varchar(n) with n of 4 or more; binary(4); char(4); nvarchar(n) with"
                                + " n of 4 or more; nchar(4); varbinary(max), varchar(max) or nvarchar(max)"),
                Arguments.of(
                        Cells.fixed(5000),
                        "varchar(4999)",
                        "varbinary(5000); varbinary(n) or varchar(n) with n of 5000 or more; binary(5000); char(5000);"
                                + " varbinary(max), varchar(max) or nvarchar(max)"),
                Arguments.of(
                        Cells.enumeration(8, "abc"),
                        "varchar(2)",
                        "varchar(3); varchar(n) with n of 3 or more; nvarchar(n) with n of 3 or more"),
                Arguments.of(
                        Cells.enumeration(8, "é"),
                        "varchar(9)",
                        "nvarchar(1); varchar(n) with n of 2 or more, followed by 'collate "
                                + TypeMapping.UTF8_COLLATION + "'; nvarchar(n) with n of 1 or more"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void refusesAnAuthoredTypeThatLosesSomething(SourceColumn column, String authored, String allowed) {
        DponeException refusal = catchThrowableOfType(DponeException.class, () -> map(column, authored));
        assertThat(refusal.code()).isEqualTo(ErrorCode.TARGET_TYPE_INVALID);
        assertThat(refusal)
                .hasMessage("Column c: " + column.spelling() + " cannot be stored without loss as '" + authored + "'");
        assertThat(refusal.remedy()).isEqualTo("Write one of " + allowed + "; or leave the column out of sink.types.");
    }

    @Test
    void refusesDecimalsOfMoreDigitsThanItHas() {
        DponeException refusal = catchThrowableOfType(DponeException.class, () -> map(Cells.decimal(39, 5), null));
        assertThat(refusal.code()).isEqualTo(ErrorCode.TYPE_UNSUPPORTED);
        assertThat(refusal).hasMessage("Column c: decimal ends at 38 digits, but Decimal(39, 5) has 39");
        assertThat(refusal.remedy())
                .isEqualTo(
                        "Set sink.policies.c to text, or write toDecimalString(c, 5) AS c in source.options.query.sql.");
    }

    static Stream<String> neverText() {
        return Stream.of(
                "varchar",
                "varchar(0)",
                "varchar(8001)",
                "nvarchar(4001)",
                "varchar(10,2)",
                "nchar(4)",
                "char(4)",
                "binary(4)",
                "text",
                "ntext",
                "xml",
                "sql_variant",
                "nvarchar(10) collate Latin1_General_100_BIN2_UTF8",
                "varbinary(10) collate Latin1_General_BIN2",
                "varchar(10) collate x; drop table t",
                "varchar(10) not null");
    }

    @ParameterizedTest
    @MethodSource("neverText")
    void refusesWhatIsNoTypeForText(String authored) {
        DponeException refusal = catchThrowableOfType(DponeException.class, () -> map(Cells.string(), authored));
        assertThat(refusal).as(authored).isNotNull();
        assertThat(refusal.remedy())
                .isEqualTo("Write one of nvarchar(max); nvarchar(n); varchar(n) or varchar(max), followed by 'collate "
                        + TypeMapping.UTF8_COLLATION
                        + "' unless the text is ASCII; varbinary(n) or varbinary(max); or leave the column out of"
                        + " sink.types.");
    }

    @Test
    void refusesWhatIsFinerThan100Nanoseconds() {
        DponeException refusal = catchThrowableOfType(DponeException.class, () -> map(Cells.dateTime64(8), null));
        assertThat(refusal.code()).isEqualTo(ErrorCode.TYPE_UNSUPPORTED);
        assertThat(refusal)
                .hasMessage("Column c: datetime2 ends at 100 nanoseconds, but DateTime64(8) has 8 fraction digits");
        assertThat(refusal.remedy())
                .isEqualTo("Set sink.policies.c to truncate, or write toDateTime64(c, 7, 'UTC') AS c in"
                        + " source.options.query.sql.");
        assertThatThrownBy(() -> map(Cells.dateTime64(9), "datetime2(7)")).isInstanceOf(DponeException.class);
    }

    @Test
    void saysWhichValuesAnAuthoredTypeRefuses() {
        assertThat(map(Cells.string(), "varchar(9)").reason())
                .isEqualTo(
                        "authored in sink.types; what is not ASCII, for want of a UTF-8 collation, and longer values are"
                                + " refused row by row");
        assertThat(map(Cells.string(), "varchar(max)" + UTF8).reason())
                .isEqualTo("authored in sink.types; invalid UTF-8 is refused row by row");
        assertThat(map(Cells.string(), "varbinary(9)").reason())
                .isEqualTo("authored in sink.types; longer values are refused row by row");
        assertThat(map(Cells.string(), "varbinary(max)").reason())
                .isEqualTo("authored in sink.types, and holds every value");
        assertThat(map(Cells.integer(8, true), "int").reason())
                .isEqualTo("authored in sink.types, and holds every value");
        assertThat(map(Cells.fixed(2), "char(2)").reason())
                .isEqualTo("authored in sink.types; what is not ASCII, for want of a UTF-8 collation, is refused row by"
                        + " row");
    }

    static Stream<Arguments> badNames() {
        return Stream.of(
                Arguments.of(
                        "x".repeat(129),
                        "A SQL Server name must have 1 to 128 characters, but '" + "x".repeat(129) + "' has 129"),
                Arguments.of("", "A SQL Server name must have 1 to 128 characters, but '' has 0"),
                Arguments.of("a\0", "A SQL Server name cannot hold U+0000"),
                Arguments.of("__DPONE__x", "Column __DPONE__x: names that begin with __dpone__ are dpone's own"));
    }

    @ParameterizedTest
    @MethodSource("badNames")
    void refusesNamesThatSqlServerWouldNotKeep(String name, String message) {
        DponeException refusal =
                catchThrowableOfType(DponeException.class, () -> map(Cells.named(name, Cells.bool()), null));
        assertThat(refusal).hasMessage(message);
        assertThat(refusal.code()).isEqualTo(ErrorCode.TARGET_NAME_INVALID);
    }

    static Stream<Arguments> twins() {
        return Stream.of(
                Arguments.of("a", "a", "Column a occurs twice"),
                Arguments.of("id", "ID", "Columns id and ID have the same name where SQL Server ignores case"),
                Arguments.of("Ünï", "ünÏ", "Columns Ünï and ünÏ have the same name where SQL Server ignores case"),
                Arguments.of("a", "a ", "Columns a and a  have the same name where SQL Server ignores case"));
    }

    @ParameterizedTest
    @MethodSource("twins")
    void refusesTwoColumnsOfOneName(String first, String second, String message) {
        List<ColumnMapping> columns =
                List.of(map(Cells.named(first, Cells.bool()), null), map(Cells.named(second, Cells.bool()), null));
        assertThatThrownBy(() -> new MssqlConnector().format(columns))
                .isInstanceOf(DponeException.class)
                .hasMessage(message);
    }

    @Test
    void refusesMoreColumnsThanATableHas() {
        List<ColumnMapping> columns = java.util.stream.IntStream.range(0, 1023)
                .mapToObj(i -> map(Cells.named("c" + i, Cells.bool()), null))
                .toList();
        assertThatThrownBy(() -> new MssqlConnector().format(columns))
                .hasMessage("A delivery to SQL Server must have 1 to 1022 columns, but has 1023");
        assertThat(new MssqlConnector().format(columns.subList(0, 1022))).isNotNull();
        assertThatThrownBy(() -> new MssqlConnector().format(List.of()))
                .hasMessage("A delivery to SQL Server must have 1 to 1022 columns, but has 0");
    }

    @Test
    void quotesNames() {
        assertThat(Identifier.quoted("x]y [z]")).isEqualTo("[x]]y [z]]]");
        assertThat(Identifier.quotedList(List.of("a b", "1x"))).isEqualTo("[a b], [1x]");
    }
}
