package dev.dpone.mssql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.dpone.column.SourceColumn;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.CommitReceipt;
import dev.dpone.spi.Mutation;
import dev.dpone.spi.Publication;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.TechnicalColumns;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

@EnabledIfEnvironmentVariable(
        named = TestServer.VARIABLE,
        matches = ".+",
        disabledReason = "no SQL Server: DPONE_TEST_MSSQL_URL is not set")
class MergeTest {
    private static final SourceColumn NOTE = Cells.named("note", Cells.nullable(Cells.string()));

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Scenario scenario;

    @BeforeEach
    void open() {
        scenario = new Scenario(folder);
        scenario.technical = TechnicalColumns.OFF;
        scenario.strategy = new Strategy.Merge(List.of("id"));
    }

    @AfterEach
    void close() {
        scenario.close();
    }

    /** Rows of an id and a text. */
    private static Cells notes(@Nullable Object[] ids, @Nullable Object... notes) {
        return new Cells().with(Scenario.id(), ids).as(NOTE, "nvarchar(50)", notes);
    }

    private static Object[] ids(Object... ids) {
        return ids;
    }

    private void target(String... rows) {
        scenario.server.run("CREATE TABLE " + scenario.table() + " (id bigint, note nvarchar(50))");
        for (String row : rows) {
            scenario.server.run("INSERT INTO " + scenario.table() + " VALUES " + row);
        }
    }

    private List<String> rows() {
        return scenario.server.texts("SELECT CONCAT(id, ' ', COALESCE(note, '-')) FROM " + scenario.table()
                + " ORDER BY CASE WHEN id IS NULL THEN 1 ELSE 0 END, id, note");
    }

    private void refuses(Scenario.Ready ready, ErrorCode code, String message) {
        List<String> before = rows();
        assertThatThrownBy(ready::publish).isInstanceOfSatisfying(DponeException.class, e -> {
            assertThat(e.code()).isEqualTo(code);
            assertThat(e).hasMessage(message);
        });
        assertThat(rows()).isEqualTo(before);
        assertThat(scenario.target.findReceipt(ready.id().operationKey())).isEmpty();
    }

    @Test
    void insertsIntoATableItCreates() throws IOException {
        CommitReceipt receipt =
                scenario.prepare("run", notes(ids(1, 2), "a", null)).publish();
        assertThat(receipt.mutation()).isEqualTo(new Mutation("create", 0, 2, 0));
        assertThat(rows()).containsExactly("1 a", "2 -");
    }

    @Test
    void insertsRowsWithNewKeysAndLeavesTheOthers() throws IOException {
        target("(1, 'old'), (NULL, 'no key')");
        CommitReceipt receipt =
                scenario.prepare("run", notes(ids(2, 3), "b", null)).publish();
        assertThat(receipt.mutation()).isEqualTo(new Mutation("merge", 0, 2, 0));
        assertThat(rows()).containsExactly("1 old", "2 b", "3 -", " no key");
    }

    @Test
    void updatesRowsWithKnownKeysAndLeavesTheOthers() throws IOException {
        target("(1, 'old'), (2, NULL), (3, 'kept')");
        CommitReceipt receipt =
                scenario.prepare("run", notes(ids(1, 2), null, "b")).publish();
        assertThat(receipt.mutation()).isEqualTo(new Mutation("merge", 0, 0, 2));
        assertThat(rows()).containsExactly("1 -", "2 b", "3 kept");
        assertThat(scenario.target.findReceipt(receipt.operationKey())).contains(receipt);
    }

    @Test
    void updatesAndInsertsFromSeveralStages() throws IOException {
        target("(1, 'old'), (2, 'old'), (9, 'kept')");
        CommitReceipt receipt = scenario.prepare("run", notes(ids(2, 3), "b", "c"), notes(ids(4), "d"))
                .publish();
        assertThat(receipt.mutation()).isEqualTo(new Mutation("merge", 0, 2, 1));
        assertThat(rows()).containsExactly("1 old", "2 b", "3 c", "4 d", "9 kept");
    }

    @Test
    void changesNothingWithoutRows() throws IOException {
        target("(1, 'old')");
        assertThat(scenario.prepare("run", notes(ids())).publish().mutation())
                .isEqualTo(new Mutation("merge", 0, 0, 0));
        assertThat(rows()).containsExactly("1 old");
    }

    @Test
    void writesTheTechnicalColumnsOfUpdatedRows() throws IOException {
        scenario.technical = TechnicalColumns.MINIMAL;
        scenario.prepare("run1", notes(ids(1, 2), "a", "b")).publish();
        CommitReceipt receipt =
                scenario.prepare("run2", notes(ids(2, 3), "b", "c")).publish();
        assertThat(receipt.mutation()).isEqualTo(new Mutation("merge", 0, 1, 1));
        assertThat(scenario.server.texts(
                        "SELECT CONCAT(id, ' ', __dpone__load_id) FROM " + scenario.table() + " ORDER BY id"))
                .containsExactly("1 run1", "2 run2", "3 run2");
    }

    @Test
    void findsRowsByAllColumnsOfTheKey() throws IOException {
        scenario.strategy = new Strategy.Merge(List.of("note", "id"));
        target("(1, 'a'), (1, 'b'), (2, NULL)");
        CommitReceipt receipt = scenario.prepare(
                        "run",
                        new Cells().as(NOTE, "nvarchar(50)", "a", "a", "c").with(Scenario.id(), 1, 2, 1))
                .publish();
        // No column is left to change: the row that is there counts as updated.
        assertThat(receipt.mutation()).isEqualTo(new Mutation("merge", 0, 2, 1));
        assertThat(rows()).containsExactly("1 a", "1 b", "1 c", "2 -", "2 a");
    }

    @Test
    void refusesNullInAnyColumnOfTheKey() {
        scenario.strategy = new Strategy.Merge(List.of("id", "note"));
        target("(1, 'old')");
        assertThatThrownBy(() -> scenario.prepare("run", notes(ids(1, 2, 3), "secret", null, null)))
                .isInstanceOfSatisfying(DponeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.VERIFICATION_FAILED);
                    assertThat(e).hasMessage("The unique key (id, note) holds NULL in 2 of the delivered rows");
                    assertThat(e.remedy())
                            .isEqualTo("Leave them out in source.options.query.sql, or name columns without NULL in"
                                    + " strategy.unique_key.");
                });
        assertThat(rows()).containsExactly("1 old");
        assertThat(scenario.server.text("SELECT COUNT(*) FROM " + scenario.stage("run_p")))
                .isEqualTo("0");
    }

    @Test
    void refusesKeysThatAreDeliveredTwiceEvenInDifferentStages() {
        target("(1, 'old')");
        assertThatThrownBy(
                        () -> scenario.prepare("run", notes(ids(1, 2, 2), "a", "b", "c"), notes(ids(1, 3), "d", "e")))
                .isInstanceOfSatisfying(DponeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.VERIFICATION_FAILED);
                    assertThat(e)
                            .hasMessage("The unique key (id) repeats among the delivered rows, for 2 of its values");
                    assertThat(e.remedy())
                            .isEqualTo("Select one row per key in source.options.query.sql, or name more columns in"
                                    + " strategy.unique_key.");
                });
        assertThat(rows()).containsExactly("1 old");
    }

    @Test
    void refusesATargetWithSeveralRowsOfADeliveredKey() throws IOException {
        target("(1, 'a'), (1, 'b'), (2, 'c'), (3, 'd'), (3, 'e'), (3, 'f')");
        refuses(
                scenario.prepare("run1", notes(ids(1, 2, 3, 4), "x", "x", "x", "x")),
                ErrorCode.VERIFICATION_FAILED,
                "The unique key (id) repeats in the target " + scenario.table() + ", for 2 of the delivered values");
        // Keys that repeat in the target and are not delivered stay as they are.
        assertThat(scenario.prepare("run2", notes(ids(2, 4), "x", "x"))
                        .publish()
                        .mutation())
                .isEqualTo(new Mutation("merge", 0, 1, 1));
        assertThat(rows()).containsExactly("1 a", "1 b", "2 x", "3 d", "3 e", "3 f", "4 x");
    }

    @Test
    void keepsOtherWritersOutUntilTheCommit() throws Exception {
        assumeFalse(scenario.target.capabilities().babelfish(), "Babelfish ignores locking hints");
        target("(1, 'old')");
        Scenario.Ready ready = scenario.prepare("run", notes(ids(1, 2), "a", "b"));
        try (Publication publication = ready.begin();
                Connection other = scenario.server.connect();
                Statement statement = other.createStatement()) {
            ready.upToCommit(publication);
            statement.execute("SET LOCK_TIMEOUT 50");
            assertThatThrownBy(() -> statement.execute("INSERT INTO " + scenario.table() + " VALUES (2, N'theirs')"))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            e -> assertThat(e.getErrorCode()).isEqualTo(1222));
            publication.commit();
        }
        assertThat(rows()).containsExactly("1 a", "2 b");
    }

    @Test
    void comparesKeysAsTheTargetDoes() throws IOException {
        scenario.strategy = new Strategy.Merge(List.of("k"));
        SourceColumn key = Cells.named("k", Cells.string());
        Cells twins =
                new Cells().as(key, "nvarchar(20)", "a", "A").with(Cells.named("n", Cells.integer(32, true)), 1, 2);
        assertThatThrownBy(() -> scenario.prepare("run1", twins))
                .hasMessage("The unique key (k) repeats among the delivered rows, for 1 of its values");
        scenario.server.run("CREATE TABLE " + scenario.table()
                + " (k nvarchar(20) COLLATE Latin1_General_CS_AS NOT NULL, n int NOT NULL)");
        scenario.server.run("INSERT INTO " + scenario.table() + " VALUES (N'A', 7)");
        assertThat(scenario.prepare("run2", twins).publish().mutation()).isEqualTo(new Mutation("merge", 0, 1, 1));
        assertThat(scenario.server.texts("SELECT CONCAT(k, n) FROM " + scenario.table() + " ORDER BY n"))
                .containsExactly("a1", "A2");
    }

    @Test
    void refusesToUpdateWhereThatWouldChangeOtherRows() throws IOException {
        target("(1, 'a')");
        scenario.server.run("ALTER TABLE " + scenario.table() + " ADD CONSTRAINT by_id UNIQUE (id)");
        scenario.server.run("ALTER TABLE " + scenario.table() + " ADD CONSTRAINT by_text UNIQUE (note)");
        String other = scenario.server.schema + ".other";
        scenario.server.run("CREATE TABLE " + other + " (id bigint, CONSTRAINT by_key FOREIGN KEY (id) REFERENCES "
                + scenario.table() + " (id) ON UPDATE CASCADE ON DELETE CASCADE)");
        // The key itself is never changed, and no row is deleted.
        assertThat(scenario.prepare("run1", notes(ids(1), "b")).publish().mutation())
                .isEqualTo(new Mutation("merge", 0, 0, 1));
        scenario.server.run("CREATE TABLE " + scenario.server.schema
                + ".third (note nvarchar(50), CONSTRAINT by_note FOREIGN KEY (note) REFERENCES " + scenario.table()
                + " (note) ON UPDATE SET NULL)");
        assertThatThrownBy(() -> scenario.prepare("run2", notes(ids(1), "c")))
                .isInstanceOfSatisfying(DponeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.TARGET_UNSUPPORTED);
                    assertThat(e.getMessage())
                            .isEqualToIgnoringCase("Cannot deliver into " + scenario.table()
                                    + ": updating its rows would change table " + scenario.server.schema
                                    + ".third through foreign key by_note");
                });
    }

    @Test
    void notesThatTheKeyHasNoUniqueIndex() {
        Cells rows = notes(ids(1), "a");
        String table = scenario.table();
        String consider = ": each merge reads it as a whole. Consider CREATE UNIQUE INDEX [by_key] ON ["
                + scenario.server.schema + "].[events] ([id]).";
        assertThat(scenario.target.notes(scenario.plan(rows)))
                .containsExactly("Table " + table + " is missing, and will be created without a unique index on ([id])"
                        + consider);
        target();
        scenario.server.run("CREATE UNIQUE INDEX id_note ON " + table + " (id, note)");
        scenario.server.run("CREATE INDEX plain ON " + table + " (id)");
        assertThat(scenario.target.notes(scenario.plan(rows)))
                .containsExactly("Table " + table + " has no unique index on ([id])" + consider);
        scenario.server.run("CREATE UNIQUE INDEX good ON " + table + " (id) INCLUDE (note)");
        assertThat(scenario.target.notes(scenario.plan(rows))).isEmpty();
        scenario.strategy = new Strategy.Merge(List.of("note", "id"));
        assertThat(scenario.target.notes(scenario.plan(rows))).isEmpty();
        scenario.strategy = new Strategy.Merge(List.of("note"));
        Cells endless = new Cells().with(Scenario.id(), 1).with(NOTE, "a");
        assertThat(scenario.target.notes(scenario.plan(endless)))
                .containsExactly(
                        "Table " + table + " has no unique index on ([note]): each merge reads it as a whole. No"
                                + " index can hold (max) types: name a sized type for note in sink.types first.");
        scenario.strategy = new Strategy.Append();
        assertThat(scenario.target.notes(scenario.plan(rows))).isEmpty();
    }
}
