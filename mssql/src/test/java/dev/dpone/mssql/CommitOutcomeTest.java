package dev.dpone.mssql;

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
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/** The connection dies around COMMIT: behind a proxy that cuts after the statement was sent, or before. */
@EnabledIfEnvironmentVariable(
        named = TestServer.VARIABLE,
        matches = ".+",
        disabledReason = "no SQL Server: DPONE_TEST_MSSQL_URL is not set")
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

    @FunctionalInterface
    private interface Cut {
        void prepare(TcpProxy proxy);
    }

    /** The last step, with the connection cut as told once COMMIT is on its way. */
    private Scenario.Ready lose(Cut cut) throws IOException {
        Scenario.Ready ready = scenario.prepare("run", Scenario.events(0, 3));
        try (TcpProxy proxy = TcpProxy.to(scenario.server.port());
                MssqlTarget behind = behind(proxy);
                TargetDelivery delivery = behind.deliver(scenario.plan(Scenario.events(0, 1)), ready.id());
                MssqlPublication publication =
                        (MssqlPublication) delivery.beginPublication(ready.prepared(), ready.chunks())) {
            ready.upToCommit(publication);
            publication.beforeCommit();
            cut.prepare(proxy);
            assertThatThrownBy(publication::sendCommit).isInstanceOfSatisfying(DponeException.class, e -> {
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

    private MssqlTarget behind(TcpProxy proxy) {
        return new MssqlConnector(TestServer.WAITS).connect(scenario.server.spec(OptionalInt.of(proxy.port())));
    }

    @Test
    void isUnknownWhenTheAnswerToCommitIsLostAndTheReceiptTells() throws IOException {
        Scenario.Ready ready = lose(proxy -> proxy.cutAfter(Direction.TO_CLIENT, 1));
        scenario.target.openFence(ready.id().targetIdentity(), "again");
        CommitReceipt receipt =
                scenario.target.findReceipt(ready.id().operationKey()).orElseThrow();
        assertThat(receipt.rows()).isEqualTo(3);
        assertThat(scenario.server.text("SELECT COUNT(*) FROM " + scenario.table()))
                .isEqualTo("3");
    }

    @Test
    void isUnknownWhenCommitItselfIsLostAndTheReceiptsAbsenceTells() throws IOException {
        Scenario.Ready ready = lose(proxy -> proxy.cutAfter(Direction.TO_SERVER, 1));
        scenario.target.openFence(ready.id().targetIdentity(), "again");
        assertThat(scenario.target.findReceipt(ready.id().operationKey())).isEmpty();
        assertThat(scenario.server.exists(scenario.table())).isFalse();
    }

    @Test
    void isUnchangedWhenTheConnectionIsLostBeforeCommit() throws IOException {
        Scenario.Ready ready = scenario.prepare("run", Scenario.events(0, 3));
        try (TcpProxy proxy = TcpProxy.to(scenario.server.port());
                MssqlTarget behind = behind(proxy);
                TargetDelivery delivery = behind.deliver(scenario.plan(Scenario.events(0, 1)), ready.id());
                Publication publication = delivery.beginPublication(ready.prepared(), ready.chunks())) {
            publication.lockTarget(Duration.ofSeconds(5));
            proxy.cut();
            assertThatThrownBy(publication::mutate)
                    .isInstanceOfSatisfying(
                            DponeException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.TARGET_CONNECTION_LOST));
        }
        ready.publish();
        assertThat(scenario.server.text("SELECT COUNT(*) FROM " + scenario.table()))
                .isEqualTo("3");
    }
}
