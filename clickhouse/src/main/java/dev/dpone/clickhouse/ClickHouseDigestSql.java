package dev.dpone.clickhouse;

import dev.dpone.column.DataType;
import dev.dpone.column.DataType.BoolType;
import dev.dpone.column.DataType.DateTimeType;
import dev.dpone.column.DataType.DateType;
import dev.dpone.column.DataType.DecimalType;
import dev.dpone.column.DataType.EnumType;
import dev.dpone.column.DataType.FixedStringType;
import dev.dpone.column.DataType.FloatType;
import dev.dpone.column.DataType.IntegerType;
import dev.dpone.column.DataType.IpType;
import dev.dpone.column.DataType.StringType;
import dev.dpone.column.DataType.UuidType;
import dev.dpone.column.SourceColumn;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * ClickHouse SQL for the digest dpone-row-sha256-sum-v1: per row the SHA-256 of its canonical bytes, summed as 256-bit
 * numbers. The statement returns one row of two texts: the count and the sum.
 *
 * <p>Bytes of numbers come from reinterpretAsFixedString, since reinterpretAsString drops trailing zero bytes.
 */
public final class ClickHouseDigestSql {
    /** What a server needs to have. */
    static final Set<String> FUNCTIONS = Set.of(
            "SHA256", "toDecimalString", "reinterpretAsUInt256", "reinterpretAsFixedString", "reinterpretAsInt64");

    private final List<SourceColumn> columns;

    public ClickHouseDigestSql(List<SourceColumn> columns) {
        this.columns = List.copyOf(columns);
    }

    /** The digest of the rows of a SELECT that returns these columns. */
    public String over(String select) {
        List<String> parts = new ArrayList<>();
        for (SourceColumn column : columns) {
            parts.add(canonical(column));
        }
        String row = parts.size() == 1 ? parts.get(0) : "concat(\n    " + String.join(",\n    ", parts) + ")";
        return "SELECT toString(count()), toString(sum(reinterpretAsUInt256(reverse(SHA256(" + row + ")))))\nFROM (\n"
                + select + "\n)";
    }

    private static String canonical(SourceColumn column) {
        String name = Sql.identifier(column.name());
        if (!column.nullable()) {
            return "concat('\\x01', " + payload(column, name) + ")";
        }
        return "if(isNull(" + name + "), '\\0', concat('\\x01', " + payload(column, "assumeNotNull(" + name + ")")
                + "))";
    }

    private static String payload(SourceColumn column, String value) {
        DataType type = column.type();
        if (type instanceof IntegerType integer) {
            boolean text = integer.isWide() || (integer.bits() == 64 && !integer.signed());
            return text ? withLength("toString(" + value + ")") : eightBytes("toInt64(" + value + ")");
        } else if (type instanceof BoolType || type instanceof DateType) {
            return eightBytes("toInt64(" + value + ")");
        } else if (type instanceof DecimalType decimal) {
            return withLength("toDecimalString(" + value + ", " + decimal.scale() + ")");
        } else if (type instanceof FloatType) {
            return "if(isNaN(" + value + "), unhex('7ff8000000000000'), " + eightBytes("toFloat64(" + value + ")")
                    + ")";
        } else if (type instanceof DateTimeType instant) {
            return instant(column, instant, value);
        } else if (type instanceof FixedStringType fixed) {
            // The length is the type's: length() and casts to String may lose zero bytes at the end.
            return "concat(reverse(reinterpretAsFixedString(toUInt32(" + fixed.length() + "))), " + value + ")";
        } else if (type instanceof StringType) {
            return withLength(value);
        } else if (type instanceof EnumType || type instanceof IpType) {
            return withLength("toString(" + value + ")");
        }
        if (type instanceof UuidType) {
            return "toString(" + value + ")";
        }
        throw new IllegalStateException(type + " has no canonical form");
    }

    private static String instant(SourceColumn column, DateTimeType type, String value) {
        if (!type.wide()) {
            return eightBytes("toInt64(toUnixTimestamp(" + value + ")) * 10000000");
        }
        if (type.scale() > 7) {
            throw new DponeException(
                    ErrorCode.NOT_SUPPORTED_YET,
                    "Column " + Sql.identifier(column.name()) + " has type " + column.spelling()
                            + ", whose instants are finer than the digest's 100 ns",
                    "Read it with 7 fraction digits or fewer: toDateTime64(column, 6).");
        }
        String factor = "1" + "0".repeat(7 - type.scale());
        return eightBytes("reinterpretAsInt64(" + value + ") * " + factor);
    }

    private static String eightBytes(String number) {
        return "reverse(reinterpretAsFixedString(" + number + "))";
    }

    private static String withLength(String text) {
        return "concat(reverse(reinterpretAsFixedString(toUInt32(length(" + text + ")))), " + text + ")";
    }
}
