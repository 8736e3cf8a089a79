package dev.dpone.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.column.SourceColumn;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TypeMappingTest {
    static Stream<Arguments> natural() {
        return Stream.of(
                Arguments.of(Types.integer("c", 8, true), "smallint"),
                Arguments.of(Types.integer("c", 8, false), "smallint"),
                Arguments.of(Types.integer("c", 16, true), "smallint"),
                Arguments.of(Types.integer("c", 16, false), "integer"),
                Arguments.of(Types.integer("c", 32, true), "integer"),
                Arguments.of(Types.integer("c", 32, false), "bigint"),
                Arguments.of(Types.integer("c", 64, true), "bigint"),
                Arguments.of(Types.integer("c", 64, false), "numeric(20,0)"),
                Arguments.of(Types.number("c", 32), "real"),
                Arguments.of(Types.number("c", 64), "double precision"),
                Arguments.of(Types.decimal("c", 38, 10), "numeric(38,10)"),
                Arguments.of(Types.bool("c"), "boolean"),
                Arguments.of(Types.string("c"), "text"),
                Arguments.of(Types.fixed("c", 4), "bytea"),
                Arguments.of(Types.uuid("c"), "uuid"),
                Arguments.of(Types.date("c"), "date"),
                Arguments.of(Types.date32("c"), "date"),
                Arguments.of(Types.dateTime("c"), "timestamptz"),
                Arguments.of(Types.dateTime64("c", 0), "timestamptz"),
                Arguments.of(Types.dateTime64("c", 6), "timestamptz"),
                Arguments.of(Types.enum8("c", Map.of(1, "a")), "text"),
                Arguments.of(Types.enum16("c", Map.of(1, "a")), "text"));
    }

    @ParameterizedTest
    @MethodSource("natural")
    void mapsEachTypeToTheOneThatHoldsItsValues(SourceColumn column, String expected) {
        assertThat(TypeMapping.map(column, Optional.empty()).targetType()).isEqualTo(expected);
    }

    static Stream<Arguments> authored() {
        return Stream.of(
                Arguments.of(Types.integer("c", 8, true), "int4", "integer"),
                Arguments.of(Types.integer("c", 8, true), "BIGINT", "bigint"),
                Arguments.of(Types.integer("c", 16, false), "bigint", "bigint"),
                Arguments.of(Types.integer("c", 64, false), "numeric(38, 2)", "numeric(38,2)"),
                Arguments.of(Types.decimal("c", 9, 2), "decimal(12,4)", "numeric(12,4)"),
                Arguments.of(Types.number("c", 32), "float8", "double precision"),
                Arguments.of(Types.string("c"), "character varying(200)", "varchar(200)"),
                Arguments.of(Types.string("c"), "bytea", "bytea"),
                Arguments.of(Types.enum8("c", Map.of(1, "é")), "varchar(1)", "varchar(1)"),
                Arguments.of(Types.dateTime("c"), "timestamp  with time zone", "timestamptz"));
    }

    @ParameterizedTest
    @MethodSource("authored")
    void takesAuthoredTypesThatLoseNothing(SourceColumn column, String authored, String expected) {
        assertThat(TypeMapping.map(column, Optional.of(authored)).targetType()).isEqualTo(expected);
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                Arguments.of(Types.integer("c", 32, true), "smallint", "integer, bigint"),
                Arguments.of(Types.integer("c", 64, true), "numeric(20,0)", "bigint"),
                Arguments.of(
                        Types.integer("c", 64, false),
                        "bigint",
                        "numeric(20,0), numeric(p,s) with s of 0 or more and p-s of 20 or more"),
                Arguments.of(
                        Types.decimal("c", 9, 2),
                        "numeric(10,4)",
                        "numeric(9,2), numeric(p,s) with s of 2 or more and p-s of 7 or more"),
                Arguments.of(
                        Types.decimal("c", 9, 2),
                        "numeric",
                        "numeric(9,2), numeric(p,s) with s of 2 or more and p-s of 7 or more"),
                Arguments.of(Types.number("c", 64), "real", "double precision"),
                Arguments.of(Types.string("c"), "char(10)", "text, varchar(n), bytea"),
                Arguments.of(Types.string("c"), "varchar", "text, varchar(n), bytea"),
                Arguments.of(Types.string("c"), "varchar(0)", "text, varchar(n), bytea"),
                Arguments.of(Types.string("c"), "text; DROP TABLE t", "text, varchar(n), bytea"),
                Arguments.of(Types.fixed("c", 4), "varchar(4)", "bytea"),
                Arguments.of(Types.bool("c"), "smallint", "boolean"),
                Arguments.of(Types.dateTime("c"), "timestamp", "timestamptz"),
                Arguments.of(Types.dateTime64("c", 3), "timestamptz(3)", "timestamptz"),
                Arguments.of(Types.enum8("c", Map.of(1, "ab")), "varchar(1)", "text, varchar(n) with n of 2 or more"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void refusesAuthoredTypesThatLoseValues(SourceColumn column, String authored, String allowed) {
        assertThatThrownBy(() -> TypeMapping.map(column, Optional.of(authored)))
                .isInstanceOfSatisfying(DponeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.TARGET_TYPE_INVALID);
                    assertThat(e)
                            .hasMessage(
                                    "Column c: %s cannot be stored without loss as '%s'", column.spelling(), authored);
                    assertThat(e.remedy())
                            .isEqualTo("Write one of " + allowed + ", or leave the column out of sink.types.");
                });
    }

    @Test
    void refusesInstantsFinerThanMicroseconds() {
        for (int scale = 7; scale <= 9; scale++) {
            SourceColumn column = Types.dateTime64("at", scale);
            refused(
                    column,
                    null,
                    ErrorCode.TYPE_UNSUPPORTED,
                    "Column at: timestamptz ends at microseconds, but DateTime64(" + scale + ") has " + scale
                            + " fraction digits",
                    "Set sink.policies.at to truncate, or write toDateTime64(at, 6, 'UTC') AS at in"
                            + " source.options.query.sql.");
        }
    }

    @Test
    void refusesFixedStringAsTextWithoutAPolicy() {
        refused(
                Types.fixed("code", 4),
                "text",
                ErrorCode.TARGET_TYPE_INVALID,
                "Column code: FixedString(4) as text would keep the NULs at its end, which text cannot hold",
                "Set sink.policies.code to text, or write bytea.");
    }

    @Test
    void refusesNamesThatPostgresOrDponeKeepForThemselves() {
        String rename = "Rename it with 'AS' in source.options.query.sql.";
        refused(
                Types.int64("__dpone__load_id"),
                null,
                ErrorCode.TARGET_NAME_INVALID,
                "Column __dpone__load_id: names that begin with __dpone__ are dpone's own",
                rename);
        refused(
                Types.int64("xmin"),
                null,
                ErrorCode.TARGET_NAME_INVALID,
                "Column xmin: PostgreSQL has a system column of that name",
                rename);
        refused(
                Types.int64("é".repeat(32)),
                null,
                ErrorCode.TARGET_NAME_INVALID,
                "A PostgreSQL name must have 1 to 63 bytes, but '" + "é".repeat(32) + "' has 64",
                "Use a shorter name; a column can be renamed with 'AS' in source.options.query.sql.");
    }

    @Test
    void refusesADuplicateColumn() {
        TestRows rows = new TestRows().with(Types.int64("a"), 1).with(Types.string("a"), "x");
        assertThatThrownBy(() -> new PostgresConnector().format(rows.mappings()))
                .isInstanceOf(DponeException.class)
                .hasMessage("Column a occurs twice");
    }

    @Test
    void refusesAnEnumNameThatTextCannotHold() {
        refused(
                Types.enum8("e", Map.of(1, "a\0b")),
                null,
                ErrorCode.TYPE_UNSUPPORTED,
                "Column e: an enum name holds U+0000, which PostgreSQL text cannot hold",
                "Select another expression for e in source.options.query.sql.");
    }

    private static void refused(
            SourceColumn column, @Nullable String authored, ErrorCode code, String message, String remedy) {
        assertThatThrownBy(() -> TypeMapping.map(column, Optional.ofNullable(authored)))
                .isInstanceOfSatisfying(DponeException.class, e -> {
                    assertThat(e.code()).isEqualTo(code);
                    assertThat(e).hasMessage(message);
                    assertThat(e.remedy()).isEqualTo(remedy);
                });
    }
}
