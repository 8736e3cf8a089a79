package dev.dpone.mssql;

import dev.dpone.column.Block;
import dev.dpone.column.BytesColumn;
import dev.dpone.column.Column;
import dev.dpone.column.DataType;
import dev.dpone.column.FixedColumn;
import dev.dpone.column.RowBuffer;
import dev.dpone.column.SourceColumn;
import dev.dpone.digest.CanonicalRowWriter;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.RowFormat;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Columns and rows written down in Java, turned into blocks as ClickHouse sends them. */
final class Cells {
    private final List<ColumnMapping> mappings = new ArrayList<>();
    private final List<Column> columns = new ArrayList<>();

    /** Adds a column of the natural type, with a value per row. */
    Cells with(SourceColumn source, @Nullable Object... rows) {
        return with(source, Optional.empty(), rows);
    }

    Cells as(SourceColumn source, String authored, @Nullable Object... rows) {
        return with(source, Optional.of(authored), rows);
    }

    private Cells with(SourceColumn source, Optional<String> authored, @Nullable Object... rows) {
        mappings.add(new MssqlConnector().map(source, authored));
        columns.add(column(source, Arrays.asList(rows)));
        return this;
    }

    List<ColumnMapping> mappings() {
        return List.copyOf(mappings);
    }

    Block block() {
        return new Block(columns, columns.get(0).rows());
    }

    /** The rows in the native format. */
    byte[] encoded() {
        RowFormat format = new MssqlConnector().format(mappings);
        RowBuffer out = new RowBuffer(16);
        for (int row = 0; row < block().rows(); row++) {
            format.write(block(), row, out);
        }
        return Arrays.copyOf(out.bytes(), out.length());
    }

    String hex() {
        return HexFormat.of().formatHex(encoded());
    }

    /** A row's canonical bytes, as the core writes them. */
    byte[] canonical(int row) {
        RowBuffer out = new RowBuffer(16);
        new CanonicalRowWriter(mappings.stream().map(ColumnMapping::source).toList()).write(block(), row, out);
        return Arrays.copyOf(out.bytes(), out.length());
    }

    static SourceColumn source(String spelling, DataType type) {
        return new SourceColumn("c", spelling, type, false);
    }

    static SourceColumn named(String name, SourceColumn column) {
        return new SourceColumn(name, column.spelling(), column.type(), column.nullable());
    }

    static SourceColumn nullable(SourceColumn column) {
        return new SourceColumn(column.name(), "Nullable(" + column.spelling() + ")", column.type(), true);
    }

    static SourceColumn integer(int bits, boolean signed) {
        return source((signed ? "Int" : "UInt") + bits, new DataType.IntegerType(bits, signed));
    }

    static SourceColumn number(int bits) {
        return source("Float" + bits, new DataType.FloatType(bits));
    }

    static SourceColumn decimal(int precision, int scale) {
        return source("Decimal(" + precision + ", " + scale + ")", new DataType.DecimalType(precision, scale));
    }

    static SourceColumn bool() {
        return source("Bool", new DataType.BoolType());
    }

    static SourceColumn string() {
        return source("String", new DataType.StringType());
    }

    static SourceColumn fixed(int length) {
        return source("FixedString(" + length + ")", new DataType.FixedStringType(length));
    }

    static SourceColumn ip(boolean v6) {
        return source(v6 ? "IPv6" : "IPv4", new DataType.IpType(v6));
    }

    static SourceColumn uuid() {
        return source("UUID", new DataType.UuidType());
    }

    static SourceColumn date() {
        return source("Date", new DataType.DateType(false));
    }

    static SourceColumn date32() {
        return source("Date32", new DataType.DateType(true));
    }

    static SourceColumn dateTime() {
        return source("DateTime", new DataType.DateTimeType(false, 0));
    }

    static SourceColumn dateTime64(int scale) {
        return source("DateTime64(" + scale + ")", new DataType.DateTimeType(true, scale));
    }

    static SourceColumn enumeration(int bits, String... names) {
        java.util.TreeMap<Integer, String> codes = new java.util.TreeMap<>();
        for (int i = 0; i < names.length; i++) {
            codes.put(i - 1, names[i]);
        }
        return source("Enum" + bits + "(...)", new DataType.EnumType(bits, codes));
    }

    static Column column(SourceColumn source, List<@Nullable Object> rows) {
        byte[] nulls = source.nullable() ? new byte[rows.size()] : null;
        if (nulls != null) {
            for (int row = 0; row < nulls.length; row++) {
                nulls[row] = (byte) (rows.get(row) == null ? 1 : 0);
            }
        }
        if (source.type() instanceof DataType.StringType) {
            return text(rows, nulls);
        }
        int width = width(source.type());
        ByteBuffer data = ByteBuffer.allocate(width * rows.size()).order(ByteOrder.LITTLE_ENDIAN);
        for (Object value : rows) {
            int next = data.position() + width;
            if (value != null) {
                put(data, width, value);
            }
            data.position(next);
        }
        return new FixedColumn(data.array(), width, rows.size(), nulls);
    }

    private static BytesColumn text(List<@Nullable Object> rows, byte @Nullable [] nulls) {
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        int[] starts = new int[rows.size()];
        int[] lengths = new int[rows.size()];
        for (int row = 0; row < rows.size(); row++) {
            byte[] bytes = bytes(rows.get(row));
            starts[row] = data.size();
            lengths[row] = bytes.length;
            data.writeBytes(bytes);
        }
        return new BytesColumn(data.toByteArray(), starts, lengths, rows.size(), nulls);
    }

    private static byte[] bytes(@Nullable Object value) {
        return value == null
                ? new byte[0]
                : value instanceof byte[] raw ? raw : value.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Numbers are the bits that ClickHouse sends: codes, days, ticks, unscaled values. */
    private static void put(ByteBuffer data, int width, Object value) {
        if (value instanceof UUID uuid) {
            data.putLong(uuid.getMostSignificantBits()).putLong(uuid.getLeastSignificantBits());
        } else if (value instanceof Float number) {
            data.putInt(Float.floatToRawIntBits(number));
        } else if (value instanceof Double number) {
            data.putLong(Double.doubleToRawLongBits(number));
        } else if (value instanceof byte[] || value instanceof String) {
            data.put(bytes(value));
        } else {
            BigInteger number = new BigInteger(value.toString());
            for (int i = 0; i < width; i++) {
                data.put(number.shiftRight(8 * i).byteValue());
            }
        }
    }

    static int width(DataType type) {
        if (type instanceof DataType.IntegerType integer) {
            return integer.bits() / 8;
        } else if (type instanceof DataType.FloatType number) {
            return number.bits() / 8;
        } else if (type instanceof DataType.DecimalType decimal) {
            return decimal.width();
        } else if (type instanceof DataType.FixedStringType fixed) {
            return fixed.length();
        } else if (type instanceof DataType.DateType date) {
            return date.width();
        } else if (type instanceof DataType.DateTimeType instant) {
            return instant.width();
        } else if (type instanceof DataType.EnumType names) {
            return names.bits() / 8;
        }
        if (type instanceof DataType.IpType ip) {
            return ip.width();
        }
        return type instanceof DataType.UuidType ? 16 : 1;
    }
}
