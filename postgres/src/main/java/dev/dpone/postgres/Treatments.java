package dev.dpone.postgres;

import dev.dpone.column.DataType;
import dev.dpone.column.SourceColumn;
import dev.dpone.spi.Policy;
import dev.dpone.spi.Treatment;
import dev.dpone.spi.ValueRule;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/** What each policy does to a column's values so that PostgreSQL can hold them. */
final class Treatments {
    private static final String TEXT_ONLY = "what is not UTF-8, or holds U+0000, ";

    private Treatments() {}

    static List<Treatment> of(SourceColumn column, Optional<String> authoredType) {
        DataType type = column.type();
        if (type instanceof DataType.StringType && !isBytes(authoredType)) {
            return List.of(
                    Treatment.of(Policy.NULL, column, new ValueRule.NullUnlessText(false), TEXT_ONLY + "becomes NULL"),
                    Treatment.of(
                            Policy.REPLACE,
                            column,
                            new ValueRule.ReplaceUnlessText(false),
                            "what is not UTF-8, and each U+0000, becomes U+FFFD"));
        } else if (type instanceof DataType.FixedStringType && !isBytes(authoredType)) {
            return text(column, Optional.empty(), "text without the NULs at its end");
        } else if (type instanceof DataType.StructuredType) {
            return text(column, Optional.empty(), "JSON text");
        } else if (type instanceof DataType.IntegerType integer && integer.isWide()) {
            return text(
                    column, Optional.of(PgType.varchar(integer.mostCharacters()).spelling()), "decimal digits");
        } else if (type instanceof DataType.DecimalType decimal && decimal.precision() > 38) {
            return text(
                    column, Optional.of(PgType.varchar(decimal.mostCharacters()).spelling()), "decimal digits");
        } else if (type instanceof DataType.DateType date && date.wide()) {
            return List.of(Treatment.of(
                    Policy.NULL,
                    column,
                    outside(DateWriter.FIRST, DateWriter.LAST),
                    "days outside 4714-11-24 BC to 5874897-12-31 become NULL"));
        } else if (type instanceof DataType.DateTimeType instant && instant.wide()) {
            return List.of(instant(column, instant.scale()));
        }
        return List.of();
    }

    private static boolean isBytes(Optional<String> authoredType) {
        return authoredType.flatMap(PgType::parse).filter(PgType.BYTEA::equals).isPresent();
    }

    private static List<Treatment> text(SourceColumn column, Optional<String> naturalType, String effect) {
        return List.of(new Treatment(Policy.TEXT, column, new ValueRule.AsText(), naturalType, effect));
    }

    private static Treatment instant(SourceColumn column, int scale) {
        if (scale > TypeMapping.FINEST_SCALE) {
            return Treatment.of(
                    Policy.TRUNCATE,
                    column,
                    new ValueRule.Truncate(TypeMapping.FINEST_SCALE),
                    "cut to microseconds, toward the past");
        }
        InstantWriter bounds = new InstantWriter(column.name(), scale);
        return Treatment.of(
                Policy.NULL,
                column,
                outside(bounds.least(), bounds.most()),
                "instants outside 4714-11-24 BC to 31197-09-14 become NULL");
    }

    private static ValueRule outside(long least, long most) {
        return new ValueRule.NullOutside(BigInteger.valueOf(least), BigInteger.valueOf(most));
    }
}
