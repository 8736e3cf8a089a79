package dev.dpone.mssql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.CommitReceipt;
import dev.dpone.spi.Mutation;
import dev.dpone.spi.Publication;
import dev.dpone.spi.StageObservation;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.TechnicalColumns;
import dev.dpone.spi.Window;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
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
class PublicationTest {
    private static final Instant DAY = Instant.parse("2026-01-01T00:00:00Z");

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

    private List<String> ids() {
        return server.texts("SELECT id FROM " + scenario.table() + " ORDER BY id");
    }

    @Test
    void createsAMissingTableAndItsSchema() throws IOException {
        server.run("DROP SCHEMA " + server.schema);
        Cells rows = Scenario.events(0, 3);
        CommitReceipt receipt = scenario.prepare("run", rows).publish();
        assertThat(receipt.mutation()).isEqualTo(new Mutation("create", 0, 3));
        assertThat(ids()).containsExactly("0", "1", "2");
        assertThat(server.texts("SELECT CONCAT(COLUMN_NAME, ' ', DATA_TYPE, ' ', CHARACTER_MAXIMUM_LENGTH, ' ',"
                        + " DATETIME_PRECISION, ' ', IS_NULLABLE) FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_SCHEMA = N'"
                        + server.schema + "' ORDER BY ORDINAL_POSITION"))
                .containsExactly(
                        "id bigint   NO",
                        "note nvarchar -1  YES",
                        "at datetime2  3 YES",
                        "__dpone__load_id nvarchar 128  NO",
                        "__dpone__loaded_at datetime2  "
                                + scenario.target.capabilities().finestScale() + " NO");
        // The created table is one that the next delivery admits.
        assertThat(scenario.prepare("run2", rows).publish().mutation()).isEqualTo(new Mutation("insert", 0, 3));
    }

    @Test
    void storesEveryFieldOfTheReceipt() throws IOException {
        Scenario.Ready ready = scenario.prepare("run", Scenario.events(0, 3));
        CommitReceipt sent = ready.receipt(new Mutation("create", 0, 3));
        CommitReceipt stored = ready.publish();
        assertThat(stored.committedAt()).isAfter(stored.loadedAt());
        assertThat(stored)
                .isEqualTo(new CommitReceipt(
                        sent.receiptId(),
                        sent.operationKey(),
                        sent.targetIdentity(),
                        sent.runId(),
                        sent.pipeline(),
                        sent.fenceEpoch(),
                        sent.planFingerprint(),
                        sent.strategy(),
                        sent.mutation(),
                        sent.rows(),
                        sent.businessDigest(),
                        sent.fullDigest(),
                        sent.chunks(),
                        sent.loadedAt(),
                        stored.committedAt()));
        assertThat(scenario.target.findReceipt(sent.operationKey())).contains(stored);
        assertThat(scenario.target.findReceipt("unknown")).isEmpty();
        try (Publication again = ready.begin()) {
            assertThat(again.receipt()).contains(stored);
        }
    }

    @Test
    void appends() throws IOException {
        scenario.prepare("run1", Scenario.events(0, 3)).publish();
        CommitReceipt receipt = scenario.prepare("run2", Scenario.events(2, 5)).publish();
        assertThat(receipt.mutation()).isEqualTo(new Mutation("insert", 0, 3));
        assertThat(ids()).containsExactly("0", "1", "2", "2", "3", "4");
    }

    @Test
    void refreshesByTruncatingAndKeepsTheTableWithAllThatHangsOnIt() throws IOException {
        scenario.prepare("run1", Scenario.events(0, 3)).publish();
        String table = scenario.table();
        server.run("ALTER TABLE " + table + " ADD CONSTRAINT pk_" + server.schema + " PRIMARY KEY (id)");
        server.run("CREATE INDEX by_time ON " + table + " (at)");
        server.run("CREATE INDEX late ON " + table + " (id) WHERE at > '2026-01-01'");
        server.run("CREATE VIEW " + server.schema + ".seen AS SELECT id FROM " + table);
        server.run("GRANT SELECT ON " + table + " TO PUBLIC");
        List<String> before = shape();
        scenario.strategy = new Strategy.FullRefresh();
        CommitReceipt receipt = scenario.prepare("run2", Scenario.events(2, 7)).publish();
        assertThat(receipt.mutation()).isEqualTo(new Mutation("truncate", -1, 5));
        assertThat(ids()).containsExactly("2", "3", "4", "5", "6");
        assertThat(shape()).isEqualTo(before).hasSizeGreaterThanOrEqualTo(5);
        assertThat(server.text("SELECT COUNT(*) FROM " + server.schema + ".seen"))
                .isEqualTo("5");
    }

    /** What of the target must survive: its id, indexes and grants. */
    private List<String> shape() {
        String id = "OBJECT_ID(N'" + scenario.table() + "')";
        return server.texts("SELECT CAST(object_id AS varchar(20)) + ' ' + COALESCE(name, '') FROM sys.indexes WHERE"
                + " object_id = " + id
                + " UNION ALL SELECT CONCAT('grant ', HAS_PERMS_BY_NAME(N'" + scenario.table()
                + "', N'OBJECT', N'SELECT')) UNION ALL SELECT CAST(" + id + " AS varchar(20)) ORDER BY 1");
    }

    @Test
    void refreshesByDeletingWhatOtherTablesReferTo() throws IOException {
        scenario.prepare("run1", Scenario.events(0, 3)).publish();
        refer("NO ACTION", Optional.empty());
        scenario.strategy = new Strategy.FullRefresh();
        CommitReceipt receipt = scenario.prepare("run2", Scenario.events(2, 5)).publish();
        assertThat(receipt.mutation()).isEqualTo(new Mutation("delete", 3, 3));
        assertThat(ids()).containsExactly("2", "3", "4");
    }

    @Test
    void changesNothingWhenAnotherTableStillRefersToARow() throws IOException {
        scenario.prepare("run1", Scenario.events(0, 3)).publish();
        refer("NO ACTION", Optional.of(0));
        scenario.strategy = new Strategy.FullRefresh();
        Scenario.Ready ready = scenario.prepare("run2", Scenario.events(2, 5));
        assertThatThrownBy(ready::publish).isInstanceOfSatisfying(DponeException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.TARGET_REFUSED);
            assertThat(e.getMessage())
                    .startsWith("Cannot publish into " + scenario.table() + ": ")
                    .endsWith("(error 547)");
            assertThat(e.remedy()).contains("refers");
        });
        assertThat(ids()).containsExactly("0", "1", "2");
        assertThat(scenario.target.findReceipt(ready.id().operationKey())).isEmpty();
    }

    @Test
    void refusesToDeleteWhereThatWouldChangeOtherTables() throws IOException {
        scenario.prepare("run1", Scenario.events(0, 3)).publish();
        scenario.strategy = new Strategy.FullRefresh();
        Scenario.Ready ready = scenario.prepare("run2", Scenario.events(2, 5));
        refer("CASCADE", Optional.of(2));
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> scenario.target.admit(scenario.plan(Scenario.events(0, 1))), ready::publish)) {
            assertThatThrownBy(call).isInstanceOfSatisfying(DponeException.class, e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.TARGET_UNSUPPORTED);
                assertThat(e.getMessage())
                        .isEqualToIgnoringCase("Cannot deliver into " + scenario.table()
                                + ": deleting its rows would change table " + server.schema
                                + ".other through foreign key refers");
            });
        }
        assertThat(ids()).containsExactly("0", "1", "2");
        scenario.strategy = new Strategy.Append();
        scenario.prepare("run3", Scenario.events(3, 4)).publish();
        assertThat(ids()).containsExactly("0", "1", "2", "3");
    }

    private void refer(String action, Optional<Integer> id) {
        server.run("ALTER TABLE " + scenario.table() + " ADD CONSTRAINT pk_" + server.schema + " PRIMARY KEY (id)");
        server.run("CREATE TABLE " + server.schema + ".other (event bigint, CONSTRAINT refers FOREIGN KEY (event)"
                + " REFERENCES " + scenario.table() + " (id) ON DELETE " + action + ")");
        id.ifPresent(value -> server.run("INSERT INTO " + server.schema + ".other VALUES (" + value + ")"));
    }

    @Test
    void replacesTheHalfOpenWindowOnly() throws IOException {
        scenario.prepare("run1", Scenario.events(0, 10)).publish();
        server.run("INSERT INTO " + scenario.table() + " VALUES (100, N'no time', NULL, N'run1', SYSUTCDATETIME())");
        window(3, 6);
        Cells replacement = Scenario.events(new Object[] {33, 55}, new Object[] {"new", null}, new Object[] {
            Scenario.millis(3), Scenario.millis(6) - 1
        });
        CommitReceipt receipt = scenario.prepare("run2", replacement).publish();
        assertThat(receipt.mutation()).isEqualTo(new Mutation("delete", 3, 2));
        assertThat(ids()).containsExactly("0", "1", "2", "6", "7", "8", "9", "33", "55", "100");
    }

    @Test
    void emptiesTheWindowWhenTheSourceHasNoRowsInIt() throws IOException {
        scenario.prepare("run1", Scenario.events(0, 10)).publish();
        window(3, 6);
        CommitReceipt receipt = scenario.prepare("run2", Scenario.events(3, 3)).publish();
        assertThat(receipt.mutation()).isEqualTo(new Mutation("delete", 3, 0));
        assertThat(ids()).containsExactly("0", "1", "2", "6", "7", "8", "9");
    }

    @Test
    void replacesAWindowOfDays() throws IOException {
        scenario.prepare("run1", days(new Object[] {0, 1, 2, 3}, 10, 11, 12, 13))
                .publish();
        scenario.strategy = new Strategy.PartitionReplace(
                new Window("at", Instant.EPOCH.plus(Duration.ofDays(11)), Instant.EPOCH.plus(Duration.ofDays(13))));
        assertThat(scenario.prepare("run2", days(new Object[] {22}, 12))
                        .publish()
                        .mutation())
                .isEqualTo(new Mutation("delete", 2, 1));
        assertThat(ids()).containsExactly("0", "3", "22");
    }

    private static Cells days(Object[] ids, Object... days) {
        return new Cells().with(Scenario.id(), ids).with(Cells.named("at", Cells.date()), days);
    }

    private void window(int fromHour, int toHour) {
        scenario.strategy = new Strategy.PartitionReplace(
                new Window("at", DAY.plus(Duration.ofHours(fromHour)), DAY.plus(Duration.ofHours(toHour))));
    }

    @Test
    void rollsBackUnlessCommitted() throws IOException {
        scenario.strategy = new Strategy.FullRefresh();
        scenario.prepare("run1", Scenario.events(0, 3)).publish();
        Scenario.Ready ready = scenario.prepare("run2", Scenario.events(5, 9));
        try (Publication publication = ready.begin()) {
            ready.upToCommit(publication);
        }
        assertThat(ids()).containsExactly("0", "1", "2");
        assertThat(scenario.target.findReceipt(ready.id().operationKey())).isEmpty();
        ready.publish();
        assertThat(ids()).containsExactly("5", "6", "7", "8");
    }

    @Test
    void doesNotTakeASilentRollbackForACommit() throws IOException {
        Scenario.Ready ready = scenario.prepare("run", Scenario.events(0, 3));
        try (MssqlPublication publication = (MssqlPublication) ready.begin()) {
            ready.upToCommit(publication);
            publication.session().execute("IF @@TRANCOUNT > 0 ROLLBACK");
            assertThatThrownBy(publication::commit).isInstanceOfSatisfying(DponeException.class, e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.TARGET_FAILED);
                assertThat(e)
                        .hasMessage(
                                "Cannot commit the publication into %s: the server has ended the transaction that changed"
                                        + " it",
                                scenario.table());
            });
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        assertThat(scenario.target.findReceipt(ready.id().operationKey())).isEmpty();
        assertThat(server.exists(scenario.table())).isFalse();
    }

    @Test
    void checksAnExistingTableAgain() throws IOException {
        scenario.prepare("run1", Scenario.events(0, 3)).publish();
        Scenario.Ready ready = scenario.prepare("run2", Scenario.events(5, 9));
        server.run("ALTER TABLE " + scenario.table() + " ADD extra int NULL");
        assertThatThrownBy(ready::publish).isInstanceOfSatisfying(DponeException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.TARGET_DIFFERS);
            assertThat(e).hasMessage("Table %s differs from the plan: column extra is not delivered", scenario.table());
        });
        server.run("ALTER TABLE " + scenario.table() + " DROP COLUMN extra");
        server.run("CREATE TRIGGER " + server.schema + ".swallow ON " + scenario.table()
                + " INSTEAD OF INSERT AS SELECT 1");
        assertThatThrownBy(ready::publish)
                .isInstanceOf(DponeException.class)
                .hasMessage(
                        "Cannot deliver into %s: it has trigger swallow, which could change what is written",
                        scenario.table());
        assertThat(ids()).containsExactly("0", "1", "2");
    }

    @Test
    void seesThatThePreparedTableChanged() throws IOException {
        Scenario.Ready ready = scenario.prepare("run", Scenario.events(0, 5));
        try (Publication publication = ready.begin()) {
            assertThat(publication.lockPrepared())
                    .isEqualTo(new StageObservation(
                            ready.prepared().objectId(),
                            true,
                            5,
                            Optional.of(0L),
                            Optional.empty(),
                            "unchanged_rowversion"));
        }
        server.run("UPDATE " + scenario.stage("run_p") + " SET note = N'x' WHERE id = 3");
        try (Publication publication = ready.begin()) {
            assertThat(publication.lockPrepared().alteredRows()).contains(1L);
        }
        server.run("DROP TABLE " + scenario.stage("run_p"));
        try (Publication publication = ready.begin()) {
            assertThat(publication.lockPrepared().objectId()).isEqualTo(-1);
        }
    }

    @Test
    void locksThePreparedTableAgainstWriters() throws Exception {
        assumeFalse(scenario.target.capabilities().babelfish(), "Babelfish ignores locking hints");
        Scenario.Ready ready = scenario.prepare("run", Scenario.events(0, 5));
        try (Publication publication = ready.begin();
                Connection other = server.connect();
                Statement statement = other.createStatement()) {
            publication.lockPrepared();
            statement.execute("SET LOCK_TIMEOUT 50");
            assertThatThrownBy(() -> statement.execute("DELETE FROM " + scenario.stage("run_p")))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            e -> assertThat(e.getErrorCode()).isEqualTo(1222));
        }
    }

    @Test
    void letsOnePublicationAtATimeIntoATarget() throws IOException {
        Scenario.Ready first = scenario.prepare("run1", Scenario.events(0, 3));
        Scenario.Ready second = scenario.prepare("run2", Scenario.events(5, 9));
        try (Publication one = first.begin();
                Publication two = second.begin()) {
            first.upToCommit(one);
            assertThat(two.lockTarget(Duration.ofMillis(50))).isFalse();
            one.commit();
        }
        try (Publication two = second.begin()) {
            assertThat(two.lockTarget(Duration.ofMillis(50))).isTrue();
            assertThat(two.fenceEpoch()).isEqualTo(second.id().fenceEpoch());
        }
    }

    @Test
    void aPublicationThatWaitedSeesWhatTheFirstOneCommitted() throws Exception {
        Scenario.Ready ready = scenario.prepare("run", Scenario.events(0, 3));
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try (Publication one = ready.begin();
                Publication two = ready.begin()) {
            CommitReceipt receipt = ready.upToCommit(one);
            Future<Boolean> waiting = pool.submit(() -> two.lockTarget(Duration.ofSeconds(30)));
            server.awaitWaiter();
            one.commit();
            assertThat(waiting.get()).isTrue();
            assertThat(two.receipt()).contains(receipt);
        } finally {
            pool.shutdownNow();
        }
        assertThat(ids()).containsExactly("0", "1", "2");
    }

    @Test
    void theFenceCannotBeOpenedWhileAPublicationIsUnderWay() throws IOException {
        Scenario.Ready ready = scenario.prepare("run", Scenario.events(0, 3));
        String identity = ready.id().targetIdentity();
        try (Publication publication = ready.begin()) {
            publication.lockTarget(Duration.ofSeconds(5));
            assertThatThrownBy(() -> scenario.target.openFence(identity, "other"))
                    .isInstanceOfSatisfying(DponeException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.TARGET_BUSY);
                        assertThat(e.getMessage())
                                .startsWith("Cannot open the target's fence: Another session of dpone holds application"
                                        + " lock dpone:target:");
                    });
        }
        long next = ready.id().fenceEpoch() + 1;
        assertThat(scenario.target.openFence(identity, "other")).isEqualTo(next);
        try (Publication publication = ready.begin()) {
            publication.lockTarget(Duration.ofSeconds(5));
            assertThat(publication.fenceEpoch()).isEqualTo(next);
        }
    }

    @Test
    void storesOneReceiptPerOperation() throws IOException {
        Scenario.Ready ready = scenario.prepare("run", Scenario.events(0, 3));
        ready.publish();
        try (Publication again = ready.begin()) {
            assertThatThrownBy(() -> again.record(ready.receipt(new Mutation("insert", 0, 3))))
                    .isInstanceOfSatisfying(DponeException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.TARGET_REFUSED);
                        assertThat(e.getMessage())
                                .startsWith("Cannot write the commit receipt: ")
                                .endsWith("(error 2627)")
                                .doesNotContain(ready.id().operationKey());
                    });
        }
    }

    @Test
    void reportsABusyTargetTable() throws Exception {
        scenario.strategy = new Strategy.FullRefresh();
        scenario.prepare("run1", Scenario.events(0, 3)).publish();
        Scenario.Ready ready = scenario.prepare("run2", Scenario.events(5, 9));
        try (Connection writer = server.connect();
                Statement statement = writer.createStatement()) {
            writer.setAutoCommit(false);
            statement.execute("UPDATE " + scenario.table() + " SET note = N'x'");
            assertThatThrownBy(ready::publish).isInstanceOfSatisfying(DponeException.class, e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.TARGET_BUSY);
                assertThat(e.getMessage())
                        .startsWith("Cannot publish into " + scenario.table() + ": ")
                        .endsWith("(error 1222)");
            });
            writer.rollback();
        }
        assertThat(ids()).containsExactly("0", "1", "2");
    }

    @Test
    void refusesRowsThatAConstraintOfTheTargetRefuses() throws IOException {
        scenario.technical = TechnicalColumns.OFF;
        server.run("CREATE TABLE " + scenario.table()
                + " (id bigint, note nvarchar(max), at datetime2(3), CONSTRAINT small CHECK (id < 5))");
        Scenario.Ready ready = scenario.prepare("run", Scenario.events(0, 9));
        assertThatThrownBy(ready::publish).isInstanceOfSatisfying(DponeException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.TARGET_REFUSED);
            assertThat(e.getMessage()).endsWith("(error 547)").doesNotContain("note 5");
            assertThat(e.remedy()).endsWith("constraint small.");
        });
        assertThat(ids()).isEmpty();
    }
}
