package dev.dpone.postgres;

import dev.dpone.column.DataType;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.TargetPlan;
import dev.dpone.spi.Window;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/**
 * A window as a condition on its column's type. A day counts as its midnight in UTC.
 *
 * @param predicate NULL for a row whose column is NULL
 * @param description for messages
 */
record WindowSql(String predicate, String description) {

    static WindowSql of(TargetPlan plan, Window window) {
        ColumnMapping column = plan.columns().stream()
                .filter(candidate -> candidate.name().equals(window.column()))
                .findFirst()
                .orElseThrow(() -> new DponeException(
                        ErrorCode.TARGET_TYPE_INVALID,
                        "The window's column " + window.column() + " is not among the delivered columns",
                        "Add it to source.options.columns, or name another in strategy.window.column."));
        DataType type = column.source().type();
        String name = Identifier.quoted(column.name());
        String description = "[" + window.from() + ", " + window.to() + ") of column " + column.name();
        if (type instanceof DataType.DateType) {
            return new WindowSql(
                    between(name, "DATE '" + day(window.from()) + "'", "DATE '" + day(window.to()) + "'"), description);
        }
        if (type instanceof DataType.DateTimeType) {
            return new WindowSql(
                    between(
                            name,
                            "TIMESTAMPTZ '" + micros(window.from()) + "'",
                            "TIMESTAMPTZ '" + micros(window.to()) + "'"),
                    description);
        }
        throw new DponeException(
                ErrorCode.TARGET_TYPE_INVALID,
                "The window's column " + column.name() + " must be a date or an instant, but is "
                        + column.source().spelling(),
                "Name a Date, Date32, DateTime or DateTime64 column in strategy.window.column.");
    }

    private static String between(String name, String from, String to) {
        return name + " >= " + from + " AND " + name + " < " + to;
    }

    /** The first day whose midnight is not before the instant. */
    private static LocalDate day(Instant instant) {
        LocalDate day = instant.atOffset(ZoneOffset.UTC).toLocalDate();
        return day.atStartOfDay().toInstant(ZoneOffset.UTC).isBefore(instant) ? day.plusDays(1) : day;
    }

    /** The first microsecond that is not before the instant: the server would round. */
    private static Instant micros(Instant instant) {
        Instant floor = instant.truncatedTo(ChronoUnit.MICROS);
        return floor.isBefore(instant) ? floor.plus(1, ChronoUnit.MICROS) : floor;
    }
}
