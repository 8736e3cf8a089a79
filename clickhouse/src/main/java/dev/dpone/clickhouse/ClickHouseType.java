package dev.dpone.clickhouse;

import dev.dpone.column.DataType;
import dev.dpone.column.DataType.DateTimeType;
import dev.dpone.column.DataType.DateType;
import dev.dpone.column.DataType.DecimalType;
import dev.dpone.column.DataType.EnumType;
import dev.dpone.column.DataType.FixedStringType;
import dev.dpone.column.DataType.FloatType;
import dev.dpone.column.DataType.IntegerType;

/**
 * A column's type as ClickHouse packs it.
 *
 * @param type what the values mean
 * @param nullable whether NULL occurs
 * @param lowCardinality whether values are sent as keys of a dictionary
 */
record ClickHouseType(DataType type, boolean nullable, boolean lowCardinality) {

    /** Whether both stand for the same values; how they are packed may differ. */
    boolean meansSameAs(ClickHouseType other) {
        return nullable == other.nullable && type.equals(other.type);
    }

    boolean isText() {
        return type instanceof DataType.StringType;
    }

    /** Bytes of one value. Only for types other than String. */
    int width() {
        if (type instanceof IntegerType integer) {
            return integer.bits() / 8;
        } else if (type instanceof FloatType floating) {
            return floating.bits() / 8;
        } else if (type instanceof DecimalType decimal) {
            return decimal.width();
        } else if (type instanceof FixedStringType fixed) {
            return fixed.length();
        } else if (type instanceof DataType.UuidType) {
            return 16;
        } else if (type instanceof DataType.IpType ip) {
            return ip.width();
        } else if (type instanceof DateType date) {
            return date.width();
        } else if (type instanceof DateTimeType instant) {
            return instant.width();
        } else if (type instanceof EnumType names) {
            return names.bits() / 8;
        } else if (type instanceof DataType.BoolType) {
            return 1;
        }
        throw new IllegalStateException(type + " has no fixed width");
    }
}
