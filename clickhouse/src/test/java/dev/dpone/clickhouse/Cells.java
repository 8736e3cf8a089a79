package dev.dpone.clickhouse;

import dev.dpone.column.Block;
import dev.dpone.column.BytesColumn;
import dev.dpone.column.Column;
import dev.dpone.column.DataType;
import dev.dpone.column.FixedColumn;
import dev.dpone.column.IpText;
import dev.dpone.column.SourceColumn;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/** Values of blocks as text, decoded in the plainest way. Bytes that are no text come as hex after {@code x:}. */
final class Cells {
    private Cells() {}

    static List<List<String>> rows(Block block, List<SourceColumn> columns) {
        List<List<String>> rows = new ArrayList<>();
        for (int row = 0; row < block.rows(); row++) {
            List<String> values = new ArrayList<>();
            for (int i = 0; i < columns.size(); i++) {
                values.add(text(block.columns().get(i), columns.get(i).type(), row));
            }
            rows.add(values);
        }
        return rows;
    }

    static String text(Column column, DataType type, int row) {
        if (column.isNull(row)) {
            return "NULL";
        }
        if (column instanceof BytesColumn bytes) {
            int from = bytes.start(row);
            return text(Arrays.copyOfRange(bytes.data(), from, from + bytes.length(row)));
        }
        FixedColumn fixed = (FixedColumn) column;
        int from = fixed.at(row);
        byte[] value = Arrays.copyOfRange(fixed.data(), from, from + fixed.width());
        if (type instanceof DataType.FixedStringType) {
            return "x:" + HexFormat.of().formatHex(value);
        } else if (type instanceof DataType.UuidType) {
            return new UUID(fixed.halfAt(row, 0), fixed.halfAt(row, 1)).toString();
        } else if (type instanceof DataType.IpType ip) {
            byte[] address = new byte[IpText.MOST_V6];
            int length = IpText.put(fixed, row, ip.v6(), address, 0);
            return new String(address, 0, length, StandardCharsets.US_ASCII);
        }
        return number(type, value);
    }

    private static String text(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(java.nio.ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return "x:" + HexFormat.of().formatHex(bytes);
        }
    }

    private static String number(DataType type, byte[] littleEndian) {
        byte[] bigEndian = new byte[littleEndian.length];
        for (int i = 0; i < bigEndian.length; i++) {
            bigEndian[i] = littleEndian[littleEndian.length - 1 - i];
        }
        BigInteger signed = new BigInteger(bigEndian);
        BigInteger unsigned = new BigInteger(1, bigEndian);
        if (type instanceof DataType.IntegerType integer) {
            return (integer.signed() ? signed : unsigned).toString();
        } else if (type instanceof DataType.FloatType floating) {
            return floating.bits() == 32
                    ? Float.toString(Float.intBitsToFloat(signed.intValue()))
                    : Double.toString(Double.longBitsToDouble(signed.longValue()));
        } else if (type instanceof DataType.DecimalType decimal) {
            return new BigDecimal(signed, decimal.scale()).toPlainString();
        } else if (type instanceof DataType.DateType date) {
            return LocalDate.ofEpochDay((date.wide() ? signed : unsigned).longValue())
                    .toString();
        } else if (type instanceof DataType.DateTimeType instant) {
            return instant((instant.wide() ? signed : unsigned).longValue(), instant.scale());
        } else if (type instanceof DataType.EnumType names) {
            return Objects.requireNonNull(names.names().get(signed.intValue()));
        }
        return signed.toString();
    }

    private static String instant(long ticks, int scale) {
        long unit = BigInteger.TEN.pow(scale).longValue();
        long nanos = Math.floorMod(ticks, unit) * BigInteger.TEN.pow(9 - scale).longValue();
        return Instant.ofEpochSecond(Math.floorDiv(ticks, unit), nanos).toString();
    }
}
