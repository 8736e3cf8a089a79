package dev.dpone.mssql;

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
import dev.dpone.spi.TargetDelivery;
import dev.dpone.spi.TechnicalColumns;
import dev.dpone.spi.Window;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

@EnabledIfEnvironmentVariable(
        named = TestServer.VARIABLE,
        matches = ".+",
        disabledReason = "no SQL Server: DPONE_TEST_MSSQL_URL is not set")
class PreparationTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Scenario scenario;

    @SuppressWarnings("NullAway.Init")
    private TestServer server;

    @BeforeEach
    void open() {
        scenario = new Scenario(folder);
        server = scenario.server;
    }

    @AfterEach
    void close() {
        scenario.close();
    }

    @Test
    void takesAllStagesWithTechnicalColumnsAndBothDigests() throws IOException {
        Cells first = Scenario.events(0, 10);
        Cells second = Scenario.events(10, 15);
        Prepared prepared = scenario.prepare("run-1", first, second).prepared();
        assertThat(prepared.rows()).isEqualTo(15);
        assertThat(prepared.business()).isEqualTo(Sealed.sum(first).plus(Sealed.sum(second)));
        assertThat(prepared.full()).isNotEqualTo(prepared.business());
        assertThat(prepared.method()).isEqualTo("readback");
        assertThat(server.texts("SELECT DISTINCT __dpone__load_id FROM " + scenario.stage("[run-1_p]")))
                .containsExactly("run-1");
        assertThat(server.texts("SELECT COUNT(DISTINCT __dpone__loaded_at) FROM " + scenario.stage("[run-1_p]")))
                .containsExactly("1");
        assertThat(Duration.between(prepared.loadedAt(), Instant.now()).abs()).isLessThan(Duration.ofMinutes(10));
    }

    @Test
    void digestsTechnicalColumnsAsTextAndInstant() throws IOException {
        Prepared prepared =
                scenario.prepare("run", new Cells().with(Scenario.id(), 1)).prepared();
        Instant loadedAt = prepared.loadedAt();
        Cells full = new Cells()
                .with(Scenario.id(), 1)
                .with(Cells.named("load id", Cells.string()), "run")
                .with(
                        Cells.named("loaded at", Cells.dateTime64(7)),
                        loadedAt.getEpochSecond() * 10_000_000L + loadedAt.getNano() / 100);
        assertThat(prepared.full()).isEqualTo(Sealed.sum(full));
    }

    @Test
    void hasOneDigestWithoutTechnicalColumns() throws IOException {
        scenario.technical = TechnicalColumns.OFF;
        Prepared prepared = scenario.prepare("run", Scenario.events(0, 3)).prepared();
        assertThat(prepared.full()).isEqualTo(prepared.business()).isEqualTo(Sealed.sum(Scenario.events(0, 3)));
    }

    @Test
    void preparesAnEmptyTableFromNoStages() {
        TargetDelivery delivery = delivery(Scenario.events(0, 1));
        Prepared prepared = delivery.preparation().prepare(List.of(), "p");
        assertThat(prepared.rows()).isZero();
        assertThat(prepared.business()).isEqualTo(RowSum.EMPTY);
        assertThat(prepared.full()).isEqualTo(RowSum.EMPTY);
        assertThat(delivery.preparation().inspect(prepared).confirms(prepared.objectId(), 0, RowSum.EMPTY))
                .isTrue();
    }

    private TargetDelivery delivery(Cells rows) {
        return scenario.target.deliver(scenario.plan(rows), scenario.open(rows, "run"));
    }

    @Test
    void takesMoreStagesThanOneStatementReads() throws IOException {
        Cells rows = Scenario.events(0, 3);
        TargetDelivery delivery = delivery(rows);
        ChunkReceipt receipt = scenario.stage(delivery.stages(), rows, 0);
        List<ChunkReceipt> receipts = new ArrayList<>();
        for (int i = 0; i < MssqlPreparation.STAGES_PER_STATEMENT + 2; i++) {
            receipts.add(receipt);
        }
        Prepared prepared = delivery.preparation().prepare(receipts, "p");
        assertThat(prepared.rows()).isEqualTo(3L * receipts.size());
        assertThat(prepared.business())
                .isEqualTo(receipts.stream().map(ChunkReceipt::sum).reduce(RowSum.EMPTY, RowSum::plus));
    }

    @Test
    void inspectsByTakingTheFullDigestAgain() throws IOException {
        Scenario.Ready ready = scenario.prepare("run", Scenario.events(0, 5));
        Prepared prepared = ready.prepared();
        assertThat(ready.delivery().preparation().inspect(prepared))
                .isEqualTo(new StageObservation(
                        prepared.objectId(), true, 5, Optional.empty(), Optional.of(prepared.full()), "readback"));
        server.run("UPDATE " + scenario.stage("run_p") + " SET __dpone__load_id = N'x' WHERE id = 2");
        StageObservation changed = ready.delivery().preparation().inspect(prepared);
        assertThat(changed.rows()).isEqualTo(5);
        assertThat(changed.confirms(prepared.objectId(), 5, prepared.full())).isFalse();
    }

    @Test
    void dropsOnlyWhatItMade() throws IOException {
        Scenario.Ready ready = scenario.prepare("run", Scenario.events(0, 5));
        ready.delivery().preparation().drop("run_p");
        ready.delivery().preparation().drop("run_p");
        assertThat(server.exists(scenario.stage("run_p"))).isFalse();
        server.run("CREATE TABLE " + scenario.stage("run_p") + " (id int)");
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
        Cells withNull = new Cells().with(Scenario.id(), 1).with(Scenario.at(), (Object) null);
        assertThatThrownBy(() -> scenario.prepare("run2", withNull))
                .isInstanceOf(DponeException.class)
                .hasMessageStartingWith("1 of the delivered rows lie outside the window");
    }

    @Test
    void failsWhenAStageIsGone() throws IOException {
        Cells rows = Scenario.events(0, 3);
        TargetDelivery delivery = delivery(rows);
        ChunkReceipt receipt = scenario.stage(delivery.stages(), rows, 0);
        delivery.stages().settle(new StageAttempt(0, 0, "s0"));
        assertThatThrownBy(() -> delivery.preparation().prepare(List.of(receipt), "p"))
                .isInstanceOfSatisfying(DponeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.TARGET_FAILED);
                    assertThat(e.getMessage()).startsWith("Cannot fill the prepared table: ");
                });
        delivery.preparation().drop("p");
        assertThat(server.exists(scenario.stage("p"))).isFalse();
    }

    @Test
    void digestsATableByItsBusinessColumns() throws IOException {
        Cells rows = Scenario.events(0, 5);
        scenario.prepare("run", rows);
        assertThat(scenario.target.digest(new TableRef(server.staging, "run_p"), rows.mappings()))
                .isEqualTo(Sealed.sum(rows));
    }
}
