package dev.dpone.mssql;

import dev.dpone.column.DataType;
import dev.dpone.column.RowBuffer;
import dev.dpone.digest.CanonicalBytes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.UUID;

/**
 * Appends one column of a result's current row as canonical bytes, NULL included. The source's type picks the form; a value
 * that no delivery writes gets bytes that no delivered value has.
 */
@FunctionalInterface
interface ResultReader {
    BigInteger MAX_UNSIGNED = BigInteger.ONE.shiftLeft(64);

    void read(ResultSet row, int column, RowBuffer out) throws SQLException;

    static ResultReader of(DataType source, WireColumn column, boolean stage) {
        boolean text = stage && column.converted();
        return switch (column.type().kind()) {
            case TINYINT, SMALLINT, INT, BIGINT -> ResultReader::integer;
            case DECIMAL -> decimal(source);
            case REAL, FLOAT -> ResultReader::number;
            case BIT -> ResultReader::bit;
            case VARCHAR, CHAR, NVARCHAR, NCHAR -> text();
            case VARBINARY, BINARY -> ResultReader::bytes;
            case UNIQUEIDENTIFIER -> ResultReader::uuid;
            case DATE -> text ? ResultReader::dateText : ResultReader::date;
            case DATETIME2 -> text ? ResultReader::instantText : instant();
        };
    }

    static ResultReader text() {
        return (row, column, out) -> {
            String text = row.getString(column);
            if (text == null) {
                CanonicalBytes.putNull(out);
            } else {
                Utf8Text.put(text, out);
            }
        };
    }

    /** datetime2 in UTC as 100 ns units since 1970. */
    static ResultReader instant() {
        return (row, column, out) -> putInstant(row.getObject(column, LocalDateTime.class), out);
    }

    private static void integer(ResultSet row, int column, RowBuffer out) throws SQLException {
        long value = row.getLong(column);
        if (row.wasNull()) {
            CanonicalBytes.putNull(out);
        } else {
            CanonicalBytes.putInteger(out, value);
        }
    }

    private static void number(ResultSet row, int column, RowBuffer out) throws SQLException {
        double value = row.getDouble(column);
        if (row.wasNull()) {
            CanonicalBytes.putNull(out);
        } else {
            CanonicalBytes.putDouble(out, value);
        }
    }

    private static void bit(ResultSet row, int column, RowBuffer out) throws SQLException {
        boolean value = row.getBoolean(column);
        if (row.wasNull()) {
            CanonicalBytes.putNull(out);
        } else {
            CanonicalBytes.putInteger(out, value ? 1 : 0);
        }
    }

    private static void bytes(ResultSet row, int column, RowBuffer out) throws SQLException {
        byte[] value = row.getBytes(column);
        if (value == null) {
            CanonicalBytes.putNull(out);
        } else {
            CanonicalBytes.putBytes(out, value, 0, value.length);
        }
    }

    private static void uuid(ResultSet row, int column, RowBuffer out) throws SQLException {
        String text = row.getString(column);
        if (text == null) {
            CanonicalBytes.putNull(out);
            return;
        }
        try {
            UUID value = UUID.fromString(text);
            CanonicalBytes.putUuid(out, value.getMostSignificantBits(), value.getLeastSignificantBits());
        } catch (IllegalArgumentException e) {
            Utf8Text.put(text, out);
        }
    }

    private static void date(ResultSet row, int column, RowBuffer out) throws SQLException {
        LocalDate day = row.getObject(column, LocalDate.class);
        if (day == null) {
            CanonicalBytes.putNull(out);
        } else {
            CanonicalBytes.putInteger(out, day.toEpochDay());
        }
    }

    private static void dateText(ResultSet row, int column, RowBuffer out) throws SQLException {
        String text = row.getString(column);
        if (text == null) {
            CanonicalBytes.putNull(out);
            return;
        }
        try {
            CanonicalBytes.putInteger(out, LocalDate.parse(text).toEpochDay());
        } catch (java.time.format.DateTimeParseException e) {
            Utf8Text.put(text, out);
        }
    }

    private static void instantText(ResultSet row, int column, RowBuffer out) throws SQLException {
        String text = row.getString(column);
        if (text == null) {
            CanonicalBytes.putNull(out);
            return;
        }
        try {
            putInstant(LocalDateTime.parse(text.replace(' ', 'T')), out);
        } catch (java.time.format.DateTimeParseException e) {
            Utf8Text.put(text, out);
        }
    }

    private static void putInstant(@org.jspecify.annotations.Nullable LocalDateTime time, RowBuffer out) {
        if (time == null) {
            CanonicalBytes.putNull(out);
        } else {
            CanonicalBytes.putInteger(
                    out, time.toEpochSecond(ZoneOffset.UTC) * 10_000_000L + time.get(ChronoField.NANO_OF_SECOND) / 100);
        }
    }

    private static ResultReader decimal(DataType source) {
        int scale = source instanceof DataType.DecimalType type ? type.scale() : 0;
        return (row, column, out) -> {
            BigDecimal value = row.getBigDecimal(column);
            if (value == null) {
                CanonicalBytes.putNull(out);
                return;
            }
            try {
                putUnscaled(source, value.setScale(scale).unscaledValue(), scale, out);
            } catch (ArithmeticException e) {
                Utf8Text.put(value.toPlainString(), out);
            }
        };
    }

    private static void putUnscaled(DataType source, BigInteger value, int scale, RowBuffer out) {
        boolean wide = source instanceof DataType.IntegerType integer && integer.isWide();
        if (source instanceof DataType.DecimalType || wide) {
            CanonicalBytes.putDecimal(out, value.shiftRight(64).longValue(), value.longValue(), scale);
        } else if (source instanceof DataType.IntegerType type && !type.signed() && type.bits() == 64) {
            if (value.signum() < 0 || value.compareTo(MAX_UNSIGNED) >= 0) {
                throw new ArithmeticException("not an unsigned 64-bit integer");
            }
            CanonicalBytes.putUnsigned(out, value.longValue());
        } else {
            CanonicalBytes.putInteger(out, value.longValueExact());
        }
    }
}
