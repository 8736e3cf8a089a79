package dev.dpone.mssql;

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
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TreatmentsTest {
    private static final String UTF8 = " collate " + TypeMapping.UTF8_COLLATION;
    private static final SourceColumn TAGS =
            Cells.source("Array(String)", new DataType.StructuredType("Array(String)"));

    static Stream<Arguments> applicable() {
        return Stream.of(
                Arguments.of(Cells.number(32), null, List.of(Policy.NULL)),
                Arguments.of(Cells.number(64), null, List.of(Policy.NULL)),
                Arguments.of(Cells.string(), null, List.of(Policy.NULL, Policy.REPLACE)),
                Arguments.of(Cells.string(), "varchar(9)" + UTF8, List.of(Policy.NULL, Policy.REPLACE)),
                Arguments.of(Cells.string(), "varchar(9)", List.of(Policy.NULL)),
                Arguments.of(Cells.string(), "varbinary(max)", List.of()),
                Arguments.of(Cells.fixed(4), null, List.of(Policy.TEXT)),
                Arguments.of(Cells.fixed(4), "varchar(4)", List.of(Policy.TEXT)),
                Arguments.of(Cells.fixed(4), "binary(4)", List.of()),
                Arguments.of(Cells.integer(64, true), null, List.of()),
                Arguments.of(Cells.integer(128, true), null, List.of(Policy.NULL, Policy.TEXT)),
                Arguments.of(Cells.integer(256, false), "decimal(38,0)", List.of(Policy.NULL)),
                Arguments.of(Cells.integer(256, false), "nvarchar(90)", List.of(Policy.TEXT)),
                Arguments.of(Cells.decimal(38, 10), null, List.of()),
                Arguments.of(Cells.decimal(76, 20), null, List.of(Policy.TEXT)),
                Arguments.of(Cells.date(), null, List.of()),
                Arguments.of(Cells.date32(), null, List.of(Policy.NULL)),
                Arguments.of(Cells.dateTime(), null, List.of()),
                Arguments.of(Cells.dateTime64(7), null, List.of(Policy.NULL)),
                Arguments.of(Cells.dateTime64(8), null, List.of(Policy.TRUNCATE)),
                Arguments.of(Cells.bool(), null, List.of()),
                Arguments.of(Cells.uuid(), null, List.of()),
                Arguments.of(Cells.ip(false), null, List.of()),
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
                Arguments.of(Cells.number(32), Policy.NULL, null, "real", true),
                Arguments.of(Cells.string(), Policy.REPLACE, null, "nvarchar(max)", false),
                Arguments.of(Cells.fixed(4), Policy.TEXT, null, "nvarchar(4)", false),
                Arguments.of(Cells.fixed(5000), Policy.TEXT, null, "nvarchar(max)", false),
                Arguments.of(Cells.fixed(4), Policy.TEXT, "varchar(4)", "varchar(4)", false),
                Arguments.of(Cells.integer(128, true), Policy.NULL, null, "decimal(38,0)", true),
                Arguments.of(Cells.integer(128, true), Policy.TEXT, null, "varchar(40)", false),
                Arguments.of(Cells.integer(128, false), Policy.TEXT, null, "varchar(39)", false),
                Arguments.of(Cells.integer(256, true), Policy.TEXT, null, "varchar(78)", false),
                Arguments.of(Cells.integer(256, false), Policy.TEXT, null, "varchar(78)", false),
                Arguments.of(Cells.decimal(76, 76), Policy.TEXT, null, "varchar(79)", false),
                Arguments.of(Cells.dateTime64(9), Policy.TRUNCATE, null, "datetime2(7)", false),
                Arguments.of(TAGS, Policy.TEXT, null, "nvarchar(max)", false),
                Arguments.of(TAGS, Policy.TEXT, "varchar(max)" + UTF8, "varchar(max)" + UTF8, false));
    }

    @ParameterizedTest
    @MethodSource("mapped")
    void mapsWhatThePolicyLeaves(
            SourceColumn column, Policy policy, @Nullable String authored, String type, boolean nullable) {
        ColumnMapping mapping = new MssqlConnector().map(column, Optional.ofNullable(authored), Optional.of(policy));
        assertThat(mapping.targetType()).isEqualTo(type);
        assertThat(mapping.source().nullable()).isEqualTo(nullable);
        assertThat(mapping.origin()).isEqualTo(column);
        assertThat(mapping.reason()).startsWith("policy " + policy.id() + ": ");
    }

    /** The bounds are those at which the encoder refuses. */
    @Test
    void namesTheVeryBoundsOfTheEncoder() {
        for (SourceColumn column : List.of(
                Cells.date32(),
                Cells.dateTime64(0),
                Cells.dateTime64(7),
                Cells.integer(128, true),
                Cells.integer(256, true))) {
            ValueRule.NullOutside bounds = (ValueRule.NullOutside)
                    Treatments.of(column, Optional.empty()).get(0).rule();
            assertThat(encodes(column, bounds.least())).as(column.spelling()).isTrue();
            assertThat(encodes(column, bounds.most())).isTrue();
            assertThat(encodes(column, bounds.least().subtract(BigInteger.ONE))).isFalse();
            assertThat(encodes(column, bounds.most().add(BigInteger.ONE))).isFalse();
        }
    }

    private static boolean encodes(SourceColumn column, BigInteger bits) {
        try {
            return new Cells().with(column, bits).encoded().length > 0;
        } catch (RejectedValueException e) {
            return false;
        }
    }

    @Test
    void refusesWhatDoesNotApplyAndStructuredColumnsWithoutAPolicy() {
        assertThatThrownBy(() -> new MssqlConnector().map(Cells.number(64), Optional.empty(), Optional.of(Policy.TEXT)))
                .isInstanceOfSatisfying(DponeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.POLICY_INVALID);
                    assertThat(e).hasMessage("Policy text does not apply to column c, which is Float64; null would");
                    assertThat(e.remedy()).isEqualTo("Write null for it, or remove sink.policies.c.");
                });
        assertThatThrownBy(() -> new MssqlConnector().map(TAGS, Optional.empty(), Optional.empty()))
                .isInstanceOfSatisfying(
                        DponeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TYPE_UNSUPPORTED));
    }
}
