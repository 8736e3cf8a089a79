package dev.dpone.postgres;

import dev.dpone.column.DataType;
import dev.dpone.column.FixedColumn;
import dev.dpone.column.RowBuffer;
import dev.dpone.postgres.FixedWidthWriter.ValueWriter;
import dev.dpone.spi.ColumnMapping;

/** Chooses a column's writer by source and target type, once per format. */
final class ColumnWriters {
    private ColumnWriters() {}

    static ColumnWriter of(ColumnMapping mapping) {
        String name = mapping.name();
        DataType type = mapping.source().type();
        PgType target = target(mapping);
        if (type instanceof DataType.IntegerType integer) {
            return integer(name, integer, target);
        } else if (type instanceof DataType.FloatType number) {
            return number(number, target);
        } else if (type instanceof DataType.DecimalType decimal) {
            return decimal.width() == 32
                    ? numeric(new WideNumericWriter(name, target, true, decimal.scale()))
                    : numeric(new NumericWriter(name, target, unscaled(decimal), decimal.scale()));
        } else if (type instanceof DataType.BoolType) {
            return new FixedWidthWriter(1, (column, row, out) -> out.putByte(column.byteAt(row) == 0 ? 0 : 1));
        } else if (type instanceof DataType.StringType) {
            return new TextWriter(name, target);
        } else if (type instanceof DataType.FixedStringType bytes) {
            return new FixedWidthWriter(
                    bytes.length(), (column, row, out) -> out.putBytes(column.data(), column.at(row), bytes.length()));
        } else if (type instanceof DataType.UuidType) {
            return new FixedWidthWriter(16, ColumnWriters::uuid);
        } else if (type instanceof DataType.IpType ip) {
            return ip.v6()
                    ? new FixedWidthWriter(InetFields.V6_BYTES, InetFields::putV6)
                    : new FixedWidthWriter(InetFields.V4_BYTES, InetFields::putV4);
        } else if (type instanceof DataType.DateType date) {
            return new FixedWidthWriter(4, date.wide() ? new DateWriter(name) : ColumnWriters::date);
        } else if (type instanceof DataType.DateTimeType instant) {
            return new FixedWidthWriter(
                    8, instant.wide() ? new InstantWriter(name, instant.scale()) : ColumnWriters::seconds);
        } else if (type instanceof DataType.EnumType names) {
            return new EnumWriter(mapping.source(), names);
        }
        throw new IllegalStateException("No writer for " + mapping.source().spelling());
    }

    /** The mapping's target type; mappings come from {@link TypeMapping}, which spells it readably. */
    static PgType target(ColumnMapping mapping) {
        return PgType.parse(mapping.targetType())
                .orElseThrow(() -> new IllegalStateException(mapping.targetType() + " was not mapped here"));
    }

    private static ColumnWriter integer(String name, DataType.IntegerType type, PgType target) {
        return switch (target.kind()) {
            case SMALLINT -> new FixedWidthWriter(2, integer(type, (value, out) -> out.putShort((int) value)));
            case INTEGER -> new FixedWidthWriter(4, integer(type, (value, out) -> out.putInt((int) value)));
            case BIGINT -> new FixedWidthWriter(8, integer(type, (value, out) -> out.putLong(value)));
            case NUMERIC -> numericInteger(name, type, target);
            case REAL, DOUBLE, BOOLEAN, TEXT, VARCHAR, BYTEA, UUID, INET, DATE, TIMESTAMPTZ ->
                throw new IllegalStateException("No writer for an integer as " + target.spelling());
        };
    }

    private static ColumnWriter numericInteger(String name, DataType.IntegerType type, PgType target) {
        return switch (type.bits()) {
            case 256 -> numeric(new WideNumericWriter(name, target, type.signed(), 0));
            case 128 ->
                numeric(new NumericWriter(
                        name,
                        target,
                        type.signed() ? NumericWriter.Unscaled.WIDE : NumericWriter.Unscaled.UNSIGNED_WIDE,
                        0));
            default -> numeric(new NumericWriter(name, target, NumericWriter.Unscaled.UNSIGNED_LONG, 0));
        };
    }

    @FunctionalInterface
    private interface IntegerSink {
        void put(long value, RowBuffer out);
    }

    private static ValueWriter integer(DataType.IntegerType type, IntegerSink sink) {
        return switch (type.bits()) {
            case 8 ->
                type.signed()
                        ? (column, row, out) -> sink.put(column.byteAt(row), out)
                        : (column, row, out) -> sink.put(column.byteAt(row) & 0xFF, out);
            case 16 ->
                type.signed()
                        ? (column, row, out) -> sink.put(column.shortAt(row), out)
                        : (column, row, out) -> sink.put(column.shortAt(row) & 0xFFFF, out);
            case 32 ->
                type.signed()
                        ? (column, row, out) -> sink.put(column.intAt(row), out)
                        : (column, row, out) -> sink.put(column.intAt(row) & 0xFFFFFFFFL, out);
            default -> (column, row, out) -> sink.put(column.longAt(row), out);
        };
    }

    private static ColumnWriter number(DataType.FloatType type, PgType target) {
        if (type.bits() == 64) {
            return new FixedWidthWriter(8, (column, row, out) -> out.putLong(column.longAt(row)));
        }
        return target.kind() == PgType.Kind.REAL
                ? new FixedWidthWriter(4, (column, row, out) -> out.putInt(column.intAt(row)))
                : new FixedWidthWriter(
                        8,
                        (column, row, out) ->
                                out.putLong(Double.doubleToRawLongBits(Float.intBitsToFloat(column.intAt(row)))));
    }

    private static ColumnWriter numeric(NumericWriter writer) {
        return new FixedWidthWriter(writer.width(), writer);
    }

    private static ColumnWriter numeric(WideNumericWriter writer) {
        return new FixedWidthWriter(writer.width(), writer);
    }

    private static NumericWriter.Unscaled unscaled(DataType.DecimalType type) {
        return switch (type.width()) {
            case 4 -> NumericWriter.Unscaled.INT;
            case 8 -> NumericWriter.Unscaled.LONG;
            default -> NumericWriter.Unscaled.WIDE;
        };
    }

    private static void uuid(FixedColumn column, int row, RowBuffer out) {
        out.putLong(column.halfAt(row, 0));
        out.putLong(column.halfAt(row, 1));
    }

    private static void date(FixedColumn column, int row, RowBuffer out) {
        out.putInt((column.shortAt(row) & 0xFFFF) - DateWriter.EPOCH_DAYS);
    }

    private static void seconds(FixedColumn column, int row, RowBuffer out) {
        out.putLong((column.intAt(row) & 0xFFFFFFFFL) * 1_000_000L - InstantWriter.EPOCH_MICROS);
    }
}
