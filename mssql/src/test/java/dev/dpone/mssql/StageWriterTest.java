package dev.dpone.mssql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.DeliveryId;
import dev.dpone.spi.StageAttempt;
import dev.dpone.spi.Stages;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/** A writer that stands still, at each step between entering its session and leaving, and somebody who takes over. */
@EnabledIfEnvironmentVariable(
        named = TestServer.VARIABLE,
        matches = ".+",
        disabledReason = "no SQL Server: DPONE_TEST_MSSQL_URL is not set")
class StageWriterTest {
    private static final StageAttempt ATTEMPT = new StageAttempt(0, 0, "s0");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Scenario scenario;

    @SuppressWarnings("NullAway.Init")
    private DeliveryId id;

    @SuppressWarnings("NullAway.Init")
    private Sessions sessions;

    @SuppressWarnings("NullAway.Init")
    private StageRegistry registry;

    @SuppressWarnings("NullAway.Init")
    private Session writer;

    private final Cells rows = Scenario.events(0, 100);

    @BeforeEach
    void open() {
        scenario = new Scenario(folder);
        id = scenario.open(rows, "run");
        sessions = new Sessions(ConnectionSettings.of(scenario.server.spec()), TestServer.WAITS);
        registry = new StageRegistry(scenario.server.staging, id);
        writer = sessions.open("write");
    }

    @AfterEach
    void close() {
        writer.close();
        sessions.close();
        scenario.close();
    }

    private void takeLock() throws SQLException {
        registry.lock("s0").take(writer, AppLock.Owner.SESSION, TestServer.WAITS.lock());
    }

    private String ddl() {
        return "CREATE TABLE " + registry.quoted("s0") + " (id int NOT NULL)";
    }

    /** Of the same run, by another process that opened the fence since. */
    private void takeOver() {
        DeliveryId later = id.withEpoch(scenario.target.openFence(id.targetIdentity(), id.runId()));
        Stages stages = scenario.target.deliver(scenario.plan(rows), later).stages();
        stages.settle(ATTEMPT);
        assertThat(entries()).isEmpty();
    }

    private List<String> entries() {
        return scenario.server.texts(
                "SELECT table_name FROM dpone.stages WHERE schema_name = N'" + scenario.server.staging + "'");
    }

    private void writerIsGone() {
        assertThatThrownBy(() -> writer.list("SELECT 1", row -> true)).isInstanceOf(SQLException.class);
    }

    @Test
    void oneThatHasItsLockAndNoTableYetIsKilled() throws Exception {
        registry.enter(writer, "s0", ATTEMPT);
        takeLock();

        takeOver();

        writerIsGone();
    }

    @Test
    void oneInTheMiddleOfCreatingItsTableIsKilledAndTheTableIsGone() throws Exception {
        registry.enter(writer, "s0", ATTEMPT);
        takeLock();
        registry.create(writer, "s0", ddl());

        takeOver();

        writerIsGone();
        assertThat(scenario.server.texts("SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = N'"
                        + scenario.server.staging + "'"))
                .isEmpty();
    }

    @Test
    void oneThatHasNoLockYetIsLeftAloneAndMakesNoTableAfterwards() throws Exception {
        registry.enter(writer, "s0", ATTEMPT);

        takeOver();

        takeLock();
        assertThatThrownBy(() -> registry.create(writer, "s0", ddl()))
                .isInstanceOfSatisfying(
                        DponeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FENCE_LOST));
    }

    @Test
    void oneThatEntersTooLateLeavesNoEntry() throws Exception {
        takeOver();

        assertThatThrownBy(() -> registry.enter(writer, "s0", ATTEMPT))
                .isInstanceOfSatisfying(
                        DponeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FENCE_LOST));
        assertThat(entries()).isEmpty();
    }

    @Test
    void theEntryOfATableThatIsRefusedGoesWithIt() throws Exception {
        scenario.server.run("CREATE TABLE " + scenario.stage("s0") + " (id int)");
        registry.enter(writer, "s0", ATTEMPT);
        takeLock();

        assertThatThrownBy(() -> registry.create(writer, "s0", ddl()))
                .isInstanceOfSatisfying(
                        DponeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STAGE_NOT_OWNED));

        assertThat(entries()).isEmpty();
    }
}
