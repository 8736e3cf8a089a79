package dev.dpone.mssql;

import dev.dpone.column.FixedColumn;
import dev.dpone.column.RowBuffer;
import dev.dpone.mssql.MssqlType.Kind;
import dev.dpone.spi.RejectedValueException;

/** Float32 and Float64 as real or float: finite numbers only, which is all that SQL Server takes. */
final class FloatWriter implements FixedWidthWriter.ValueWriter {
    private final String name;
    private final boolean wideSource;
    private final boolean real;

    FloatWriter(String name, boolean wideSource, MssqlType type) {
        this.name = name;
        this.wideSource = wideSource;
        this.real = type.kind() == Kind.REAL;
    }

    @Override
    public void write(FixedColumn column, int row, RowBuffer out) {
        if (wideSource) {
            long bits = column.longAt(row);
            check(Double.longBitsToDouble(bits));
            out.putLongLittle(bits);
            return;
        }
        int bits = column.intAt(row);
        float value = Float.intBitsToFloat(bits);
        check(value);
        if (real) {
            out.putIntLittle(bits);
        } else {
            out.putLongLittle(Double.doubleToRawLongBits(value));
        }
    }

    private void check(double value) {
        if (!Double.isFinite(value)) {
            throw new RejectedValueException(
                    name,
                    "the number is " + (Double.isNaN(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity")
                            + ", which SQL Server's " + (real ? "real" : "float") + " cannot hold",
                    "Set sink.policies." + name + " to null, or leave the row out with source.options.query.sql.");
        }
    }
}
