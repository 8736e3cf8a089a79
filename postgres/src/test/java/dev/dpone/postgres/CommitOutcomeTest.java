package dev.dpone.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.sandbox.Direction;
import dev.dpone.sandbox.TcpProxy;
import dev.dpone.spi.CommitReceipt;
import dev.dpone.spi.Publication;
import dev.dpone.spi.TargetDelivery;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The connection dies around COMMIT: behind a proxy that cuts after the statement was sent, or before. */
class CommitOutcomeTest {
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

    /** The last step, with the connection cut as told once COMMIT is on its way. */
    private Scenario.Ready lose(Cut cut) throws IOException {
        Scenario.Ready ready = scenario.prepare("run", Scenario.events(0, 3));
        try (TcpProxy proxy = TcpProxy.to(scenario.database.server.port());
                PostgresTarget behind =
                        new PostgresConnector(TestDatabase.WAITS).connect(scenario.database.spec(proxy.port()));
                TargetDelivery delivery = behind.deliver(scenario.plan(Scenario.events(0, 1)), ready.id());
                Publication publication = delivery.beginPublication(ready.prepared(), ready.chunks())) {
            ready.upToCommit(publication);
            cut.prepare(proxy);
            assertThatThrownBy(publication::commit).isInstanceOfSatisfying(DponeException.class, e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.PUBLICATION_UNKNOWN);
                assertThat(e.getMessage())
                        .isEqualTo("The connection was lost after COMMIT was sent, so that it is unknown whether "
                                + scenario.table() + " changed");
                assertThat(e.remedy())
                        .isEqualTo("Run the same command with --run-id run: it looks for the commit receipt first.");
            });
        }
        return ready;
    }

    @FunctionalInterface
    private interface Cut {
        void prepare(TcpProxy proxy);
    }

    @Test
    void isUnknownWhenTheAnswerToCommitIsLostAndTheReceiptTells() throws IOException {
        Scenario.Ready ready = lose(proxy -> proxy.cutAfter(Direction.TO_CLIENT, 1));
        scenario.target.openFence(ready.id().targetIdentity(), "again");
        CommitReceipt receipt =
                scenario.target.findReceipt(ready.id().operationKey()).orElseThrow();
        assertThat(receipt.rows()).isEqualTo(3);
        assertThat(scenario.database.text("SELECT count(*) FROM " + scenario.table()))
                .isEqualTo("3");
    }

    @Test
    void isUnknownWhenCommitItselfIsLostAndTheReceiptsAbsenceTells() throws IOException {
        Scenario.Ready ready = lose(proxy -> proxy.cutAfter(Direction.TO_SERVER, 1));
        scenario.target.openFence(ready.id().targetIdentity(), "again");
        assertThat(scenario.target.findReceipt(ready.id().operationKey())).isEmpty();
        assertThat(scenario.database.text("SELECT to_regclass('" + scenario.table() + "')"))
                .isEqualTo("NULL");
    }

    @Test
    void isUnchangedWhenTheConnectionIsLostBeforeCommit() throws IOException {
        Scenario.Ready ready = scenario.prepare("run", Scenario.events(0, 3));
        try (TcpProxy proxy = TcpProxy.to(scenario.database.server.port());
                PostgresTarget behind =
                        new PostgresConnector(TestDatabase.WAITS).connect(scenario.database.spec(proxy.port()));
                TargetDelivery delivery = behind.deliver(scenario.plan(Scenario.events(0, 1)), ready.id());
                Publication publication = delivery.beginPublication(ready.prepared(), ready.chunks())) {
            publication.lockTarget(java.time.Duration.ofSeconds(5));
            proxy.cut();
            assertThatThrownBy(publication::mutate)
                    .isInstanceOfSatisfying(
                            DponeException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.TARGET_CONNECTION_LOST));
        }
        ready.publish();
        assertThat(scenario.database.text("SELECT count(*) FROM " + scenario.table()))
                .isEqualTo("3");
    }
}
