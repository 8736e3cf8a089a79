package dev.dpone.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PublicationTest {
    private static final Instant DAY = Instant.parse("2026-01-01T00:00:00Z");

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

    private List<String> ids() {
        return scenario.database.texts("SELECT id FROM " + scenario.table() + " ORDER BY id");
    }

    @Test
    void createsAMissingTableAndItsSchema() throws IOException {
        scenario.database.run("DROP SCHEMA " + scenario.database.schema);
        TestRows rows = Scenario.events(0, 3);
        CommitReceipt receipt = scenario.prepare("run", rows).publish();
        assertThat(receipt.mutation()).isEqualTo(new Mutation("create", 0, 3));
        assertThat(ids()).containsExactly("0", "1", "2");
        assertThat(scenario.database.texts(
                        "SELECT attname || ' ' || format_type(atttypid, atttypmod) || CASE WHEN attnotnull THEN ' NOT NULL'"
                                + " ELSE '' END FROM pg_attribute WHERE attrelid = '" + scenario.table()
                                + "'::regclass AND attnum > 0 ORDER BY attnum"))
                .containsExactly(
                        "id bigint NOT NULL",
                        "note text",
                        "at timestamp with time zone",
                        "__dpone__load_id text NOT NULL",
                        "__dpone__loaded_at timestamp with time zone NOT NULL");
        assertThat(scenario.database.text(
                        "SELECT relpersistence FROM pg_class WHERE oid = '" + scenario.table() + "'::regclass"))
                .isEqualTo("p");
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
        scenario.database.run("ALTER TABLE " + table + " ADD PRIMARY KEY (id)");
        scenario.database.run("CREATE INDEX by_note ON " + table + " (note)");
        scenario.database.run("CREATE VIEW " + scenario.database.schema + ".seen AS SELECT id FROM " + table);
        scenario.database.run("GRANT SELECT ON " + table + " TO PUBLIC");
        scenario.database.run("COMMENT ON TABLE " + table + " IS 'kept'");
        String before = shape();
        scenario.strategy = new Strategy.FullRefresh();
        CommitReceipt receipt = scenario.prepare("run2", Scenario.events(2, 7)).publish();
        assertThat(receipt.mutation()).isEqualTo(new Mutation("truncate", -1, 5));
        assertThat(ids()).containsExactly("2", "3", "4", "5", "6");
        assertThat(shape())
                .isEqualTo(before)
                .contains("pkey")
                .contains("by_note")
                .contains("kept");
        assertThat(scenario.database.text("SELECT count(*) FROM " + scenario.database.schema + ".seen"))
                .isEqualTo("5");
    }

    /** What of the target must survive: its oid, indexes, grants and comment. */
    private String shape() {
        String oid = "'" + scenario.table() + "'::regclass";
        return scenario.database.text("SELECT concat_ws(' ', " + oid + "::oid, (SELECT string_agg(indexrelid::regclass"
                + "::text, ',' ORDER BY indexrelid) FROM pg_index WHERE indrelid = " + oid
                + "), (SELECT relacl FROM pg_class WHERE oid = " + oid + "), obj_description(" + oid + "))");
    }

    @Test
    void refreshesByDeletingWhatOtherTablesReferTo() throws IOException {
        scenario.prepare("run1", Scenario.events(0, 3)).publish();
        refer("NO ACTION DEFERRABLE", 2);
        scenario.strategy = new Strategy.FullRefresh();
        CommitReceipt receipt = scenario.prepare("run2", Scenario.events(2, 5)).publish();
        assertThat(receipt.mutation()).isEqualTo(new Mutation("delete", 3, 3));
        assertThat(ids()).containsExactly("2", "3", "4");
    }

    @Test
    void changesNothingWhenAKeyCheckedAtCommitFails() throws IOException {
        scenario.prepare("run1", Scenario.events(0, 3)).publish();
        refer("NO ACTION DEFERRABLE", 0);
        scenario.strategy = new Strategy.FullRefresh();
        Scenario.Ready ready = scenario.prepare("run2", Scenario.events(2, 5));
        try (Publication publication = ready.begin()) {
            ready.upToCommit(publication);
            assertThatThrownBy(publication::commit).isInstanceOfSatisfying(DponeException.class, e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.TARGET_REFUSED);
                assertThat(e)
                        .hasMessage(
                                "Cannot commit the publication into %s: update or delete on table \"events\" violates"
                                        + " foreign key constraint \"refers\" on table \"other\" (SQLSTATE 23503)",
                                scenario.table());
                assertThat(e.remedy())
                        .isEqualTo(
                                "Deliver rows that foreign key refers allows; if it refers to rows that are replaced,"
                                        + " make it DEFERRABLE.");
            });
        }
        assertThat(ids()).containsExactly("0", "1", "2");
        assertThat(scenario.target.findReceipt(ready.id().operationKey())).isEmpty();
    }

    @Test
    void refusesToDeleteWhereThatWouldChangeOtherTables() throws IOException {
        scenario.prepare("run1", Scenario.events(0, 3)).publish();
        scenario.strategy = new Strategy.FullRefresh();
        Scenario.Ready ready = scenario.prepare("run2", Scenario.events(2, 5));
        refer("CASCADE", 2);
        for (org.assertj.core.api.ThrowableAssert.ThrowingCallable call :
                List.<org.assertj.core.api.ThrowableAssert.ThrowingCallable>of(
                        () -> scenario.target.admit(scenario.plan(Scenario.events(0, 1))), ready::publish)) {
            assertThatThrownBy(call).isInstanceOfSatisfying(DponeException.class, e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.TARGET_UNSUPPORTED);
                assertThat(e)
                        .hasMessage(
                                "Cannot deliver into %s: deleting its rows would change table %s.other through foreign key"
                                        + " refers",
                                scenario.table(), scenario.database.schema);
            });
        }
        assertThat(ids()).containsExactly("0", "1", "2");
        scenario.strategy = new Strategy.Append();
        scenario.prepare("run3", Scenario.events(3, 4)).publish();
        assertThat(ids()).containsExactly("0", "1", "2", "3");
    }

    private void refer(String action, int id) {
        scenario.database.run("ALTER TABLE " + scenario.table() + " ADD PRIMARY KEY (id)");
        scenario.database.run("CREATE TABLE " + scenario.database.schema
                + ".other (event bigint CONSTRAINT refers REFERENCES " + scenario.table() + " ON DELETE " + action
                + ")");
        scenario.database.run("INSERT INTO " + scenario.database.schema + ".other VALUES (" + id + ")");
    }

    @Test
    void replacesTheHalfOpenWindowOnly() throws IOException {
        scenario.prepare("run1", Scenario.events(0, 10)).publish();
        scenario.database.run("INSERT INTO " + scenario.table() + " VALUES (100, 'no time', NULL, 'run1', now())");
        window(3, 6);
        TestRows replacement = new TestRows()
                .with(Types.int64("id"), 33, 55)
                .with(Types.nullableString("note"), "new", null)
                .with(
                        Types.nullable(Types.dateTime64("at", 3)),
                        DAY.plus(Duration.ofHours(3)),
                        DAY.plus(Duration.ofHours(6)).minusMillis(1));
        CommitReceipt receipt = scenario.prepare("run2", replacement).publish();
        assertThat(receipt.mutation()).isEqualTo(new Mutation("delete", 3, 2));
        assertThat(ids()).containsExactly("0", "1", "2", "6", "7", "8", "9", "33", "55", "100");
    }

    @Test
    void emptiesTheWindowWhenTheSourceHasNoRowsInIt() throws IOException {
        scenario.prepare("run1", Scenario.events(0, 10)).publish();
        window(3, 6);
        TestRows none = Scenario.events(3, 3);
        CommitReceipt receipt = scenario.prepare("run2", none).publish();
        assertThat(receipt.mutation()).isEqualTo(new Mutation("delete", 3, 0));
        assertThat(ids()).containsExactly("0", "1", "2", "6", "7", "8", "9");
    }

    @Test
    void replacesAWindowOfDays() throws IOException {
        TestRows days = new TestRows().with(Types.int64("id"), 0, 1, 2, 3).with(Types.date("at"), 10, 11, 12, 13);
        scenario.prepare("run1", days).publish();
        scenario.strategy = new Strategy.PartitionReplace(
                new Window("at", Instant.EPOCH.plus(Duration.ofDays(11)), Instant.EPOCH.plus(Duration.ofDays(13))));
        TestRows replacement = new TestRows().with(Types.int64("id"), 22).with(Types.date("at"), 12);
        assertThat(scenario.prepare("run2", replacement).publish().mutation()).isEqualTo(new Mutation("delete", 2, 1));
        assertThat(ids()).containsExactly("0", "3", "22");
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
    void checksAnExistingTableAgainUnderItsLock() throws IOException {
        scenario.prepare("run1", Scenario.events(0, 3)).publish();
        Scenario.Ready ready = scenario.prepare("run2", Scenario.events(5, 9));
        scenario.database.run("ALTER TABLE " + scenario.table() + " ADD COLUMN extra int DEFAULT 1");
        assertThatThrownBy(ready::publish).isInstanceOfSatisfying(DponeException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.TARGET_DIFFERS);
            assertThat(e).hasMessage("Table %s differs from the plan: column extra is not delivered", scenario.table());
        });
        scenario.database.run("ALTER TABLE " + scenario.table() + " DROP COLUMN extra");
        scenario.database.run("CREATE FUNCTION " + scenario.database.schema
                + ".nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'");
        scenario.database.run("CREATE TRIGGER swallow BEFORE INSERT ON " + scenario.table()
                + " FOR EACH ROW EXECUTE FUNCTION " + scenario.database.schema + ".nothing()");
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
                            ready.prepared().objectId(), true, 5, Optional.of(0L), Optional.empty(), "unchanged_xmin"));
        }
        scenario.database.run("UPDATE " + scenario.stage("run_p") + " SET note = 'x' WHERE id = 3");
        try (Publication publication = ready.begin()) {
            assertThat(publication.lockPrepared().alteredRows()).contains(1L);
        }
        scenario.database.run("DROP TABLE " + scenario.stage("run_p"));
        try (Publication publication = ready.begin()) {
            assertThat(publication.lockPrepared().objectId()).isEqualTo(-1);
        }
    }

    @Test
    void locksThePreparedTableAgainstWriters() throws Exception {
        Scenario.Ready ready = scenario.prepare("run", Scenario.events(0, 5));
        try (Publication publication = ready.begin();
                Connection other = scenario.database.server.connect();
                Statement statement = other.createStatement()) {
            publication.lockPrepared();
            statement.execute("SET lock_timeout = '50ms'");
            assertThatThrownBy(() -> statement.execute("DELETE FROM " + scenario.stage("run_p")))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("lock timeout");
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
        var pool = java.util.concurrent.Executors.newSingleThreadExecutor();
        try (Publication one = ready.begin();
                Publication two = ready.begin()) {
            CommitReceipt receipt = ready.upToCommit(one);
            var waiting = pool.submit(() -> two.lockTarget(Duration.ofSeconds(30)));
            while (scenario.database
                    .text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
                    .equals("0")) {
                Thread.onSpinWait();
            }
            one.commit();
            assertThat(waiting.get()).isTrue();
            assertThat(two.receipt()).contains(receipt);
        } finally {
            pool.shutdownNow();
        }
        assertThat(ids()).containsExactly("0", "1", "2");
    }

    @Test
    void storesOneReceiptPerOperation() throws IOException {
        Scenario.Ready ready = scenario.prepare("run", Scenario.events(0, 3));
        ready.publish();
        try (Publication again = ready.begin()) {
            assertThatThrownBy(() -> again.record(ready.receipt(new Mutation("insert", 0, 3))))
                    .isInstanceOf(DponeException.class)
                    .hasMessage("Cannot write the commit receipt: duplicate key value violates unique constraint"
                            + " \"commit_receipts_pkey\" (SQLSTATE 23505)");
        }
    }

    @Test
    void reportsABusyTargetTable() throws Exception {
        scenario.strategy = new Strategy.FullRefresh();
        scenario.prepare("run1", Scenario.events(0, 3)).publish();
        Scenario.Ready ready = scenario.prepare("run2", Scenario.events(5, 9));
        try (Connection reader = scenario.database.server.connect();
                Statement statement = reader.createStatement()) {
            reader.setAutoCommit(false);
            statement.execute("SELECT * FROM " + scenario.table());
            assertThatThrownBy(ready::publish).isInstanceOfSatisfying(DponeException.class, e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.TARGET_BUSY);
                assertThat(e)
                        .hasMessage(
                                "Cannot publish into %s: canceling statement due to lock timeout (SQLSTATE 55P03)",
                                scenario.table());
            });
        }
        assertThat(ids()).containsExactly("0", "1", "2");
    }

    @Test
    void neverShowsTheRowsOfAServersDetail() throws IOException {
        scenario.technical = TechnicalColumns.OFF;
        scenario.database.run("CREATE TABLE " + scenario.table()
                + " (id bigint CONSTRAINT small CHECK (id < 5), note text, at timestamptz)");
        Scenario.Ready ready = scenario.prepare("run", Scenario.events(0, 9));
        assertThatThrownBy(ready::publish).isInstanceOfSatisfying(DponeException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.TARGET_REFUSED);
            assertThat(e)
                    .hasMessage(
                            "Cannot publish into %s: new row for relation \"events\" violates check constraint \"small\""
                                    + " (SQLSTATE 23514)",
                            scenario.table());
            assertThat(e.remedy()).endsWith("constraint small.");
        });
        assertThat(ids()).isEmpty();
    }
}
