package dev.dpone.postgres;

import dev.dpone.column.DataType;
import dev.dpone.column.SourceColumn;
import java.util.Map;
import java.util.TreeMap;

/** Short names for source columns in tests. */
final class Types {
    private Types() {}

    static SourceColumn int64(String name) {
        return TestRows.source(name, "Int64", new DataType.IntegerType(64, true));
    }

    static SourceColumn string(String name) {
        return TestRows.source(name, "String", new DataType.StringType());
    }

    static SourceColumn nullableString(String name) {
        return TestRows.source(name, "Nullable(String)", new DataType.StringType());
    }

    static SourceColumn integer(String name, int bits, boolean signed) {
        return TestRows.source(name, (signed ? "Int" : "UInt") + bits, new DataType.IntegerType(bits, signed));
    }

    static SourceColumn number(String name, int bits) {
        return TestRows.source(name, "Float" + bits, new DataType.FloatType(bits));
    }

    static SourceColumn decimal(String name, int precision, int scale) {
        return TestRows.source(
                name, "Decimal(" + precision + ", " + scale + ")", new DataType.DecimalType(precision, scale));
    }

    static SourceColumn bool(String name) {
        return TestRows.source(name, "Bool", new DataType.BoolType());
    }

    static SourceColumn fixed(String name, int length) {
        return TestRows.source(name, "FixedString(" + length + ")", new DataType.FixedStringType(length));
    }

    static SourceColumn ip(String name, boolean v6) {
        return TestRows.source(name, v6 ? "IPv6" : "IPv4", new DataType.IpType(v6));
    }

    static SourceColumn uuid(String name) {
        return TestRows.source(name, "UUID", new DataType.UuidType());
    }

    static SourceColumn date(String name) {
        return TestRows.source(name, "Date", new DataType.DateType(false));
    }

    static SourceColumn date32(String name) {
        return TestRows.source(name, "Date32", new DataType.DateType(true));
    }

    static SourceColumn dateTime(String name) {
        return TestRows.source(name, "DateTime", new DataType.DateTimeType(false, 0));
    }

    static SourceColumn dateTime64(String name, int scale) {
        return TestRows.source(name, "DateTime64(" + scale + ")", new DataType.DateTimeType(true, scale));
    }

    static SourceColumn enum8(String name, Map<Integer, String> names) {
        return TestRows.source(name, "Enum8(...)", new DataType.EnumType(8, new TreeMap<>(names)));
    }

    static SourceColumn enum16(String name, Map<Integer, String> names) {
        return TestRows.source(name, "Enum16(...)", new DataType.EnumType(16, new TreeMap<>(names)));
    }

    static SourceColumn nullable(SourceColumn column) {
        return new SourceColumn(column.name(), "Nullable(" + column.spelling() + ")", column.type(), true);
    }
}
