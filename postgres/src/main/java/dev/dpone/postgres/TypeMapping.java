package dev.dpone.postgres;

import dev.dpone.column.DataType;
import dev.dpone.column.SourceColumn;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which PostgreSQL type holds every value of a source type: the natural one, or an authored one that loses nothing either. */
final class TypeMapping {
    static final int FINEST_SCALE = 6;

    private TypeMapping() {}

    static ColumnMapping map(SourceColumn column, Optional<String> authoredType) {
        ColumnNames.check(column.name());
        checkSupported(column);
        if (authoredType.isEmpty()) {
            Natural natural = natural(column.type());
            return new ColumnMapping(column, natural.type().spelling(), natural.reason());
        }
        String authored = authoredType.orElseThrow();
        PgType type = PgType.parse(authored)
                .filter(candidate -> holds(candidate, column.type()))
                .orElseThrow(() -> refusal(column, authored));
        return new ColumnMapping(column, type.spelling(), "authored in sink.types, and holds every value");
    }

    private record Natural(PgType type, String reason) {}

    private static Natural natural(DataType type) {
        if (type instanceof DataType.IntegerType integer) {
            return integer(integer);
        } else if (type instanceof DataType.FloatType number) {
            return number.bits() == 32
                    ? new Natural(PgType.REAL, "the same IEEE 754 values, NaN and infinities kept")
                    : new Natural(PgType.DOUBLE, "the same IEEE 754 values, NaN and infinities kept");
        } else if (type instanceof DataType.DecimalType decimal) {
            return new Natural(
                    PgType.numeric(decimal.precision(), decimal.scale()), "exact, with the same precision and scale");
        } else if (type instanceof DataType.BoolType) {
            return new Natural(PgType.BOOLEAN, "the same two values");
        } else if (type instanceof DataType.StringType) {
            return new Natural(PgType.TEXT, "UTF-8 text of any length; U+0000 is refused row by row");
        } else if (type instanceof DataType.FixedStringType) {
            return new Natural(PgType.BYTEA, "bytes, trailing NULs kept");
        } else if (type instanceof DataType.UuidType) {
            return new Natural(PgType.UUID, "the same 128 bits");
        } else if (type instanceof DataType.IpType) {
            return new Natural(PgType.INET, "the same address, without a netmask");
        } else if (type instanceof DataType.DateType) {
            return new Natural(PgType.DATE, "the same days");
        } else if (type instanceof DataType.DateTimeType) {
            return new Natural(PgType.TIMESTAMPTZ, "the same instants, to the microsecond");
        }
        return new Natural(PgType.TEXT, "the code's name");
    }

    private static Natural integer(DataType.IntegerType type) {
        if (!type.signed() && type.bits() == 64) {
            return new Natural(PgType.numeric(20, 0), "bigint ends at 2^63 - 1");
        }
        if (type.isWide()) {
            return new Natural(PgType.numeric(type.mostDigits(), 0), "bigint ends at 2^63 - 1");
        }
        int bits = type.signed() ? type.bits() : type.bits() + 1;
        return bits <= 16
                ? new Natural(PgType.SMALLINT, "the narrowest integer that holds every value")
                : bits <= 32
                        ? new Natural(PgType.INTEGER, "the narrowest integer that holds every value")
                        : new Natural(PgType.BIGINT, "the narrowest integer that holds every value");
    }

    private static void checkSupported(SourceColumn column) {
        String name = column.name();
        if (column.type() instanceof DataType.StructuredType) {
            throw Policy.textRequired(column);
        }
        if (column.type() instanceof DataType.DateTimeType instant && instant.scale() > FINEST_SCALE) {
            throw new DponeException(
                    ErrorCode.TYPE_UNSUPPORTED,
                    "Column " + name + ": timestamptz ends at microseconds, but " + column.spelling() + " has "
                            + instant.scale() + " fraction digits",
                    "Set sink.policies." + name + " to truncate, or write toDateTime64(" + name + ", 6, 'UTC') AS "
                            + name + " in source.options.query.sql.");
        }
        if (column.type() instanceof DataType.EnumType names
                && names.names().values().stream().anyMatch(value -> value.indexOf('\0') >= 0)) {
            throw new DponeException(
                    ErrorCode.TYPE_UNSUPPORTED,
                    "Column " + name + ": an enum name holds U+0000, which PostgreSQL text cannot hold",
                    "Select another expression for " + name + " in source.options.query.sql.");
        }
    }

    /** Whether the authored type holds each value of the source type exactly. */
    private static boolean holds(PgType authored, DataType type) {
        PgType natural = natural(type).type();
        return switch (authored.kind()) {
            case INTEGER, BIGINT ->
                natural.kind().compareTo(PgType.Kind.BIGINT) <= 0
                        && natural.kind().compareTo(authored.kind()) <= 0;
            case NUMERIC ->
                natural.kind() == PgType.Kind.NUMERIC
                        && authored.second() >= natural.second()
                        && authored.first() - authored.second() >= natural.first() - natural.second();
            case DOUBLE -> type instanceof DataType.FloatType;
            case VARCHAR ->
                type instanceof DataType.StringType
                        || (type instanceof DataType.EnumType names && longestName(names) <= authored.first());
            case BYTEA -> type instanceof DataType.StringType || natural.kind() == PgType.Kind.BYTEA;
            case SMALLINT, REAL, BOOLEAN, TEXT, UUID, INET, DATE, TIMESTAMPTZ -> natural.kind() == authored.kind();
        };
    }

    private static int longestName(DataType.EnumType type) {
        return type.names().values().stream()
                .mapToInt(name -> name.codePointCount(0, name.length()))
                .max()
                .orElse(0);
    }

    private static DponeException refusal(SourceColumn column, String authored) {
        if (column.type() instanceof DataType.FixedStringType
                && PgType.parse(authored).filter(PgType.TEXT::equals).isPresent()) {
            return new DponeException(
                    ErrorCode.TARGET_TYPE_INVALID,
                    "Column " + column.name() + ": " + column.spelling()
                            + " as text would keep the NULs at its end, which text cannot hold",
                    "Set sink.policies." + column.name() + " to text, or write bytea.");
        }
        return new DponeException(
                ErrorCode.TARGET_TYPE_INVALID,
                "Column " + column.name() + ": " + column.spelling() + " cannot be stored without loss as '" + authored
                        + "'",
                "Write one of " + String.join(", ", allowed(column.type()))
                        + ", or leave the column out of sink.types.");
    }

    private static List<String> allowed(DataType type) {
        PgType natural = natural(type).type();
        List<String> allowed = new ArrayList<>();
        allowed.add(natural.spelling());
        switch (natural.kind()) {
            case SMALLINT -> allowed.addAll(List.of("integer", "bigint"));
            case INTEGER -> allowed.add("bigint");
            case NUMERIC ->
                allowed.add("numeric(p,s) with s of " + natural.second() + " or more and p-s of "
                        + (natural.first() - natural.second()) + " or more");
            case REAL -> allowed.add("double precision");
            case TEXT -> {
                if (type instanceof DataType.EnumType names) {
                    allowed.add("varchar(n) with n of " + longestName(names) + " or more");
                } else {
                    allowed.addAll(List.of("varchar(n)", "bytea"));
                }
            }
            case BIGINT, DOUBLE, BOOLEAN, VARCHAR, BYTEA, UUID, INET, DATE, TIMESTAMPTZ -> {}
        }
        return allowed;
    }
}
