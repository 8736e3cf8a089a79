package dev.dpone.mssql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.column.SourceColumn;
import dev.dpone.error.DponeException;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.TableRef;
import dev.dpone.spi.TargetPlan;
import dev.dpone.spi.TechnicalColumns;
import dev.dpone.spi.Window;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class WindowSqlTest {
    private static WindowSql window(SourceColumn column, String name, String from, String to) {
        Window window = new Window(name, Instant.parse(from), Instant.parse(to));
        TargetPlan plan = new TargetPlan(
                new TableRef("dbo", "events"),
                "stage",
                new Cells().with(column, 1).mappings(),
                TechnicalColumns.OFF,
                new Strategy.PartitionReplace(window));
        return WindowSql.of(plan, window);
    }

    @Test
    void readsAWindowOnDaysAsMidnightsInUtc() {
        SourceColumn day = Cells.named("day", Cells.date());
        assertThat(window(day, "day", "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z")
                        .predicate())
                .isEqualTo("[day] >= CAST('2026-01-01' AS date) AND [day] < CAST('2026-01-02' AS date)");
        assertThat(window(day, "day", "2026-01-01T00:00:00.000000001Z", "2026-01-02T23:00:00Z")
                        .predicate())
                .isEqualTo("[day] >= CAST('2026-01-02' AS date) AND [day] < CAST('2026-01-03' AS date)");
    }

    @Test
    void roundsAWindowsEndsUpToWhatTheTypeHolds() {
        SourceColumn at = Cells.named("at", Cells.dateTime64(7));
        WindowSql window = window(at, "at", "1969-12-31T23:59:59.999999901Z", "1970-01-01T00:00:00.0000001Z");
        assertThat(window.predicate())
                .isEqualTo("[at] >= CAST('1970-01-01 00:00:00.0000000' AS datetime2(7)) AND [at] <"
                        + " CAST('1970-01-01 00:00:00.0000001' AS datetime2(7))");
        assertThat(window.outside())
                .isEqualTo("[at] IS NULL OR [at] < CAST('1970-01-01 00:00:00.0000000' AS datetime2(7)) OR [at] >="
                        + " CAST('1970-01-01 00:00:00.0000001' AS datetime2(7))");
    }

    @Test
    void refusesAWindowOnAnythingElse() {
        SourceColumn id = Cells.named("id", Cells.integer(64, true));
        assertThatThrownBy(() -> window(id, "id", "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"))
                .isInstanceOf(DponeException.class)
                .hasMessage("The window's column id must be a date or an instant, but is Int64");
        assertThatThrownBy(() -> window(id, "at", "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"))
                .isInstanceOf(DponeException.class)
                .hasMessage("The window's column at is not among the delivered columns");
    }
}
