package dev.dpone.mssql;

import dev.dpone.column.DataType;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.TargetPlan;
import dev.dpone.spi.Window;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;

/**
 * A window as a condition on its column's type. A day counts as its midnight in UTC.
 *
 * @param predicate unknown for a row whose column is NULL
 * @param outside true for every row that the predicate is not true for
 * @param description for messages
 */
record WindowSql(String predicate, String outside, String description) {
    private static final int UNIT_NANOS = 100;

    static WindowSql of(TargetPlan plan, Window window) {
        ColumnMapping column = plan.columns().stream()
                .filter(candidate -> candidate.name().equals(window.column()))
                .findFirst()
                .orElseThrow(() -> new DponeException(
                        ErrorCode.TARGET_TYPE_INVALID,
                        "The window's column " + window.column() + " is not among the delivered columns",
                        "Add it to source.options.columns, or name another in strategy.window.column."));
        DataType type = column.source().type();
        if (type instanceof DataType.DateType) {
            return between(column, window, date(window.from()), date(window.to()));
        }
        if (type instanceof DataType.DateTimeType) {
            return between(column, window, dateTime(window.from()), dateTime(window.to()));
        }
        throw new DponeException(
                ErrorCode.TARGET_TYPE_INVALID,
                "The window's column " + column.name() + " must be a date or an instant, but is "
                        + column.source().spelling(),
                "Name a Date, Date32, DateTime or DateTime64 column in strategy.window.column.");
    }

    private static WindowSql between(ColumnMapping column, Window window, String from, String to) {
        String name = Identifier.quoted(column.name());
        return new WindowSql(
                name + " >= " + from + " AND " + name + " < " + to,
                name + " IS NULL OR " + name + " < " + from + " OR " + name + " >= " + to,
                "[" + window.from() + ", " + window.to() + ") of column " + column.name());
    }

    private static String date(Instant instant) {
        return "CAST('" + IsoText.of(day(instant)) + "' AS date)";
    }

    /** The first day whose midnight is not before the instant. */
    private static LocalDate day(Instant instant) {
        LocalDate day = instant.atOffset(ZoneOffset.UTC).toLocalDate();
        return day.atStartOfDay().toInstant(ZoneOffset.UTC).isBefore(instant) ? day.plusDays(1) : day;
    }

    private static String dateTime(Instant instant) {
        LocalDateTime time = LocalDateTime.ofInstant(units(instant), ZoneOffset.UTC);
        return "CAST('" + IsoText.of(time, MssqlType.FINEST_SCALE) + "' AS datetime2(7))";
    }

    /** The first 100 ns that are not before the instant: the server would round. */
    private static Instant units(Instant instant) {
        int over = instant.get(ChronoField.NANO_OF_SECOND) % UNIT_NANOS;
        return over == 0 ? instant : instant.plusNanos(UNIT_NANOS - over);
    }
}
