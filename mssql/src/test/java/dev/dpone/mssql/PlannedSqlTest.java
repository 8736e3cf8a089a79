package dev.dpone.mssql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.error.DponeException;
import dev.dpone.spi.PlannedStatement;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.TableRef;
import dev.dpone.spi.TargetPlan;
import dev.dpone.spi.TechnicalColumns;
import dev.dpone.spi.Window;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The statements of a plan, which are those of a run, as golden files: no SQL Server has been asked about them here. */
class PlannedSqlTest {
    private static TargetPlan plan(Strategy strategy) {
        Cells rows = new Cells()
                .with(Cells.named("id", Cells.integer(64, true)), 1)
                .with(Cells.named("the [note]", Cells.nullable(Cells.string())), "x")
                .as(Cells.named("code", Cells.string()), "varchar(max) collate " + TypeMapping.UTF8_COLLATION, "x")
                .with(Cells.named("key", Cells.uuid()), new java.util.UUID(1, 2))
                .with(Cells.named("at", Cells.dateTime64(7)), 0);
        TechnicalColumns technical =
                strategy instanceof Strategy.Append ? TechnicalColumns.OFF : TechnicalColumns.MINIMAL;
        return new TargetPlan(new TableRef("dbo", "events"), "dpone_stage", rows.mappings(), technical, strategy);
    }

    private static Strategy strategy(String mode) {
        return switch (mode) {
            case "full_refresh" -> new Strategy.FullRefresh();
            case "append" -> new Strategy.Append();
            case "merge" -> new Strategy.Merge(List.of("id", "the [note]"));
            default ->
                new Strategy.PartitionReplace(
                        new Window("at", Instant.parse("2026-01-01T00:00:00Z"), Instant.parse("2026-01-02T00:00:00Z")));
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"full_refresh", "partition_replace", "append", "merge"})
    void printsWhatARunSends(String mode) throws IOException {
        String printed = new MssqlConnector()
                .statements(plan(strategy(mode))).stream()
                        .map(statement -> "-- " + statement.purpose() + "\n" + statement.sql() + "\n")
                        .collect(Collectors.joining("\n"));
        assertThat(printed).isEqualTo(golden("planned-" + mode + ".sql"));
    }

    private static String golden(String name) throws IOException {
        try (InputStream file = PlannedSqlTest.class.getResourceAsStream(name)) {
            return file == null ? "" : new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void refusesWhatNoServerWouldTake() {
        TargetPlan own = new TargetPlan(
                new TableRef("dpone", "events"),
                "dpone_stage",
                new Cells().with(Cells.integer(64, true), 1).mappings(),
                TechnicalColumns.OFF,
                new Strategy.Append());
        assertThatThrownBy(() -> new MssqlConnector().statements(own))
                .isInstanceOf(DponeException.class)
                .hasMessage("Schema dpone holds dpone's own tables and takes no deliveries");
        assertThat(new MssqlConnector().statements(plan(new Strategy.Append())))
                .extracting(PlannedStatement::purpose)
                .last()
                .isEqualTo("Publish, commit");
    }
}
