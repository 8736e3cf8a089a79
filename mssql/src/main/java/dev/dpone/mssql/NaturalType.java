package dev.dpone.mssql;

import dev.dpone.column.DataType;
import dev.dpone.column.IpText;
import dev.dpone.mssql.MssqlType.Kind;

/**
 * The type that holds every value of a source type when the manifest asks for no other.
 *
 * @param reason for the plan's table
 */
record NaturalType(MssqlType type, String reason) {
    /** The length that programs reserve for an IPv6 address, one with an IPv4 address at its end included. */
    private static final int MOST_IPV6 = 45;

    static NaturalType of(DataType type) {
        if (type instanceof DataType.IntegerType integer) {
            return integer(integer);
        } else if (type instanceof DataType.FloatType number) {
            return new NaturalType(
                    MssqlType.of(number.bits() == 32 ? Kind.REAL : Kind.FLOAT),
                    "the same IEEE 754 values; NaN and infinities are refused row by row");
        } else if (type instanceof DataType.DecimalType decimal) {
            return new NaturalType(
                    MssqlType.decimal(decimal.precision(), decimal.scale()),
                    "exact, with the same precision and scale");
        } else if (type instanceof DataType.BoolType) {
            return new NaturalType(MssqlType.of(Kind.BIT), "the same two values");
        } else if (type instanceof DataType.StringType) {
            return new NaturalType(
                    MssqlType.sized(Kind.NVARCHAR, MssqlType.MAX),
                    "Unicode text of any length; name a sized type in sink.types to load faster and to index it");
        } else if (type instanceof DataType.FixedStringType bytes) {
            return new NaturalType(MssqlType.sized(Kind.VARBINARY, bytes.length()), "bytes, trailing NULs kept");
        } else if (type instanceof DataType.UuidType) {
            return new NaturalType(
                    MssqlType.of(Kind.UNIQUEIDENTIFIER), "the same 128 bits; SQL Server orders them differently");
        } else if (type instanceof DataType.IpType ip) {
            return new NaturalType(
                    MssqlType.sized(Kind.VARCHAR, ip.v6() ? MOST_IPV6 : IpText.MOST_V4),
                    "the address as text, as ClickHouse prints it");
        } else if (type instanceof DataType.DateType) {
            return new NaturalType(MssqlType.of(Kind.DATE), "the same days, from 0001-01-01 to 9999-12-31");
        } else if (type instanceof DataType.DateTimeType instant) {
            return new NaturalType(
                    MssqlType.datetime2(Math.min(instant.scale(), MssqlType.FINEST_SCALE)),
                    "the same instants, as date and time of day in UTC");
        } else if (type instanceof DataType.EnumType names) {
            return names(EnumNames.of(names));
        }
        throw new IllegalStateException("No type for " + type);
    }

    private static NaturalType integer(DataType.IntegerType type) {
        if (!type.signed() && type.bits() == 64) {
            return new NaturalType(MssqlType.decimal(20, 0), "bigint ends at 2^63 - 1");
        }
        if (type.isWide()) {
            return new NaturalType(
                    MssqlType.decimal(MssqlType.MAX_PRECISION, 0),
                    "the longest exact number; values of more than 38 digits are refused row by row");
        }
        if (!type.signed() && type.bits() == 8) {
            return new NaturalType(MssqlType.of(Kind.TINYINT), "tinyint is unsigned too");
        }
        int bits = type.signed() ? type.bits() : type.bits() + 1;
        Kind kind = bits <= 16 ? Kind.SMALLINT : bits <= 32 ? Kind.INT : Kind.BIGINT;
        return new NaturalType(MssqlType.of(kind), "the narrowest integer that holds every value");
    }

    private static NaturalType names(EnumNames names) {
        return names.ascii()
                ? new NaturalType(
                        MssqlType.sized(Kind.VARCHAR, Math.max(1, names.longestBytes())),
                        "the code's name, as long as the longest")
                : new NaturalType(
                        MssqlType.sized(Kind.NVARCHAR, Math.max(1, names.longestUnits())),
                        "the code's name, as long as the longest; some are not ASCII");
    }

    /** Decimal digits of the largest magnitude, or of what is let pass of it. */
    static int digits(DataType.IntegerType type) {
        return switch (type.bits()) {
            case 8 -> 3;
            case 16 -> 5;
            case 32 -> 10;
            case 64 -> type.signed() ? 19 : 20;
            default -> MssqlType.MAX_PRECISION;
        };
    }
}
