package dev.dpone.mssql;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.error.DponeException;
import dev.dpone.mssql.TargetTable.ForeignKey;
import dev.dpone.mssql.TargetTable.TargetColumn;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.TableRef;
import dev.dpone.spi.TargetPlan;
import dev.dpone.spi.TechnicalColumns;
import dev.dpone.spi.Window;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What no test engine has: decided from catalog rows written down here. */
class TargetCheckTest {
    private static final Capabilities SERVER =
            new Capabilities("SQL Server", "16.0", "Developer", false, true, true, true, true);
    private static final Capabilities CASE_SENSITIVE =
            new Capabilities("SQL Server", "16.0", "Developer", false, true, true, true, false);

    private static final Cells ROWS = new Cells()
            .with(Cells.named("id", Cells.integer(64, true)), 1)
            .as(Cells.named("note", Cells.string()), "varchar(20) collate " + TypeMapping.UTF8_COLLATION, "x");

    private static TargetTable table(Optional<String> problem, List<String> obstacles, TargetColumn... columns) {
        return new TargetTable(7, problem, false, obstacles, List.of(), List.of(), List.of(columns));
    }

    private static TargetColumn column(String name, String type, String collation) {
        return new TargetColumn(
                name, type, true, Optional.of(collation).filter(text -> !text.isEmpty()), Optional.empty());
    }

    private static final TargetColumn ID = column("id", "bigint", "");
    private static final TargetColumn NOTE = column("note", "varchar(20)", TypeMapping.UTF8_COLLATION);

    private static TargetCheck check(Strategy strategy, Capabilities capabilities) {
        return new TargetCheck(
                new TargetPlan(new TableRef("dbo", "events"), "stage", ROWS.mappings(), TechnicalColumns.OFF, strategy),
                capabilities);
    }

    private static void refused(TargetTable table, String message) {
        assertThatThrownBy(() -> check(new Strategy.Append(), SERVER).check(table))
                .isInstanceOf(DponeException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "it is a memory-optimized table",
                "it is a system-versioned temporal table",
                "it is the history of a temporal table",
                "it is an external table"
            })
    void refusesSpecialTablesByName(String problem) {
        refused(table(Optional.of(problem), List.of(), ID, NOTE), "Cannot deliver into dbo.events: " + problem);
    }

    @Test
    void refusesPoliciesAndIndexesThatDropRows() {
        refused(
                table(Optional.empty(), List.of("index ux with IGNORE_DUP_KEY", "security policy p"), ID, NOTE),
                "Cannot deliver into dbo.events: it has index ux with IGNORE_DUP_KEY, security policy p, which could change"
                        + " what is written");
    }

    @Test
    void wantsAnAuthoredCollationExactly() {
        refused(
                table(Optional.empty(), List.of(), ID, column("note", "varchar(20)", "Latin1_General_CI_AS")),
                "Table dbo.events differs from the plan: column note must have collation " + TypeMapping.UTF8_COLLATION
                        + ", but has Latin1_General_CI_AS");
    }

    @Test
    void comparesNamesAsTheDatabaseDoes() {
        TargetTable upper = table(Optional.empty(), List.of(), column("ID", "bigint", ""), NOTE);
        assertThatCode(() -> check(new Strategy.Append(), SERVER).check(upper)).doesNotThrowAnyException();
        assertThatThrownBy(() -> check(new Strategy.Append(), CASE_SENSITIVE).check(upper))
                .isInstanceOf(DponeException.class)
                .hasMessage("Table dbo.events differs from the plan: column id (bigint) is missing; column ID is not"
                        + " delivered");
    }

    @Test
    void refusesCascadesUnlessRowsAreOnlyAdded() {
        TargetTable referred = new TargetTable(
                7,
                Optional.empty(),
                false,
                List.of(),
                List.of(new ForeignKey("fk", "dbo.events", true, true)),
                List.of(),
                List.of(ID, NOTE));
        assertThatCode(() -> check(new Strategy.Append(), SERVER).check(referred))
                .doesNotThrowAnyException();
        for (Strategy strategy : List.of(
                new Strategy.FullRefresh(),
                new Strategy.PartitionReplace(new Window("id", Instant.EPOCH, Instant.EPOCH.plusSeconds(1))))) {
            assertThatThrownBy(() -> check(strategy, SERVER).check(referred))
                    .isInstanceOf(DponeException.class)
                    .hasMessage(
                            "Cannot deliver into dbo.events: deleting its rows would change table dbo.events through"
                                    + " foreign key fk");
        }
    }
}
