package dev.dpone.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.digest.RowSum;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.Prepared;
import dev.dpone.spi.StageAttempt;
import dev.dpone.spi.StageObservation;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.TableRef;
import dev.dpone.spi.TechnicalColumns;
import dev.dpone.spi.Window;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class PreparationTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Scenario scenario;

    @BeforeEach
    void open() {
        scenario = new Scenario(folder);
    }

    @AfterEach
    void close() {
        scenario.close();
    }

    @Test
    void takesAllStagesWithTechnicalColumnsAndBothDigests() throws IOException {
        TestRows first = Scenario.events(0, 10);
        TestRows second = Scenario.events(10, 15);
        Scenario.Ready ready = scenario.prepare("run-1", first, second);
        Prepared prepared = ready.prepared();
        assertThat(prepared.rows()).isEqualTo(15);
        assertThat(prepared.business()).isEqualTo(first.sum().plus(second.sum()));
        assertThat(prepared.full()).isNotEqualTo(prepared.business());
        assertThat(prepared.method()).isEqualTo("readback");
        assertThat(scenario.database.texts("SELECT DISTINCT __dpone__load_id || ' ' || __dpone__loaded_at FROM "
                        + scenario.stage("\"run-1_p\"")))
                .hasSize(1)
                .first()
                .asString()
                .startsWith("run-1 ");
        assertThat(scenario.database.text("SELECT count(*) FROM " + scenario.stage("\"run-1_p\"")
                        + " WHERE __dpone__loaded_at = '" + prepared.loadedAt() + "'"))
                .isEqualTo("15");
        assertThat(Duration.between(prepared.loadedAt(), Instant.now()).abs()).isLessThan(Duration.ofMinutes(10));
    }

    @Test
    @Timeout(60)
    void readsThePreparedTableOnceForBothDigests() throws IOException {
        Prepared prepared = scenario.prepare("run", Scenario.events(0, 5)).prepared();
        assertThat(prepared.full()).isNotEqualTo(prepared.business());
        String scans = "SELECT pg_stat_get_numscans(" + prepared.objectId() + ")";

        // The server counts with a delay; once it tells of these, it tells of all that were before.
        scenario.database.run("DO $$ BEGIN FOR i IN 1..10 LOOP PERFORM count(*) FROM " + scenario.stage("run_p")
                + "; END LOOP; END $$");
        long counted = Long.parseLong(scenario.database.text(scans));
        while (counted < 10) {
            Thread.onSpinWait();
            counted = Long.parseLong(scenario.database.text(scans));
        }

        assertThat(counted - 10).isEqualTo(1);
    }

    @Test
    void digestsTechnicalColumnsAsTextAndInstant() throws IOException {
        TestRows rows = new TestRows().with(Types.int64("id"), 1);
        Prepared prepared = scenario.prepare("run", rows).prepared();
        TestRows full = new TestRows()
                .with(Types.int64("id"), 1)
                .with(Types.string("load id"), "run")
                .with(Types.dateTime64("loaded at", 6), prepared.loadedAt());
        assertThat(prepared.full()).isEqualTo(full.sum());
    }

    @Test
    void hasOneDigestWithoutTechnicalColumns() throws IOException {
        scenario.technical = TechnicalColumns.OFF;
        Prepared prepared = scenario.prepare("run", Scenario.events(0, 3)).prepared();
        assertThat(prepared.full())
                .isEqualTo(prepared.business())
                .isEqualTo(Scenario.events(0, 3).sum());
    }

    @Test
    void preparesAnEmptyTableFromNoStages() throws IOException {
        TestRows rows = Scenario.events(0, 1);
        var delivery = scenario.target.deliver(scenario.plan(rows), scenario.open(rows, "run"));
        Prepared prepared = delivery.preparation().prepare(List.of(), "p");
        assertThat(prepared.rows()).isZero();
        assertThat(prepared.business()).isEqualTo(RowSum.EMPTY);
        assertThat(prepared.full()).isEqualTo(RowSum.EMPTY);
        assertThat(delivery.preparation().inspect(prepared).confirms(prepared.objectId(), 0, RowSum.EMPTY))
                .isTrue();
    }

    @Test
    void takesMoreStagesThanOneStatementReads() throws IOException {
        TestRows rows = Scenario.events(0, 3);
        var delivery = scenario.target.deliver(scenario.plan(rows), scenario.open(rows, "run"));
        ChunkReceipt receipt = scenario.stage(delivery.stages(), rows, 0);
        List<ChunkReceipt> receipts = new ArrayList<>();
        for (int i = 0; i < PostgresPreparation.STAGES_PER_STATEMENT + 2; i++) {
            receipts.add(receipt);
        }
        Prepared prepared = delivery.preparation().prepare(receipts, "p");
        assertThat(prepared.rows()).isEqualTo(3L * receipts.size());
        assertThat(prepared.business())
                .isEqualTo(receipts.stream().map(ChunkReceipt::sum).reduce(RowSum.EMPTY, RowSum::plus));
        assertThat(scenario.database.texts("SELECT DISTINCT xmin FROM " + scenario.stage("p")))
                .hasSize(1);
    }

    @Test
    void inspectsByTakingTheFullDigestAgain() throws IOException {
        Scenario.Ready ready = scenario.prepare("run", Scenario.events(0, 5));
        Prepared prepared = ready.prepared();
        assertThat(ready.delivery().preparation().inspect(prepared))
                .isEqualTo(new StageObservation(
                        prepared.objectId(), true, 5, Optional.empty(), Optional.of(prepared.full()), "readback"));
        scenario.database.run("UPDATE " + scenario.stage("run_p") + " SET __dpone__load_id = 'x' WHERE id = 2");
        StageObservation changed = ready.delivery().preparation().inspect(prepared);
        assertThat(changed.rows()).isEqualTo(5);
        assertThat(changed.confirms(prepared.objectId(), 5, prepared.full())).isFalse();
    }

    @Test
    void dropsOnlyWhatItMade() throws IOException {
        Scenario.Ready ready = scenario.prepare("run", Scenario.events(0, 5));
        ready.delivery().preparation().drop("run_p");
        ready.delivery().preparation().drop("run_p");
        assertThat(scenario.database.text("SELECT to_regclass('" + scenario.stage("run_p") + "')"))
                .isEqualTo("NULL");
        scenario.database.run("CREATE TABLE " + scenario.stage("run_p") + " (id int)");
        assertThatThrownBy(() -> ready.delivery().preparation().drop("run_p"))
                .isInstanceOfSatisfying(
                        DponeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STAGE_NOT_OWNED));
    }

    @Test
    void refusesRowsOutsideTheWindow() {
        Instant from = Instant.parse("2026-01-01T00:00:00Z");
        scenario.strategy = new Strategy.PartitionReplace(new Window("at", from, from.plus(Duration.ofHours(5))));
        assertThatThrownBy(() -> scenario.prepare("run", Scenario.events(0, 7)))
                .isInstanceOfSatisfying(DponeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.VERIFICATION_FAILED);
                    assertThat(e)
                            .hasMessage("2 of the delivered rows lie outside the window [2026-01-01T00:00:00Z,"
                                    + " 2026-01-01T05:00:00Z) of column at");
                });
        TestRows withNull = new TestRows()
                .with(Types.int64("id"), 1)
                .with(Types.nullable(Types.dateTime64("at", 3)), (Object) null);
        assertThatThrownBy(() -> scenario.prepare("run2", withNull))
                .isInstanceOf(DponeException.class)
                .hasMessageStartingWith("1 of the delivered rows lie outside the window");
    }

    @Test
    void failsWhenAStageIsGone() throws IOException {
        TestRows rows = Scenario.events(0, 3);
        var delivery = scenario.target.deliver(scenario.plan(rows), scenario.open(rows, "run"));
        ChunkReceipt receipt = scenario.stage(delivery.stages(), rows, 0);
        delivery.stages().settle(new StageAttempt(0, 0, "s0"));
        assertThatThrownBy(() -> delivery.preparation().prepare(List.of(receipt), "p"))
                .isInstanceOf(DponeException.class)
                .hasMessage(
                        "Cannot fill the prepared table: relation \"%s\" does not exist (SQLSTATE 42P01)",
                        scenario.stage("s0"));
        assertThat(scenario.database.text("SELECT to_regclass('" + scenario.stage("p") + "')"))
                .isEqualTo("NULL");
    }

    @Test
    void readsAWindowOnDaysAsMidnightsInUtc() {
        TestRows rows = new TestRows().with(Types.date("day"), LocalDate.EPOCH);
        assertThat(window(rows, "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"))
                .isEqualTo("\"day\" >= DATE '2026-01-01' AND \"day\" < DATE '2026-01-02'");
        assertThat(window(rows, "2026-01-01T00:00:00.000000001Z", "2026-01-02T23:00:00Z"))
                .isEqualTo("\"day\" >= DATE '2026-01-02' AND \"day\" < DATE '2026-01-03'");
    }

    @Test
    void roundsAWindowsEndsUpToMicroseconds() {
        TestRows rows = new TestRows().with(Types.dateTime64("at", 6), 0);
        assertThat(window(rows, "1969-12-31T23:59:59.999999001Z", "1970-01-01T00:00:00.000001Z"))
                .isEqualTo("\"at\" >= TIMESTAMPTZ '1970-01-01T00:00:00Z' AND \"at\" < TIMESTAMPTZ"
                        + " '1970-01-01T00:00:00.000001Z'");
    }

    private String window(TestRows rows, String from, String to) {
        Window window = new Window(rows.mappings().get(0).name(), Instant.parse(from), Instant.parse(to));
        return WindowSql.of(
                        scenario.database.plan(rows, TechnicalColumns.OFF, new Strategy.PartitionReplace(window)),
                        window)
                .predicate();
    }

    @Test
    void refusesAWindowOnAnythingElse() {
        TestRows rows = new TestRows().with(Types.int64("id"), 1);
        assertThatThrownBy(() -> window(rows, "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"))
                .isInstanceOf(DponeException.class)
                .hasMessage("The window's column id must be a date or an instant, but is Int64");
        Window absent = new Window("at", Instant.EPOCH, Instant.now());
        assertThatThrownBy(() -> scenario.target.deliver(
                        scenario.database.plan(rows, TechnicalColumns.OFF, new Strategy.PartitionReplace(absent)),
                        scenario.database.id("run")))
                .isInstanceOf(DponeException.class)
                .hasMessage("The window's column at is not among the delivered columns");
    }

    @Test
    void digestsATableByItsBusinessColumns() throws IOException {
        TestRows rows = Scenario.events(0, 5);
        scenario.prepare("run", rows);
        TableRef prepared = new TableRef(scenario.database.staging, "run_p");
        assertThat(scenario.target.digest(prepared, rows.mappings())).isEqualTo(rows.sum());
    }
}
