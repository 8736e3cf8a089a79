package dev.dpone.clickhouse;

import dev.dpone.column.DataType.DateTimeType;
import dev.dpone.column.DataType.DateType;
import dev.dpone.column.SourceColumn;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.Window;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * The condition that keeps the rows of a half-open window. Bounds become literals of the column's own type, rounded up to
 * its resolution: a value is at or after a bound exactly when it is at or after the rounded one. A bound outside the
 * type's range is dropped or makes the condition false, since ClickHouse wraps or saturates literals out of range.
 */
final class WindowPredicate {
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");
    private static final long DAY = 86_400;
    private static final long FIRST_DATE32 = LocalDate.of(1900, 1, 1).toEpochDay();
    private static final long LAST_DATE32 = LocalDate.of(2299, 12, 31).toEpochDay();
    private static final Instant FIRST_WIDE = Instant.parse("1900-01-01T00:00:00Z");
    private static final Instant LAST_WIDE = Instant.parse("2262-01-01T00:00:00Z");
    private static final String NEVER = "0";

    private WindowPredicate() {}

    static String of(Window window, SourceColumn column) {
        String name = Sql.identifier(column.name());
        if (column.type() instanceof DateTimeType instant && instant.wide()) {
            return name + " >= " + wideLiteral(window.from(), instant.scale()) + " AND " + name + " < "
                    + wideLiteral(window.to(), instant.scale());
        } else if (column.type() instanceof DateTimeType) {
            return condition(name, secondsOf(window.from()), secondsOf(window.to()), new Unit(0, 0xFFFFFFFFL, false));
        } else if (column.type() instanceof DateType date) {
            Unit unit = date.wide() ? new Unit(FIRST_DATE32, LAST_DATE32, true) : new Unit(0, 0xFFFF, true);
            return condition(name, daysOf(window.from()), daysOf(window.to()), unit);
        }
        throw new DponeException(
                ErrorCode.USAGE_INVALID,
                "The window column " + name + " must be a Date, Date32, DateTime or DateTime64, but is "
                        + Sql.shortened(column.spelling()),
                "Name a date or time column in sink.strategy.window.column.");
    }

    private static String wideLiteral(Instant bound, int scale) {
        long unit = 1;
        for (int digit = scale; digit < 9; digit++) {
            unit *= 10;
        }
        long nanos = (bound.getNano() + unit - 1) / unit * unit;
        Instant rounded = Instant.ofEpochSecond(bound.getEpochSecond(), nanos);
        if (rounded.isBefore(FIRST_WIDE) || rounded.isAfter(LAST_WIDE)) {
            throw new DponeException(
                    ErrorCode.USAGE_INVALID,
                    "A window's bounds must lie between 1900-01-01 and 2262-01-01, but one is " + bound,
                    "Give a window that ClickHouse can compare a DateTime64 with.");
        }
        String fraction = scale == 0
                ? ""
                : "." + Integer.toString(1_000_000_000 + rounded.getNano()).substring(1, 1 + scale);
        return "toDateTime64('" + seconds(rounded.getEpochSecond()) + fraction + "', " + scale + ", 'UTC')";
    }

    private static String seconds(long epochSecond) {
        return SECONDS.format(LocalDateTime.ofEpochSecond(epochSecond, 0, ZoneOffset.UTC));
    }

    private static long secondsOf(Instant bound) {
        return bound.getEpochSecond() + (bound.getNano() > 0 ? 1 : 0);
    }

    private static long daysOf(Instant bound) {
        return -Math.floorDiv(-secondsOf(bound), DAY);
    }

    private static String condition(String name, long from, long to, Unit unit) {
        if (from > unit.last || to <= unit.first) {
            return NEVER;
        }
        String lower = from <= unit.first ? "" : name + " >= " + unit.literal(from);
        String upper = to > unit.last ? "" : name + " < " + unit.literal(to);
        if (lower.isEmpty() && upper.isEmpty()) {
            return name + " IS NOT NULL";
        }
        return lower + (lower.isEmpty() || upper.isEmpty() ? "" : " AND ") + upper;
    }

    /** A type that counts whole days or seconds from the epoch, {@code first} to {@code last}. */
    private record Unit(long first, long last, boolean date) {
        String literal(long value) {
            if (!date) {
                return "toDateTime('" + seconds(value) + "', 'UTC')";
            }
            return (first < 0 ? "toDate32('" : "toDate('") + LocalDate.ofEpochDay(value) + "')";
        }
    }
}
