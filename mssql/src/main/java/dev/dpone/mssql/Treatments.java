package dev.dpone.mssql;

import dev.dpone.column.DataType;
import dev.dpone.column.SourceColumn;
import dev.dpone.mssql.MssqlType.Kind;
import dev.dpone.spi.Policy;
import dev.dpone.spi.Treatment;
import dev.dpone.spi.ValueRule;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What each policy does to a column's values so that SQL Server can hold them. */
final class Treatments {
    private static final BigInteger MOST_DECIMAL =
            BigInteger.TEN.pow(MssqlType.MAX_PRECISION).subtract(BigInteger.ONE);
    private static final long SECONDS_PER_DAY = 86_400;

    private Treatments() {}

    static List<Treatment> of(SourceColumn column, Optional<String> authoredType) {
        Optional<MssqlType> authored = authoredType.flatMap(MssqlType::parse);
        DataType type = column.type();
        if (type instanceof DataType.FloatType) {
            return List.of(Treatment.of(
                    Policy.NULL, column, new ValueRule.NullUnlessFinite(), "NaN and infinities become NULL"));
        } else if (type instanceof DataType.StringType) {
            return text(column, authored);
        } else if (type instanceof DataType.FixedStringType bytes) {
            MssqlType natural = MssqlType.sized(Kind.NVARCHAR, bytes.length());
            return mayBeText(authored)
                    ? List.of(asText(column, natural, "text without the NULs at its end"))
                    : List.of();
        } else if (type instanceof DataType.StructuredType) {
            return List.of(asText(column, MssqlType.sized(Kind.NVARCHAR, MssqlType.MAX), "JSON text"));
        } else if (type instanceof DataType.IntegerType integer && integer.isWide()) {
            return wide(column, integer, authored);
        } else if (type instanceof DataType.DecimalType decimal && decimal.precision() > MssqlType.MAX_PRECISION) {
            return List.of(asText(column, MssqlType.sized(Kind.VARCHAR, decimal.mostCharacters()), "decimal digits"));
        }
        return time(column);
    }

    private static boolean mayBeText(Optional<MssqlType> authored) {
        return authored.map(type -> type.kind().isText()).orElse(true);
    }

    private static Treatment asText(SourceColumn column, MssqlType natural, String effect) {
        return new Treatment(Policy.TEXT, column, new ValueRule.AsText(), Optional.of(natural.spelling()), effect);
    }

    private static List<Treatment> text(SourceColumn column, Optional<MssqlType> authored) {
        List<Treatment> treatments = new ArrayList<>();
        if (mayBeText(authored)) {
            treatments.add(Treatment.of(
                    Policy.NULL, column, new ValueRule.NullUnlessText(true), "what is not UTF-8 becomes NULL"));
        }
        if (authored.map(type -> type.kind().isWide() || type.utf8()).orElse(true)) {
            treatments.add(Treatment.of(
                    Policy.REPLACE, column, new ValueRule.ReplaceUnlessText(true), "what is not UTF-8 becomes U+FFFD"));
        }
        return treatments;
    }

    private static List<Treatment> wide(
            SourceColumn column, DataType.IntegerType integer, Optional<MssqlType> authored) {
        List<Treatment> treatments = new ArrayList<>();
        if (authored.map(type -> type.kind() == Kind.DECIMAL).orElse(true)) {
            treatments.add(Treatment.of(
                    Policy.NULL,
                    column,
                    new ValueRule.NullOutside(integer.signed() ? MOST_DECIMAL.negate() : BigInteger.ZERO, MOST_DECIMAL),
                    "numbers of more than " + MssqlType.MAX_PRECISION + " digits become NULL"));
        }
        if (mayBeText(authored)) {
            treatments.add(asText(column, MssqlType.sized(Kind.VARCHAR, integer.mostCharacters()), "decimal digits"));
        }
        return treatments;
    }

    private static List<Treatment> time(SourceColumn column) {
        if (column.type() instanceof DataType.DateType date && date.wide()) {
            return List.of(
                    Treatment.of(Policy.NULL, column, days(1), "days outside 0001-01-01 to 9999-12-31 become NULL"));
        } else if (column.type() instanceof DataType.DateTimeType instant && instant.wide()) {
            return instant.scale() > MssqlType.FINEST_SCALE
                    ? List.of(Treatment.of(
                            Policy.TRUNCATE,
                            column,
                            new ValueRule.Truncate(MssqlType.FINEST_SCALE),
                            "cut to " + MssqlType.FINEST_SCALE + " fraction digits, toward the past"))
                    : List.of(Treatment.of(
                            Policy.NULL,
                            column,
                            days(SECONDS_PER_DAY
                                    * BigInteger.TEN.pow(instant.scale()).longValueExact()),
                            "instants outside 0001-01-01 to 9999-12-31 become NULL"));
        }
        return List.of();
    }

    /** From the first tick of year 1 to the last of 9999. */
    private static ValueRule days(long ticksPerDay) {
        BigInteger ticks = BigInteger.valueOf(ticksPerDay);
        BigInteger first = BigInteger.valueOf(-DateWriter.EPOCH_DAYS).multiply(ticks);
        BigInteger end = BigInteger.valueOf(DateWriter.LAST_DAY - DateWriter.EPOCH_DAYS + 1L)
                .multiply(ticks);
        return new ValueRule.NullOutside(first, end.subtract(BigInteger.ONE));
    }
}
