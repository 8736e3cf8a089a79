package dev.dpone.mssql;

import dev.dpone.column.DataType;
import dev.dpone.column.SourceColumn;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.mssql.MssqlType.Kind;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.Policy;
import java.util.Optional;

/**
 * Which SQL Server type holds a source type: the natural one, or an authored one that holds every value too or whose
 * bounds each value is checked against before it is sent.
 */
final class TypeMapping {
    /** A collation under which narrow text holds all of Unicode, from SQL Server 2019 on. */
    static final String UTF8_COLLATION = "Latin1_General_100_BIN2_UTF8";

    private TypeMapping() {}

    static ColumnMapping map(SourceColumn column, Optional<String> authoredType) {
        ColumnNames.check(column.name());
        checkSupported(column);
        if (authoredType.isEmpty()) {
            NaturalType natural = NaturalType.of(column.type());
            return new ColumnMapping(column, natural.type().spelling(), natural.reason());
        }
        String authored = authoredType.orElseThrow();
        MssqlType type = MssqlType.parse(authored)
                .filter(candidate -> holds(candidate, column.type()))
                .orElseThrow(() -> TypeRefusal.of(column, authored));
        return new ColumnMapping(column, type.spelling(), reason(type, column.type()));
    }

    /** The mapping's target type; mappings come from here, which spells it readably. */
    static MssqlType target(ColumnMapping mapping) {
        return MssqlType.parse(mapping.targetType())
                .orElseThrow(() -> new IllegalStateException(mapping.targetType() + " was not mapped here"));
    }

    private static String reason(MssqlType type, DataType source) {
        if (source instanceof DataType.IntegerType integer && integer.isWide()) {
            return "authored in sink.types; values of more than " + MssqlType.MAX_PRECISION
                    + " digits are refused row by row";
        }
        if (!type.kind().isText() || source instanceof DataType.EnumType || source instanceof DataType.IpType) {
            return type.isMax() || !(source instanceof DataType.StringType)
                    ? "authored in sink.types, and holds every value"
                    : "authored in sink.types; longer values are refused row by row";
        }
        String rule = type.kind().isWide()
                ? "invalid UTF-8"
                : type.utf8() ? "invalid UTF-8" : "what is not ASCII, for want of a UTF-8 collation,";
        boolean bounded = source instanceof DataType.StringType && !type.isMax();
        return "authored in sink.types; " + rule + (bounded ? " and longer values are" : " is") + " refused row by row";
    }

    private static void checkSupported(SourceColumn column) {
        String name = column.name();
        if (column.type() instanceof DataType.StructuredType) {
            throw Policy.textRequired(column);
        }
        if (column.type() instanceof DataType.DecimalType decimal && decimal.precision() > MssqlType.MAX_PRECISION) {
            throw new DponeException(
                    ErrorCode.TYPE_UNSUPPORTED,
                    "Column " + name + ": decimal ends at " + MssqlType.MAX_PRECISION + " digits, but "
                            + column.spelling() + " has " + decimal.precision(),
                    "Set sink.policies." + name + " to text, or write toDecimalString(" + name + ", " + decimal.scale()
                            + ") AS " + name + " in source.options.query.sql.");
        }
        if (column.type() instanceof DataType.DateTimeType instant && instant.scale() > MssqlType.FINEST_SCALE) {
            throw new DponeException(
                    ErrorCode.TYPE_UNSUPPORTED,
                    "Column " + name + ": datetime2 ends at 100 nanoseconds, but " + column.spelling() + " has "
                            + instant.scale() + " fraction digits",
                    "Set sink.policies." + name + " to truncate, or write toDateTime64(" + name + ", 7, 'UTC') AS "
                            + name + " in source.options.query.sql.");
        }
    }

    /** Whether the authored type holds each value of the source type, or each that the writer lets pass. */
    private static boolean holds(MssqlType authored, DataType source) {
        if (source instanceof DataType.IntegerType integer) {
            return holdsInteger(authored, integer);
        } else if (source instanceof DataType.DecimalType decimal) {
            return authored.kind() == Kind.DECIMAL
                    && authored.second() >= decimal.scale()
                    && authored.first() - authored.second() >= decimal.precision() - decimal.scale();
        } else if (source instanceof DataType.FloatType number) {
            return authored.kind() == Kind.FLOAT || (authored.kind() == Kind.REAL && number.bits() == 32);
        } else if (source instanceof DataType.StringType) {
            return authored.kind().isSized() && !authored.kind().isPadded();
        } else if (source instanceof DataType.FixedStringType bytes) {
            return holdsFixed(authored, bytes.length());
        } else if (source instanceof DataType.EnumType type) {
            return holdsNames(authored, EnumNames.of(type));
        } else if (source instanceof DataType.IpType) {
            return authored.kind() == Kind.VARCHAR
                    && (authored.isMax()
                            || authored.first() >= NaturalType.of(source).type().first());
        } else if (source instanceof DataType.DateTimeType instant) {
            return authored.kind() == Kind.DATETIME2 && authored.first() >= instant.scale();
        }
        return authored.kind() == NaturalType.of(source).type().kind();
    }

    private static boolean holdsInteger(MssqlType authored, DataType.IntegerType source) {
        if (authored.kind() == Kind.DECIMAL) {
            return authored.first() - authored.second() >= NaturalType.digits(source);
        }
        Kind natural = NaturalType.of(source).type().kind();
        return authored.kind().isInteger() && natural.isInteger() && natural.compareTo(authored.kind()) <= 0;
    }

    private static boolean holdsFixed(MssqlType authored, int length) {
        if (authored.kind().isPadded()) {
            return authored.first() == length;
        }
        return authored.kind().isSized() && (authored.isMax() || authored.first() >= length);
    }

    private static boolean holdsNames(MssqlType authored, EnumNames names) {
        return switch (authored.kind()) {
            case VARCHAR ->
                (names.ascii() || authored.utf8()) && (authored.isMax() || names.longestBytes() <= authored.first());
            case NVARCHAR -> authored.isMax() || names.longestUnits() <= authored.first();
            case TINYINT,
                    SMALLINT,
                    INT,
                    BIGINT,
                    DECIMAL,
                    REAL,
                    FLOAT,
                    BIT,
                    VARBINARY,
                    CHAR,
                    NCHAR,
                    BINARY,
                    UNIQUEIDENTIFIER,
                    DATE,
                    DATETIME2 -> false;
        };
    }
}
