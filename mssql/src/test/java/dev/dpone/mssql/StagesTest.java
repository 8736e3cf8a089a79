package dev.dpone.mssql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.DeliveryId;
import dev.dpone.spi.SealedFile;
import dev.dpone.spi.StageAttempt;
import dev.dpone.spi.StageObservation;
import dev.dpone.spi.StageUsage;
import dev.dpone.spi.Stages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

@EnabledIfEnvironmentVariable(
        named = TestServer.VARIABLE,
        matches = ".+",
        disabledReason = "no SQL Server: DPONE_TEST_MSSQL_URL is not set")
class StagesTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Scenario scenario;

    @SuppressWarnings("NullAway.Init")
    private TestServer server;

    @SuppressWarnings("NullAway.Init")
    private Stages stages;

    @SuppressWarnings("NullAway.Init")
    private DeliveryId id;

    private final Cells rows = Scenario.events(0, 100);

    @BeforeEach
    void open() {
        scenario = new Scenario(folder);
        server = scenario.server;
        id = scenario.open(rows, "run");
        stages = scenario.target.deliver(scenario.plan(rows), id).stages();
    }

    @AfterEach
    void close() {
        scenario.close();
    }

    @Test
    void anOvertakenDeliveryMakesNoTable() {
        scenario.target.openFence(id.targetIdentity(), "next");

        assertThatThrownBy(() -> scenario.stage(stages, rows, 3))
                .isInstanceOfSatisfying(
                        DponeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FENCE_LOST));

        assertThat(server.texts("SELECT table_name FROM dpone.stages WHERE schema_name = N'" + server.staging + "'"))
                .isEmpty();
    }

    @Test
    void importsIntoAPrivateHeapItRegisters() throws IOException {
        ChunkReceipt receipt = scenario.stage(stages, rows, 3);
        assertThat(receipt.rows()).isEqualTo(100);
        assertThat(receipt.sum()).isEqualTo(Sealed.sum(rows));
        assertThat(receipt.method()).isEqualTo("readback");
        assertThat(server.text("SELECT OBJECT_ID(N'" + scenario.stage("s3") + "')"))
                .isEqualTo(Long.toString(receipt.objectId()));
        assertThat(server.texts("SELECT type_desc FROM sys.indexes WHERE object_id = " + receipt.objectId()))
                .containsExactly("HEAP");
        assertThat(server.texts(
                        "SELECT CONCAT(object_id, ' ', kind, ' ', run_id, ' ', operation_key, ' ', ordinal, ' ',"
                                + " attempt, ' ', fence_epoch) FROM dpone.stages WHERE schema_name = N'"
                                + server.staging + "'"))
                .containsExactly(receipt.objectId() + " stage run " + id.operationKey() + " 3 0 " + id.fenceEpoch());
    }

    @Test
    void seesAnUntouchedStageByItsRowVersions() throws IOException {
        ChunkReceipt receipt = scenario.stage(stages, rows, 0);
        assertThat(stages.inspect(receipt))
                .isEqualTo(new StageObservation(
                        receipt.objectId(), true, 100, Optional.of(0L), Optional.empty(), "unchanged_rowversion"));
        assertThat(confirmed(receipt)).isTrue();
    }

    @Test
    void readsBackWhereTheWatermarkSaysNothing() throws IOException {
        ChunkReceipt receipt = scenario.stage(stages, rows, 0);
        for (String watermark : List.of("", "x", "7", "1-x", "1".repeat(19) + "-" + "9".repeat(19))) {
            assertThat(stages.inspect(watermarked(receipt, watermark)))
                    .isEqualTo(new StageObservation(
                            receipt.objectId(),
                            true,
                            100,
                            Optional.empty(),
                            Optional.of(Sealed.sum(rows)),
                            "readback"));
        }
    }

    private static ChunkReceipt watermarked(ChunkReceipt receipt, String watermark) {
        return new ChunkReceipt(
                receipt.attempt(),
                receipt.objectId(),
                receipt.rows(),
                receipt.encodedBytes(),
                receipt.fileSha256(),
                receipt.sum(),
                watermark,
                receipt.method());
    }

    @Test
    void seesAChangedRow() throws IOException {
        tampered("UPDATE %s SET note = note WHERE id = 7", 100, 1);
    }

    @Test
    void seesAnAddedRow() throws IOException {
        tampered("INSERT INTO %s (id, note, at) SELECT id, note, at FROM %<s WHERE id = 7", 101, 1);
    }

    @Test
    void seesARemovedRow() throws IOException {
        tampered("DELETE FROM %s WHERE id = 7", 99, 0);
    }

    @Test
    void seesASwappedRow() throws IOException {
        tampered("DELETE FROM %s WHERE id = 7; INSERT INTO %<s (id, note, at) VALUES (7, N'other', NULL)", 100, 1);
    }

    @Test
    void seesAnEmptiedStage() throws IOException {
        tampered("TRUNCATE TABLE %s", 0, 0);
    }

    @Test
    void seesAnotherTableUnderTheSameName() throws IOException {
        ChunkReceipt receipt = scenario.stage(stages, rows, 0);
        server.run("SELECT * INTO " + scenario.stage("copy") + " FROM " + scenario.stage("s0"));
        server.run("DROP TABLE " + scenario.stage("s0"));
        server.run("EXEC sp_rename N'" + scenario.stage("copy") + "', N's0', N'OBJECT'");
        StageObservation seen = stages.inspect(receipt);
        assertThat(seen.objectId()).isNotEqualTo(receipt.objectId()).isPositive();
        assertThat(seen.owned()).isFalse();
        assertThat(confirmed(receipt)).isFalse();
    }

    @Test
    void seesThatAStageIsGone() throws IOException {
        ChunkReceipt receipt = scenario.stage(stages, rows, 0);
        server.run("DROP TABLE " + scenario.stage("s0"));
        assertThat(stages.inspect(receipt).objectId()).isEqualTo(-1);
        assertThat(confirmed(receipt)).isFalse();
    }

    @Test
    void doesNotOwnAnotherDeliverysStage() throws IOException {
        ChunkReceipt receipt = scenario.stage(stages, rows, 0);
        Stages other = others();
        assertThat(other.inspect(receipt).owned()).isFalse();
        assertThatThrownBy(() -> other.settle(receipt.attempt()))
                .isInstanceOf(DponeException.class)
                .hasMessage("Table %s has a stage's name, but this delivery did not create it", scenario.stage("s0"));
        assertThat(confirmed(receipt)).isTrue();
    }

    private Stages others() {
        return scenario.target.deliver(scenario.plan(rows), server.id("other")).stages();
    }

    private void tampered(String sql, long rowsSeen, long altered) throws IOException {
        ChunkReceipt receipt = scenario.stage(stages, rows, 0);
        server.run(String.format(sql, scenario.stage("s0")));
        assertThat(stages.inspect(receipt))
                .isEqualTo(new StageObservation(
                        receipt.objectId(),
                        true,
                        rowsSeen,
                        Optional.of(altered),
                        Optional.empty(),
                        "unchanged_rowversion"));
        assertThat(confirmed(receipt)).isFalse();
    }

    private boolean confirmed(ChunkReceipt receipt) {
        return stages.inspect(receipt).confirms(receipt.objectId(), receipt.rows(), receipt.sum());
    }

    @Test
    void settlesMoreThanOnce() throws IOException {
        ChunkReceipt receipt = scenario.stage(stages, rows, 0);
        stages.settle(receipt.attempt());
        stages.settle(receipt.attempt());
        stages.settle(new StageAttempt(9, 0, "never_made"));
        assertThat(staged()).isEmpty();
    }

    @Test
    void settlesAStageThatSomeoneDropped() throws IOException {
        ChunkReceipt receipt = scenario.stage(stages, rows, 0);
        server.run("DROP TABLE " + scenario.stage("s0"));
        stages.settle(receipt.attempt());
        assertThat(server.text("SELECT COUNT(*) FROM dpone.stages WHERE schema_name = N'" + server.staging + "'"))
                .isEqualTo("0");
    }

    @Test
    void leavesATableAloneThatItDidNotMake() throws IOException {
        server.run("CREATE TABLE " + scenario.stage("s0") + " (id int)");
        notOwned(() -> stages.settle(new StageAttempt(0, 0, "s0")));
        notOwned(() -> scenario.stage(stages, rows, 0));
        server.run("DROP TABLE " + scenario.stage("s0"));
        ChunkReceipt receipt = scenario.stage(stages, rows, 0);
        server.run("DROP TABLE " + scenario.stage("s0"));
        server.run("CREATE TABLE " + scenario.stage("s0") + " (id int)");
        notOwned(() -> stages.settle(receipt.attempt()));
        assertThat(staged()).containsExactly("s0");
    }

    private void notOwned(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(DponeException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.STAGE_NOT_OWNED);
            assertThat(e)
                    .hasMessage(
                            "Table %s has a stage's name, but this delivery did not create it", scenario.stage("s0"));
        });
    }

    private List<String> staged() {
        return server.texts(
                "SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = N'" + server.staging + "'");
    }

    @Test
    void leavesNoRowWhenTheFileIsBroken() throws IOException {
        SealedFile file = Sealed.file(rows, folder, 0);
        Path cut = folder.resolve("cut");
        byte[] bytes = Files.readAllBytes(file.path());
        Files.write(cut, Arrays.copyOf(bytes, bytes.length - 20));
        SealedFile broken =
                new SealedFile(0, cut, file.rows(), file.encodedBytes(), bytes.length, file.sha256(), file.sum());
        StageAttempt attempt = new StageAttempt(0, 0, "s0");
        assertThatThrownBy(() -> stages.importFile(broken, attempt))
                .isInstanceOfSatisfying(
                        DponeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SEALED_FILE_INVALID));
        assertThat(server.text("SELECT COUNT(*) FROM " + scenario.stage("s0"))).isEqualTo("0");
        stages.settle(attempt);
        assertThat(staged()).isEmpty();
    }

    @Test
    void namesAFileThatCannotBeRead() throws IOException {
        SealedFile file = Sealed.file(rows, folder, 0);
        Files.delete(file.path());
        assertThatThrownBy(() -> stages.importFile(file, new StageAttempt(0, 0, "s0")))
                .isInstanceOfSatisfying(
                        DponeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SPOOL_FAILED));
    }

    /** Sessions of the test that hold a stage's lock. */
    private static void lock(Statement statement, AppLock lock) throws SQLException {
        statement.execute("EXEC sp_getapplock @Resource = N'" + lock.resource()
                + "', @LockMode = N'Exclusive', @LockOwner = N'Session', @LockTimeout = 1000");
    }

    private AppLock stageLock() {
        return AppLock.stage(server.staging, "s0");
    }

    @Test
    void waitsForAWriterThatIsAboutToEnd() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try (Connection writer = server.connect();
                Statement statement = writer.createStatement()) {
            lock(statement, stageLock());
            Future<?> settled = pool.submit(() -> stages.settle(new StageAttempt(0, 0, "s0")));
            server.awaitWaiter();
            statement.execute(
                    "EXEC sp_releaseapplock @Resource = N'" + stageLock().resource() + "', @LockOwner = N'Session'");
            settled.get();
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void killsAWriterOfItsOwnThatDoesNotEnd() throws Exception {
        ChunkReceipt receipt = scenario.stage(stages, rows, 0);
        try (Connection writer = server.connect("dpone");
                Statement statement = writer.createStatement()) {
            lock(statement, stageLock());
            statement.execute("UPDATE dpone.stages SET session_id = @@SPID, session_began ="
                    + " (SELECT login_time FROM sys.dm_exec_sessions WHERE session_id = @@SPID)"
                    + " WHERE schema_name = N'" + server.staging + "'");
            stages.settle(receipt.attempt());
            assertThatThrownBy(() -> statement.execute("SELECT 1")).isInstanceOf(SQLException.class);
        }
        assertThat(staged()).isEmpty();
    }

    @Test
    void doesNotKillASessionThatOnlyHasTheWritersNumber() throws Exception {
        ChunkReceipt receipt = scenario.stage(stages, rows, 0);
        try (Connection writer = server.connect("dpone");
                Statement statement = writer.createStatement()) {
            lock(statement, stageLock());
            statement.execute(
                    "UPDATE dpone.stages SET session_id = @@SPID WHERE schema_name = N'" + server.staging + "'");
            statement.execute("UPDATE dpone.stages SET session_began = '2001-01-01' WHERE schema_name = N'"
                    + server.staging + "'");
            assertThatThrownBy(() -> stages.settle(receipt.attempt()))
                    .isInstanceOfSatisfying(DponeException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.TARGET_BUSY);
                        assertThat(e).hasMessage("Cannot settle chunk 0: another session still works on table s0");
                    });
            statement.execute("SELECT 1");
        }
        assertThat(confirmed(receipt)).isTrue();
    }

    @Test
    void cancelsAWaitingImportAndRefusesLaterOnes() throws Exception {
        SealedFile file = Sealed.file(rows, folder, 0);
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try (Connection other = server.connect();
                Statement statement = other.createStatement()) {
            lock(statement, stageLock());
            Future<ChunkReceipt> importing = pool.submit(() -> stages.importFile(file, new StageAttempt(0, 0, "s0")));
            server.awaitWaiter();
            stages.cancel();
            assertThatThrownBy(importing::get)
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOfSatisfying(DponeException.class, e -> cancelled(e, "Cannot import chunk 0"));
        } finally {
            pool.shutdownNow();
        }
        assertThatThrownBy(() -> stages.importFile(file, new StageAttempt(1, 0, "s1")))
                .isInstanceOfSatisfying(DponeException.class, e -> cancelled(e, "Cannot import chunk 1"));
        stages.settle(new StageAttempt(0, 0, "s0"));
        assertThat(staged()).isEmpty();
    }

    private static void cancelled(DponeException e, String doing) {
        assertThat(e).hasMessage("%s: the imports of this delivery were cancelled", doing);
        assertThat(e.code().mayRetry()).isFalse();
    }

    @Test
    void countsTablesAndBytesOfAllDeliveries() throws IOException {
        scenario.stage(stages, rows, 0);
        scenario.stage(others(), rows, 1);
        // Other processes may stage in the same database.
        StageUsage usage = stages.usage();
        assertThat(usage.tables()).isGreaterThanOrEqualTo(2);
        assertThat(usage.allocatedBytes()).isGreaterThanOrEqualTo(2 * 8192);
    }
}
