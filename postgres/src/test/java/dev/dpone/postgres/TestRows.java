package dev.dpone.postgres;

import dev.dpone.column.Block;
import dev.dpone.column.BytesColumn;
import dev.dpone.column.Column;
import dev.dpone.column.DataType;
import dev.dpone.column.FixedColumn;
import dev.dpone.column.RowBuffer;
import dev.dpone.column.SourceColumn;
import dev.dpone.digest.CanonicalRowWriter;
import dev.dpone.digest.RowDigester;
import dev.dpone.digest.RowSum;
import dev.dpone.digest.Sha256;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.RowFormat;
import dev.dpone.spi.SealedFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Rows written down in Java and turned into blocks as ClickHouse sends them. */
final class TestRows {
    private final List<ColumnMapping> mappings = new ArrayList<>();
    private final List<List<@Nullable Object>> values = new ArrayList<>();

    static SourceColumn source(String name, String spelling, DataType type) {
        return new SourceColumn(name, spelling, type, spelling.startsWith("Nullable("));
    }

    /** Adds a column with a value per row. */
    TestRows with(SourceColumn column, @Nullable Object... rows) {
        return withAuthored(column, null, rows);
    }

    TestRows withAuthored(SourceColumn column, @Nullable String authored, @Nullable Object... rows) {
        mappings.add(TypeMapping.map(column, Optional.ofNullable(authored)));
        values.add(Arrays.asList(rows));
        return this;
    }

    List<ColumnMapping> mappings() {
        return List.copyOf(mappings);
    }

    Block block() {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < mappings.size(); i++) {
            columns.add(column(mappings.get(i).source().type(), values.get(i)));
        }
        return new Block(columns, values.get(0).size());
    }

    RowSum sum() {
        Block block = block();
        CanonicalRowWriter writer = new CanonicalRowWriter(
                mappings.stream().map(ColumnMapping::source).toList());
        RowDigester digester = new RowDigester();
        RowBuffer row = new RowBuffer(64);
        for (int r = 0; r < block.rows(); r++) {
            row.clear();
            writer.write(block, r, row);
            digester.add(row);
        }
        return digester.sum();
    }

    /** The rows as a sealed file. */
    SealedFile seal(Path folder, int ordinal) throws IOException {
        RowFormat format = new PostgresConnector().format(mappings);
        Block block = block();
        RowBuffer rows = new RowBuffer(64);
        for (int r = 0; r < block.rows(); r++) {
            format.write(block, r, rows);
        }
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.write(format.header());
        file.write(rows.bytes(), 0, rows.length());
        file.write(format.trailer());
        Path path = Files.write(folder.resolve("frame-" + ordinal + ".pgcopy"), file.toByteArray());
        return new SealedFile(
                ordinal, path, block.rows(), rows.length(), file.size(), Sha256.hexOf(file.toByteArray()), sum());
    }

    static Column column(DataType type, List<@Nullable Object> rows) {
        byte[] nulls = new byte[rows.size()];
        for (int r = 0; r < rows.size(); r++) {
            nulls[r] = (byte) (rows.get(r) == null ? 1 : 0);
        }
        if (type instanceof DataType.StringType) {
            return text(rows, nulls);
        }
        ByteBuffer data = ByteBuffer.allocate(rows.size() * width(type)).order(ByteOrder.LITTLE_ENDIAN);
        for (Object value : rows) {
            if (value == null) {
                data.position(data.position() + width(type));
            } else {
                put(data, type, value);
            }
        }
        return new FixedColumn(data.array(), width(type), rows.size(), nulls);
    }

    private static BytesColumn text(List<@Nullable Object> rows, byte[] nulls) {
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        int[] starts = new int[rows.size()];
        int[] lengths = new int[rows.size()];
        for (int r = 0; r < rows.size(); r++) {
            Object value = rows.get(r);
            byte[] bytes = value == null
                    ? new byte[0]
                    : value instanceof byte[] raw ? raw : value.toString().getBytes(StandardCharsets.UTF_8);
            starts[r] = data.size();
            lengths[r] = bytes.length;
            data.writeBytes(bytes);
        }
        return new BytesColumn(data.toByteArray(), starts, lengths, rows.size(), nulls);
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
        } else if (type instanceof DataType.IpType ip) {
            return ip.width();
        }
        return type instanceof DataType.BoolType ? 1 : 16;
    }

    private static void put(ByteBuffer data, DataType type, Object value) {
        if (value instanceof UUID uuid) {
            data.putLong(uuid.getMostSignificantBits()).putLong(uuid.getLeastSignificantBits());
        } else if (value instanceof byte[] bytes) {
            data.put(bytes);
        } else if (value instanceof Float number) {
            data.putFloat(number);
        } else if (value instanceof Double number) {
            data.putDouble(number);
        } else {
            putInteger(data, integer(type, value), width(type));
        }
    }

    private static void putInteger(ByteBuffer data, BigInteger value, int width) {
        byte[] big = value.toByteArray();
        for (int i = 0; i < width; i++) {
            data.put(i < big.length ? big[big.length - 1 - i] : (byte) (value.signum() < 0 ? -1 : 0));
        }
    }

    private static BigInteger integer(DataType type, Object value) {
        if (value instanceof BigDecimal decimal) {
            return decimal.unscaledValue();
        } else if (value instanceof Boolean bool) {
            return bool ? BigInteger.ONE : BigInteger.ZERO;
        } else if (value instanceof LocalDate day) {
            return BigInteger.valueOf(day.toEpochDay());
        } else if (value instanceof Instant instant) {
            int scale = ((DataType.DateTimeType) type).scale();
            return BigInteger.valueOf(instant.getEpochSecond())
                    .multiply(BigInteger.TEN.pow(9))
                    .add(BigInteger.valueOf(instant.getNano()))
                    .divide(BigInteger.TEN.pow(9 - scale));
        }
        return new BigInteger(value.toString());
    }
}
