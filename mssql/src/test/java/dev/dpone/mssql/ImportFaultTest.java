package dev.dpone.mssql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.sandbox.Direction;
import dev.dpone.sandbox.TcpProxy;
import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.DeliveryId;
import dev.dpone.spi.SealedFile;
import dev.dpone.spi.StageAttempt;
import dev.dpone.spi.Stages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/** The network fails in the middle of an import. */
@EnabledIfEnvironmentVariable(
        named = TestServer.VARIABLE,
        matches = ".+",
        disabledReason = "no SQL Server: DPONE_TEST_MSSQL_URL is not set")
class ImportFaultTest {
    private static final int ROWS = 40_000;
    private static final StageAttempt FIRST = new StageAttempt(0, 0, "s0");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Scenario scenario;

    @SuppressWarnings("NullAway.Init")
    private DeliveryId id;

    @SuppressWarnings("NullAway.Init")
    private SealedFile file;

    private final Cells rows = rows();

    private static Cells rows() {
        Object[] ids = new Object[ROWS];
        Arrays.setAll(ids, i -> i);
        Object[] notes = new Object[ROWS];
        Arrays.setAll(notes, i -> "a note long enough to fill packets, number " + i);
        return new Cells().with(Scenario.id(), ids).as(Cells.named("note", Cells.string()), "nvarchar(100)", notes);
    }

    @BeforeEach
    void open() throws IOException {
        scenario = new Scenario(folder);
        id = scenario.open(rows, "run");
        file = Sealed.file(rows, folder, 0);
    }

    @AfterEach
    void close() {
        scenario.close();
    }

    private MssqlTarget behind(TcpProxy proxy) {
        return new MssqlConnector(TestServer.WAITS).connect(scenario.server.spec(OptionalInt.of(proxy.port())));
    }

    private String staged() {
        return scenario.server.text("SELECT COUNT(*) FROM " + scenario.stage("s0"));
    }

    @Test
    void leavesNoRowWhenTheConnectionIsCutAndMayRetry() throws IOException {
        try (TcpProxy proxy = TcpProxy.to(scenario.server.port());
                MssqlTarget behind = behind(proxy)) {
            behind.capabilities();
            Stages stages = behind.deliver(scenario.plan(rows), id).stages();
            proxy.cutAfter(Direction.TO_SERVER, 1_000_000);
            assertThatThrownBy(() -> stages.importFile(file, FIRST)).isInstanceOfSatisfying(DponeException.class, e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.TARGET_CONNECTION_LOST);
                assertThat(e.code().mayRetry()).isTrue();
            });
            assertThat(staged()).isEqualTo("0");
            stages.settle(FIRST);
            assertThat(scenario.server.exists(scenario.stage("s0"))).isFalse();
            ChunkReceipt again = stages.importFile(file, new StageAttempt(0, 1, "s0b"));
            assertThat(again.sum()).isEqualTo(file.sum());
        }
    }

    @Test
    void endsSoonWhenCancelledWhileTheServerDoesNotRead() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try (TcpProxy proxy = TcpProxy.to(scenario.server.port());
                MssqlTarget behind = behind(proxy)) {
            behind.capabilities();
            Stages stages = behind.deliver(scenario.plan(rows), id).stages();
            long before = proxy.forwarded(Direction.TO_SERVER);
            Future<ChunkReceipt> importing = pool.submit(() -> stages.importFile(file, FIRST));
            assertThat(proxy.awaitForwarded(Direction.TO_SERVER, before + 500_000))
                    .isTrue();
            proxy.stall();
            Future<?> cancelling = pool.submit(stages::cancel);
            cancelling.get(20, TimeUnit.SECONDS);
            assertThatThrownBy(() -> importing.get(20, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOf(DponeException.class)
                    .hasMessage("Cannot import chunk 0: the imports of this delivery were cancelled");
            proxy.resume();
            proxy.cut();
        } finally {
            pool.shutdownNow();
        }
        Stages stages = scenario.target.deliver(scenario.plan(rows), id).stages();
        stages.settle(FIRST);
        assertThat(scenario.server.exists(scenario.stage("s0"))).isFalse();
    }
}
