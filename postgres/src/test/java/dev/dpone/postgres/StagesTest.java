package dev.dpone.postgres;

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
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StagesTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Scenario scenario;

    @SuppressWarnings("NullAway.Init")
    private Stages stages;

    @SuppressWarnings("NullAway.Init")
    private DeliveryId id;

    private final TestRows rows = Scenario.events(0, 100);

    @BeforeEach
    void open() {
        scenario = new Scenario(folder);
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

        assertThat(scenario.database.texts(
                        "SELECT table_name FROM dpone.stages WHERE schema_name = '" + scenario.database.staging + "'"))
                .isEmpty();
    }

    @Test
    void importsIntoAPrivateUnloggedTableItRegisters() throws IOException {
        ChunkReceipt receipt = scenario.stage(stages, rows, 3);
        assertThat(receipt.rows()).isEqualTo(100);
        assertThat(receipt.sum()).isEqualTo(rows.sum());
        assertThat(scenario.database.texts(
                        "SELECT concat_ws(' ', c.oid, relpersistence, n.nspname) FROM pg_class c JOIN pg_namespace n"
                                + " ON n.oid = relnamespace WHERE relname = 's3' AND nspname = '"
                                + scenario.database.staging + "'"))
                .containsExactly(receipt.objectId() + " u " + scenario.database.staging);
        assertThat(scenario.database.texts(
                        "SELECT concat_ws(' ', relation_oid, kind, run_id, operation_key, ordinal, attempt, fence_epoch)"
                                + " FROM dpone.stages WHERE schema_name = '" + scenario.database.staging + "'"))
                .containsExactly(receipt.objectId() + " stage run " + id.operationKey() + " 3 0 " + id.fenceEpoch());
        assertThat(scenario.database.texts("SELECT DISTINCT xmin FROM " + scenario.stage("s3")))
                .containsExactly(receipt.watermark());
    }

    @Test
    void seesAnUntouchedStageByItsRowVersions() throws IOException {
        ChunkReceipt receipt = scenario.stage(stages, rows, 0);
        assertThat(stages.inspect(receipt))
                .isEqualTo(new StageObservation(
                        receipt.objectId(), true, 100, Optional.of(0L), Optional.empty(), "unchanged_xmin"));
        assertThat(confirmed(receipt)).isTrue();
    }

    @Test
    void readsBackWhereTheWatermarkSaysNothing() throws IOException {
        ChunkReceipt receipt = scenario.stage(stages, rows, 0);
        for (String watermark : List.of("", "x", "999999999999999", "1".repeat(30))) {
            ChunkReceipt other = new ChunkReceipt(
                    receipt.attempt(),
                    receipt.objectId(),
                    receipt.rows(),
                    receipt.encodedBytes(),
                    receipt.fileSha256(),
                    receipt.sum(),
                    watermark,
                    receipt.method());
            assertThat(stages.inspect(other))
                    .isEqualTo(new StageObservation(
                            receipt.objectId(), true, 100, Optional.empty(), Optional.of(rows.sum()), "readback"));
        }
    }

    @Test
    void seesAChangedRow() throws IOException {
        tampered("UPDATE %s SET note = note WHERE id = 7", true, 100, 1);
    }

    @Test
    void seesAnAddedRow() throws IOException {
        tampered("INSERT INTO %s SELECT * FROM %<s WHERE id = 7", true, 101, 1);
    }

    @Test
    void seesARemovedRow() throws IOException {
        tampered("DELETE FROM %s WHERE id = 7", true, 99, 0);
    }

    @Test
    void seesASwappedRow() throws IOException {
        tampered(
                "WITH gone AS (DELETE FROM %s WHERE id = 7 RETURNING *) INSERT INTO %<s SELECT id, 'other', at FROM gone",
                true, 100, 1);
    }

    @Test
    void seesAnEmptiedStage() throws IOException {
        tampered("TRUNCATE %s", true, 0, 0);
    }

    @Test
    void seesAnotherTableUnderTheSameName() throws IOException {
        ChunkReceipt receipt = scenario.stage(stages, rows, 0);
        scenario.database.run("CREATE TABLE " + scenario.stage("copy") + " AS TABLE " + scenario.stage("s0"));
        scenario.database.run("DROP TABLE " + scenario.stage("s0"));
        scenario.database.run("ALTER TABLE " + scenario.stage("copy") + " RENAME TO s0");
        StageObservation seen = stages.inspect(receipt);
        assertThat(seen.objectId()).isNotEqualTo(receipt.objectId()).isPositive();
        assertThat(seen.owned()).isFalse();
        assertThat(confirmed(receipt)).isFalse();
    }

    @Test
    void seesThatAStageIsGone() throws IOException {
        ChunkReceipt receipt = scenario.stage(stages, rows, 0);
        scenario.database.run("DROP TABLE " + scenario.stage("s0"));
        assertThat(stages.inspect(receipt).objectId()).isEqualTo(-1);
        assertThat(confirmed(receipt)).isFalse();
    }

    @Test
    void doesNotOwnAnotherDeliverysStage() throws IOException {
        ChunkReceipt receipt = scenario.stage(stages, rows, 0);
        Stages other = scenario.target
                .deliver(scenario.plan(rows), scenario.database.id("other"))
                .stages();
        assertThat(other.inspect(receipt).owned()).isFalse();
        assertThatThrownBy(() -> other.settle(receipt.attempt()))
                .isInstanceOf(DponeException.class)
                .hasMessage("Table %s has a stage's name, but this delivery did not create it", scenario.stage("s0"));
        assertThat(confirmed(receipt)).isTrue();
    }

    private void tampered(String sql, boolean owned, long rowsSeen, long altered) throws IOException {
        ChunkReceipt receipt = scenario.stage(stages, rows, 0);
        scenario.database.run(String.format(sql, scenario.stage("s0")));
        assertThat(stages.inspect(receipt))
                .isEqualTo(new StageObservation(
                        receipt.objectId(), owned, rowsSeen, Optional.of(altered), Optional.empty(), "unchanged_xmin"));
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
        assertThat(stages.usage()).isNotNull();
    }

    @Test
    void settlesAStageThatSomeoneDropped() throws IOException {
        ChunkReceipt receipt = scenario.stage(stages, rows, 0);
        scenario.database.run("DROP TABLE " + scenario.stage("s0"));
        stages.settle(receipt.attempt());
        assertThat(scenario.database.text(
                        "SELECT count(*) FROM dpone.stages WHERE schema_name = '" + scenario.database.staging + "'"))
                .isEqualTo("0");
    }

    @Test
    void leavesATableAloneThatItDidNotMake() throws IOException {
        scenario.database.run("CREATE TABLE " + scenario.stage("s0") + " (id int)");
        notOwned(() -> stages.settle(new StageAttempt(0, 0, "s0")));
        notOwned(() -> scenario.stage(stages, rows, 0));
        scenario.database.run("DROP TABLE " + scenario.stage("s0"));
        ChunkReceipt receipt = scenario.stage(stages, rows, 0);
        scenario.database.run("DROP TABLE " + scenario.stage("s0"));
        scenario.database.run("CREATE TABLE " + scenario.stage("s0") + " (id int)");
        notOwned(() -> stages.settle(receipt.attempt()));
        assertThat(staged()).containsExactly("s0");
    }

    private void notOwned(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(DponeException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.STAGE_NOT_OWNED);
            assertThat(e)
                    .hasMessage(
                            "Table %s has a stage's name, but this delivery did not create it", scenario.stage("s0"));
        });
    }

    private List<String> staged() {
        return scenario.database.texts(
                "SELECT relname FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = '"
                        + scenario.database.staging + "' AND relkind = 'r' ORDER BY 1");
    }

    @Test
    void leavesNothingWhenTheFileIsBroken() throws IOException {
        SealedFile file = rows.seal(folder, 0);
        Path cut = folder.resolve("cut");
        byte[] bytes = Files.readAllBytes(file.path());
        Files.write(cut, java.util.Arrays.copyOf(bytes, bytes.length - 20));
        SealedFile broken =
                new SealedFile(0, cut, file.rows(), file.encodedBytes(), bytes.length, file.sha256(), file.sum());
        assertThatThrownBy(() -> stages.importFile(broken, new StageAttempt(0, 0, "s0")))
                .isInstanceOfSatisfying(DponeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.TARGET_FAILED);
                    assertThat(e)
                            .hasMessage("Cannot import chunk 0: the server found a value it cannot take"
                                    + " (SQLSTATE 22P04)");
                });
        assertThat(staged()).isEmpty();
    }

    @Test
    void namesAFileThatCannotBeRead() throws IOException {
        SealedFile file = rows.seal(folder, 0);
        Files.delete(file.path());
        assertThatThrownBy(() -> stages.importFile(file, new StageAttempt(0, 0, "s0")))
                .isInstanceOfSatisfying(
                        DponeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SPOOL_FAILED));
        assertThat(staged()).isEmpty();
    }

    @Test
    void waitsForAWriterThatIsAboutToEnd() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try (Connection writer = scenario.database.server.connect();
                Statement statement = writer.createStatement()) {
            writer.setAutoCommit(false);
            statement.execute("SELECT pg_advisory_xact_lock(" + key("s0") + ")");
            Future<?> settled = pool.submit(() -> stages.settle(new StageAttempt(0, 0, "s0")));
            awaitWaiter();
            writer.commit();
            settled.get();
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void terminatesAWriterOfItsOwnThatDoesNotEnd() throws Exception {
        try (Connection writer = dponeSession();
                Statement statement = writer.createStatement()) {
            writer.setAutoCommit(false);
            statement.execute("SELECT pg_advisory_xact_lock(" + key("s0") + ")");
            stages.settle(new StageAttempt(0, 0, "s0"));
            assertThatThrownBy(() -> statement.execute("SELECT 1")).isInstanceOf(SQLException.class);
        }
    }

    @Test
    void terminatesAReaderOfItsOwnThatDoesNotEnd() throws Exception {
        StageAttempt attempt = new StageAttempt(0, 0, "s0");
        stages.importFile(rows.seal(folder, 0), attempt);
        try (Connection reader = dponeSession();
                Statement statement = reader.createStatement()) {
            reader.setAutoCommit(false);
            statement.execute("LOCK TABLE " + scenario.database.staging + ".s0 IN ACCESS SHARE MODE");
            stages.settle(attempt);
            assertThat(staged()).isEmpty();
            assertThatThrownBy(() -> statement.execute("SELECT 1")).isInstanceOf(SQLException.class);
        }
    }

    @Test
    void doesNotTerminateAnotherProgramsSession() throws Exception {
        try (Connection writer = scenario.database.server.connect();
                Statement statement = writer.createStatement()) {
            writer.setAutoCommit(false);
            statement.execute("SELECT pg_advisory_xact_lock(" + key("s0") + ")");
            assertThatThrownBy(() -> stages.settle(new StageAttempt(0, 0, "s0")))
                    .isInstanceOfSatisfying(DponeException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.TARGET_BUSY);
                        assertThat(e).hasMessage("Cannot settle chunk 0: another session still works on table s0");
                    });
            statement.execute("SELECT 1");
        }
    }

    private Connection dponeSession() throws SQLException {
        return java.sql.DriverManager.getConnection(
                scenario.database.server.jdbcUrl() + "?ApplicationName=dpone",
                scenario.database.server.username(),
                scenario.database.server.password());
    }

    private long key(String table) {
        return AdvisoryLock.stage(scenario.database.staging, table).key();
    }

    /** Returns once a session waits for an advisory lock. */
    private void awaitWaiter() {
        while (scenario.database
                .text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
                .equals("0")) {
            Thread.onSpinWait();
        }
    }

    @Test
    void cancelsARunningImportAndRefusesLaterOnes() throws Exception {
        SealedFile file = rows.seal(folder, 0);
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try (Connection other = scenario.database.server.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT pg_advisory_xact_lock(" + key("s0") + ")");
            Future<ChunkReceipt> importing = pool.submit(() -> stages.importFile(file, new StageAttempt(0, 0, "s0")));
            awaitWaiter();
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
    void mayRetryAfterTheServerEndedTheSession() throws Exception {
        SealedFile file = rows.seal(folder, 0);
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try (Connection other = scenario.database.server.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT pg_advisory_xact_lock(" + key("s0") + ")");
            Future<ChunkReceipt> importing = pool.submit(() -> stages.importFile(file, new StageAttempt(0, 0, "s0")));
            awaitWaiter();
            scenario.database.run(
                    "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted");
            assertThatThrownBy(importing::get).cause().isInstanceOfSatisfying(DponeException.class, e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.TARGET_CONNECTION_LOST);
                assertThat(e.code().mayRetry()).isTrue();
            });
        } finally {
            pool.shutdownNow();
        }
        stages.settle(new StageAttempt(0, 0, "s0"));
        assertThat(stages.importFile(file, new StageAttempt(0, 1, "s0b")).sum()).isEqualTo(rows.sum());
    }

    @Test
    void countsTablesAndBytesOfAllDeliveries() throws IOException {
        StageUsage before = stages.usage();
        scenario.stage(stages, rows, 0);
        scenario.stage(
                scenario.target
                        .deliver(scenario.plan(rows), scenario.database.id("other"))
                        .stages(),
                rows,
                1);
        StageUsage after = stages.usage();
        assertThat(after.tables()).isEqualTo(before.tables() + 2);
        assertThat(after.allocatedBytes()).isGreaterThanOrEqualTo(before.allocatedBytes() + 2 * 8192);
    }
}
