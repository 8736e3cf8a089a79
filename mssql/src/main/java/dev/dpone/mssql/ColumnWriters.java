package dev.dpone.mssql;

import dev.dpone.column.DataType;
import dev.dpone.column.FixedColumn;
import dev.dpone.column.RowBuffer;
import dev.dpone.mssql.DecimalWriter.Unscaled;
import dev.dpone.mssql.FixedWidthWriter.ValueWriter;
import dev.dpone.mssql.MssqlType.Kind;
import dev.dpone.spi.ColumnMapping;

/** Chooses a column's writer by source and target type, once per format. */
final class ColumnWriters {
    private ColumnWriters() {}

    static ColumnWriter of(ColumnMapping mapping) {
        DataType type = mapping.source().type();
        if (type instanceof DataType.EnumType names) {
            return new EnumWriter(mapping, names);
        }
        if (type instanceof DataType.IpType ip) {
            return new IpWriter(mapping, ip.v6());
        }
        MssqlType target = TypeMapping.target(mapping);
        if (target.kind().isWide()) {
            return new WideTextWriter(mapping);
        }
        return target.kind().isSized()
                ? new BytesWriter(mapping)
                : new FixedWidthWriter(mapping, values(mapping.name(), type, target));
    }

    private static ValueWriter values(String name, DataType type, MssqlType target) {
        if (type instanceof DataType.IntegerType integer) {
            return target.kind() == Kind.DECIMAL
                    ? new DecimalWriter(name, target, unscaled(integer), 0, remedy(name, integer))
                    : integer(integer, sink(target.kind()));
        } else if (type instanceof DataType.FloatType number) {
            return new FloatWriter(name, number.bits() == 64, target);
        } else if (type instanceof DataType.DecimalType decimal) {
            return new DecimalWriter(
                    name,
                    target,
                    unscaled(decimal),
                    decimal.scale(),
                    "Correct the value in the source, or cast the column to a wider Decimal in"
                            + " source.options.query.sql.");
        } else if (type instanceof DataType.BoolType) {
            return (column, row, out) -> out.putByte(column.byteAt(row) == 0 ? 0 : 1);
        } else if (type instanceof DataType.UuidType) {
            return ColumnWriters::uuid;
        } else if (type instanceof DataType.DateType date) {
            return new DateWriter(name, date.wide());
        } else if (type instanceof DataType.DateTimeType instant) {
            return new InstantWriter(name, target, instant.wide(), instant.scale());
        }
        throw new IllegalStateException("No writer for " + type + " as " + target.spelling());
    }

    private static String remedy(String name, DataType.IntegerType type) {
        return type.isWide()
                ? "Set sink.policies." + name + " to null or text, or correct the value in the source."
                : "Correct the value in the source.";
    }

    @FunctionalInterface
    private interface IntegerSink {
        void put(long value, RowBuffer out);
    }

    private static IntegerSink sink(Kind target) {
        return switch (target) {
            case TINYINT -> (value, out) -> out.putByte((int) value);
            case SMALLINT -> (value, out) -> out.putShortLittle((int) value);
            case INT -> (value, out) -> out.putIntLittle((int) value);
            case BIGINT -> (value, out) -> out.putLongLittle(value);
            case DECIMAL,
                    REAL,
                    FLOAT,
                    BIT,
                    VARCHAR,
                    NVARCHAR,
                    VARBINARY,
                    CHAR,
                    NCHAR,
                    BINARY,
                    UNIQUEIDENTIFIER,
                    DATE,
                    DATETIME2 -> throw new IllegalStateException("No writer for an integer as " + target);
        };
    }

    private static ValueWriter integer(DataType.IntegerType type, IntegerSink sink) {
        return switch (unscaled(type)) {
            case BYTE -> (column, row, out) -> sink.put(column.byteAt(row), out);
            case UNSIGNED_BYTE -> (column, row, out) -> sink.put(column.byteAt(row) & 0xFF, out);
            case SHORT -> (column, row, out) -> sink.put(column.shortAt(row), out);
            case UNSIGNED_SHORT -> (column, row, out) -> sink.put(column.shortAt(row) & 0xFFFF, out);
            case INT -> (column, row, out) -> sink.put(column.intAt(row), out);
            case UNSIGNED_INT -> (column, row, out) -> sink.put(column.intAt(row) & 0xFFFFFFFFL, out);
            case LONG, UNSIGNED_LONG -> (column, row, out) -> sink.put(column.longAt(row), out);
            case HALVES, UNSIGNED_HALVES, WORDS, UNSIGNED_WORDS ->
                throw new IllegalStateException("No integer type holds " + type);
        };
    }

    private static Unscaled unscaled(DataType.IntegerType type) {
        return switch (type.bits()) {
            case 8 -> type.signed() ? Unscaled.BYTE : Unscaled.UNSIGNED_BYTE;
            case 16 -> type.signed() ? Unscaled.SHORT : Unscaled.UNSIGNED_SHORT;
            case 32 -> type.signed() ? Unscaled.INT : Unscaled.UNSIGNED_INT;
            case 64 -> type.signed() ? Unscaled.LONG : Unscaled.UNSIGNED_LONG;
            case 128 -> type.signed() ? Unscaled.HALVES : Unscaled.UNSIGNED_HALVES;
            default -> type.signed() ? Unscaled.WORDS : Unscaled.UNSIGNED_WORDS;
        };
    }

    private static Unscaled unscaled(DataType.DecimalType type) {
        return switch (type.width()) {
            case 4 -> Unscaled.INT;
            case 8 -> Unscaled.LONG;
            default -> Unscaled.HALVES;
        };
    }

    /** The first three groups little-endian, the rest as printed. */
    private static void uuid(FixedColumn column, int row, RowBuffer out) {
        long high = column.halfAt(row, 0);
        out.putIntLittle((int) (high >>> 32));
        out.putShortLittle((int) (high >>> 16));
        out.putShortLittle((int) high);
        out.putLong(column.halfAt(row, 1));
    }
}
