package dev.dpone.digest;

import dev.dpone.column.BytesColumn;
import dev.dpone.column.Column;
import dev.dpone.column.DataType;
import dev.dpone.column.FixedColumn;
import dev.dpone.column.RowBuffer;
import dev.dpone.column.SourceColumn;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;

/** The canonical form of one column's values that are not NULL. */
@FunctionalInterface
interface CanonicalForm {
    void write(Column column, int row, RowBuffer out);

    /** The form that the source's type asks for. */
    static CanonicalForm of(SourceColumn source) {
        DataType type = source.type();
        if (type instanceof DataType.IntegerType integer) {
            return integer(integer);
        } else if (type instanceof DataType.FloatType number) {
            return number.bits() == 32
                    ? (column, row, out) -> CanonicalBytes.putDouble(
                            out, Float.intBitsToFloat(fixed(column).intAt(row)))
                    : (column, row, out) -> CanonicalBytes.putDouble(
                            out, Double.longBitsToDouble(fixed(column).longAt(row)));
        } else if (type instanceof DataType.DecimalType decimal) {
            return decimal(decimal);
        } else if (type instanceof DataType.BoolType) {
            return (column, row, out) ->
                    CanonicalBytes.putInteger(out, fixed(column).byteAt(row) == 0 ? 0 : 1);
        } else if (type instanceof DataType.StringType) {
            return CanonicalForm::text;
        } else if (type instanceof DataType.FixedStringType) {
            return CanonicalForm::fixedText;
        } else if (type instanceof DataType.UuidType) {
            return CanonicalForm::uuid;
        } else if (type instanceof DataType.IpType ip) {
            return (column, row, out) -> CanonicalBytes.putIp(out, fixed(column), row, ip.v6());
        } else if (type instanceof DataType.DateType date) {
            return date.wide()
                    ? (column, row, out) ->
                            CanonicalBytes.putInteger(out, fixed(column).intAt(row))
                    : (column, row, out) ->
                            CanonicalBytes.putInteger(out, fixed(column).shortAt(row) & 0xFFFF);
        } else if (type instanceof DataType.DateTimeType instant) {
            return instant(source.name(), instant);
        } else if (type instanceof DataType.EnumType names) {
            return EnumForm.of(source.name(), source.spelling(), names);
        }
        throw new IllegalStateException("No canonical form for " + source.spelling());
    }

    private static CanonicalForm integer(DataType.IntegerType type) {
        return switch (type.bits()) {
            case 8 ->
                type.signed()
                        ? (column, row, out) ->
                                CanonicalBytes.putInteger(out, fixed(column).byteAt(row))
                        : (column, row, out) ->
                                CanonicalBytes.putInteger(out, fixed(column).byteAt(row) & 0xFF);
            case 16 ->
                type.signed()
                        ? (column, row, out) ->
                                CanonicalBytes.putInteger(out, fixed(column).shortAt(row))
                        : (column, row, out) ->
                                CanonicalBytes.putInteger(out, fixed(column).shortAt(row) & 0xFFFF);
            case 32 ->
                type.signed()
                        ? (column, row, out) ->
                                CanonicalBytes.putInteger(out, fixed(column).intAt(row))
                        : (column, row, out) ->
                                CanonicalBytes.putInteger(out, fixed(column).intAt(row) & 0xFFFFFFFFL);
            case 64 ->
                type.signed()
                        ? (column, row, out) ->
                                CanonicalBytes.putInteger(out, fixed(column).longAt(row))
                        : (column, row, out) ->
                                CanonicalBytes.putUnsigned(out, fixed(column).longAt(row));
            default -> type.bits() == 128 ? halves(type.signed()) : wide(type.signed(), 0);
        };
    }

    private static CanonicalForm halves(boolean signed) {
        return signed
                ? (column, row, out) -> CanonicalBytes.putDecimal(
                        out, fixed(column).halfAt(row, 1), fixed(column).halfAt(row, 0), 0)
                : (column, row, out) -> CanonicalBytes.putUnsigned(
                        out, fixed(column).halfAt(row, 1), fixed(column).halfAt(row, 0));
    }

    private static CanonicalForm wide(boolean signed, int scale) {
        return (column, row, out) -> CanonicalBytes.putWide(out, fixed(column), row, signed, scale);
    }

    private static CanonicalForm decimal(DataType.DecimalType type) {
        int scale = type.scale();
        return switch (type.width()) {
            case 4 ->
                (column, row, out) ->
                        CanonicalBytes.putDecimal(out, fixed(column).intAt(row), scale);
            case 8 ->
                (column, row, out) ->
                        CanonicalBytes.putDecimal(out, fixed(column).longAt(row), scale);
            case 16 ->
                (column, row, out) -> {
                    FixedColumn values = fixed(column);
                    CanonicalBytes.putDecimal(out, values.halfAt(row, 1), values.halfAt(row, 0), scale);
                };
            default -> wide(true, scale);
        };
    }

    private static CanonicalForm instant(String name, DataType.DateTimeType type) {
        if (!type.wide()) {
            return (column, row, out) ->
                    CanonicalBytes.putInteger(out, (fixed(column).intAt(row) & 0xFFFFFFFFL) * 10_000_000L);
        }
        if (type.scale() > 7) {
            throw new IllegalArgumentException(
                    "Column " + name + ": DateTime64(" + type.scale() + ") is finer than the digest's 100 ns");
        }
        long units = 1;
        for (int scale = type.scale(); scale < 7; scale++) {
            units *= 10;
        }
        return scaled(name, units);
    }

    private static CanonicalForm scaled(String name, long units) {
        long most = Long.MAX_VALUE / units;
        long least = Long.MIN_VALUE / units;
        return (column, row, out) -> {
            long ticks = fixed(column).longAt(row);
            if (ticks > most || ticks < least) {
                throw new DponeException(
                        ErrorCode.VALUE_REJECTED,
                        "Column " + name + " holds an instant of " + ticks
                                + " ticks, beyond what 100 ns units can count",
                        "Correct the value in the source, or leave the row out with source.options.query.");
            }
            CanonicalBytes.putInteger(out, ticks * units);
        };
    }

    private static void text(Column column, int row, RowBuffer out) {
        BytesColumn values = (BytesColumn) column;
        CanonicalBytes.putBytes(out, values.data(), values.start(row), values.length(row));
    }

    private static void fixedText(Column column, int row, RowBuffer out) {
        FixedColumn values = fixed(column);
        CanonicalBytes.putBytes(out, values.data(), values.at(row), values.width());
    }

    private static void uuid(Column column, int row, RowBuffer out) {
        FixedColumn values = fixed(column);
        CanonicalBytes.putUuid(out, values.halfAt(row, 0), values.halfAt(row, 1));
    }

    private static FixedColumn fixed(Column column) {
        return (FixedColumn) column;
    }
}
