package dev.dpone.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.column.DataType;
import dev.dpone.column.SourceColumn;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.Policy;
import dev.dpone.spi.RejectedValueException;
import dev.dpone.spi.Treatment;
import dev.dpone.spi.ValueRule;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TreatmentsTest {
    private static final SourceColumn TAGS =
            TestRows.source("c", "Array(String)", new DataType.StructuredType("Array(String)"));

    static Stream<Arguments> applicable() {
        return Stream.of(
                Arguments.of(Types.string("c"), null, List.of(Policy.NULL, Policy.REPLACE)),
                Arguments.of(Types.string("c"), "varchar(9)", List.of(Policy.NULL, Policy.REPLACE)),
                Arguments.of(Types.string("c"), "bytea", List.of()),
                Arguments.of(Types.fixed("c", 4), null, List.of(Policy.TEXT)),
                Arguments.of(Types.fixed("c", 4), "bytea", List.of()),
                Arguments.of(Types.number("c", 64), null, List.of()),
                Arguments.of(Types.integer("c", 64, false), null, List.of()),
                Arguments.of(Types.integer("c", 128, true), null, List.of(Policy.TEXT)),
                Arguments.of(Types.decimal("c", 38, 0), null, List.of()),
                Arguments.of(Types.decimal("c", 39, 0), null, List.of(Policy.TEXT)),
                Arguments.of(Types.date("c"), null, List.of()),
                Arguments.of(Types.date32("c"), null, List.of(Policy.NULL)),
                Arguments.of(Types.dateTime("c"), null, List.of()),
                Arguments.of(Types.dateTime64("c", 6), null, List.of(Policy.NULL)),
                Arguments.of(Types.dateTime64("c", 7), null, List.of(Policy.TRUNCATE)),
                Arguments.of(Types.dateTime64("c", 9), null, List.of(Policy.TRUNCATE)),
                Arguments.of(Types.uuid("c"), null, List.of()),
                Arguments.of(Types.ip("c", true), null, List.of()),
                Arguments.of(Types.enum8("c", Map.of(1, "a")), null, List.of()),
                Arguments.of(TAGS, null, List.of(Policy.TEXT)));
    }

    @ParameterizedTest
    @MethodSource("applicable")
    void offersPoliciesWhereATypeLeavesValuesOut(
            SourceColumn column, @Nullable String authored, List<Policy> policies) {
        assertThat(Treatments.of(column, Optional.ofNullable(authored)))
                .extracting(Treatment::policy)
                .containsExactlyElementsOf(policies);
    }

    static Stream<Arguments> mapped() {
        return Stream.of(
                Arguments.of(Types.string("c"), Policy.NULL, null, "text", true),
                Arguments.of(Types.string("c"), Policy.REPLACE, "varchar(9)", "varchar(9)", false),
                Arguments.of(Types.fixed("c", 4), Policy.TEXT, null, "text", false),
                Arguments.of(Types.fixed("c", 4), Policy.TEXT, "varchar(4)", "varchar(4)", false),
                Arguments.of(Types.integer("c", 128, true), Policy.TEXT, null, "varchar(40)", false),
                Arguments.of(Types.integer("c", 256, false), Policy.TEXT, null, "varchar(78)", false),
                Arguments.of(Types.decimal("c", 76, 76), Policy.TEXT, null, "varchar(79)", false),
                Arguments.of(Types.date32("c"), Policy.NULL, null, "date", true),
                Arguments.of(Types.dateTime64("c", 9), Policy.TRUNCATE, null, "timestamptz", false),
                Arguments.of(TAGS, Policy.TEXT, null, "text", false));
    }

    @ParameterizedTest
    @MethodSource("mapped")
    void mapsWhatThePolicyLeaves(
            SourceColumn column, Policy policy, @Nullable String authored, String type, boolean nullable) {
        ColumnMapping mapping = new PostgresConnector().map(column, Optional.ofNullable(authored), Optional.of(policy));
        assertThat(mapping.targetType()).isEqualTo(type);
        assertThat(mapping.source().nullable()).isEqualTo(nullable);
        assertThat(mapping.origin()).isEqualTo(column);
        assertThat(mapping.reason()).startsWith("policy " + policy.id() + ": ");
    }

    /** The bounds are those at which the encoder refuses. */
    @Test
    void namesTheVeryBoundsOfTheEncoder() {
        for (SourceColumn column : List.of(Types.date32("c"), Types.dateTime64("c", 0), Types.dateTime64("c", 6))) {
            ValueRule.NullOutside bounds = (ValueRule.NullOutside)
                    Treatments.of(column, Optional.empty()).get(0).rule();
            assertThat(encodes(column, bounds.least())).isTrue();
            assertThat(encodes(column, bounds.most())).isTrue();
            assertThat(encodes(column, bounds.least().subtract(BigInteger.ONE))).isFalse();
            assertThat(encodes(column, bounds.most().add(BigInteger.ONE))).isFalse();
        }
    }

    private static boolean encodes(SourceColumn column, BigInteger bits) {
        TestRows rows = new TestRows().with(column, bits);
        try {
            new CopyBinaryFormat(rows.mappings()).write(rows.block(), 0, new dev.dpone.column.RowBuffer(16));
            return true;
        } catch (RejectedValueException e) {
            return false;
        }
    }

    @Test
    void refusesWhatDoesNotApplyAndStructuredColumnsWithoutAPolicy() {
        assertThatThrownBy(() ->
                        new PostgresConnector().map(Types.number("c", 64), Optional.empty(), Optional.of(Policy.NULL)))
                .isInstanceOfSatisfying(DponeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.POLICY_INVALID);
                    assertThat(e)
                            .hasMessage("Policy null does not apply to column c, which is Float64: no policy does");
                    assertThat(e.remedy()).isEqualTo("Remove sink.policies.c.");
                });
        assertThatThrownBy(() -> new PostgresConnector().map(TAGS, Optional.empty(), Optional.empty()))
                .isInstanceOfSatisfying(DponeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.TYPE_UNSUPPORTED);
                    assertThat(e).hasMessage("Column c: Array(String) can be delivered as JSON text only");
                });
    }
}
