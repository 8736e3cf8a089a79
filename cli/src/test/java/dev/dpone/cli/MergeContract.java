package dev.dpone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a merge does, on every target. */
abstract class MergeContract {
    private static final String BY_ID = "{mode: merge, unique_key: [id]}";

    @TempDir
    Path folder;

    private final TestTarget target;
    private Cli cli;

    MergeContract(TestTarget target) {
        this.target = target;
    }

    @BeforeEach
    void connect() {
        cli = new Cli(folder).withServers(target);
    }

    private void manifest(String table, String strategy) {
        cli.write("m.yaml", Cli.manifest(target, table, strategy, "technical_columns: 'off'", ""));
    }

    private Cli.Ran succeed(String... options) {
        Cli.Ran ran = cli.deliver("m.yaml", options);
        assertThat(ran.exit()).as(ran.err()).isZero();
        return ran;
    }

    private List<String> rows(String table) {
        return target.rows("SELECT id, note FROM " + target.table(table) + " ORDER BY 1, 2");
    }

    @Test
    void updatesInsertsAndKeepsRowsAndTheSameRunIdDoesSoOnce() throws IOException {
        String table = SourceTables.create(
                "id UInt16, note Nullable(String)", "SELECT * FROM values((1, 'new'), (2, NULL), (3, 'added'))");
        target.create(table, "id UInt16", "note Nullable(String)");
        target.execute("INSERT INTO " + target.table(table) + " (id, note) VALUES (1, 'old'), (2, 'old'), (9, 'kept')");
        manifest(table, BY_ID);

        Cli.Ran ran = succeed("--run-id", "a-" + table);

        assertThat(rows(table)).containsExactly("1|new", "2|null", "3|added", "9|kept");
        assertThat(ran.delivery().get("strategy").asString()).isEqualTo("merge");
        assertThat(ran.delivery().get("mutation").asString()).isEqualTo("merge");
        assertThat(ran.delivery().get("rows").asLong()).isEqualTo(3);
        assertThat(ran.delivery().get("deleted_rows").asLong()).isZero();
        assertThat(ran.delivery().get("inserted_rows").asLong()).isEqualTo(1);
        assertThat(ran.delivery().get("updated_rows").asLong()).isEqualTo(2);
        assertThat(Files.readString(Path.of(ran.delivery().get("evidence").asString())))
                .contains("{\"how\":\"merge\",\"deleted_rows\":0,\"inserted_rows\":1,\"updated_rows\":2}");

        target.execute("UPDATE " + target.table(table) + " SET note = 'changed since' WHERE id = 1");
        Cli.Ran again = succeed("--run-id", "a-" + table);
        assertThat(again.delivery().get("status").asString()).isEqualTo("already_published");
        assertThat(again.delivery().get("updated_rows").asLong()).isEqualTo(2);
        assertThat(rows(table)).containsExactly("1|changed since", "2|null", "3|added", "9|kept");

        SourceTables.insert(table, "SELECT 10, 'late'");
        assertThat(succeed().delivery().get("updated_rows").asLong()).isEqualTo(3);
        assertThat(rows(table)).containsExactly("1|new", "2|null", "3|added", "9|kept", "10|late");
    }

    @Test
    void createsAMissingTargetAndMergesIntoItByACompositeKey() {
        String table = SourceTables.create(
                "shop String, number UInt64, total Decimal(9, 2)",
                "SELECT * FROM values(('a', 1, 1.5), ('a', 2, 2.5), ('b', 1, 3.5))");
        cli.write("m.yaml", Cli.manifest(target, table, "{mode: merge, unique_key: [shop, number]}"));
        assertThat(succeed().delivery().get("mutation").asString()).isEqualTo("create");
        SourceTables.clickhouse("TRUNCATE TABLE " + SourceTables.DATABASE + "." + table);
        SourceTables.insert(table, "SELECT * FROM values(('a', 1, 9.5), ('b', 2, 4.5))");

        Cli.Ran ran = succeed();

        assertThat(ran.delivery().get("inserted_rows").asLong()).isEqualTo(1);
        assertThat(ran.delivery().get("updated_rows").asLong()).isEqualTo(1);
        assertThat(target.rows("SELECT shop, number, total FROM " + target.table(table) + " ORDER BY 1, 2"))
                .containsExactly("a|1|9.50", "a|2|2.50", "b|1|3.50", "b|2|4.50");
        assertThat(target.rows("SELECT shop, number FROM " + target.table(table) + " WHERE __dpone__load_id = '"
                        + ran.delivery().get("run_id").asString() + "' ORDER BY 1, 2"))
                .containsExactly("a|1", "b|2");
    }

    @Test
    void refusesNullAndRepeatedKeysAndATargetThatRepeatsThemUnchanged() {
        String nulls = SourceTables.create(
                "id Nullable(UInt16), note String", "SELECT * FROM values((1, 'a'), (NULL, 'secret'))");
        String repeated = SourceTables.create(
                "id Nullable(UInt16), note String", "SELECT * FROM values((7, 'a'), (7, 'secret'), (8, 'b'))");
        String twice = SourceTables.create("id Nullable(UInt16), note String", "SELECT 5, 'secret'");

        refuses(nulls, "The unique key (id) holds NULL in 1 of the delivered rows\n");
        refuses(repeated, "The unique key (id) repeats among the delivered rows, for 1 of its values\n");
        refuses(
                twice,
                "The unique key (id) repeats in the target " + target.table(twice)
                        + ", for 1 of the delivered values\n");
    }

    private void refuses(String table, String message) {
        target.create(table, "id Nullable(UInt16)", "note String");
        target.execute("INSERT INTO " + target.table(table) + " (id, note) VALUES (1, 'old'), (5, 'x'), (5, 'y')");
        manifest(table, BY_ID);

        Cli.Ran ran = cli.deliver("m.yaml");

        assertThat(ran.exit()).isEqualTo(3);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).contains("DPONE_VERIFICATION_FAILED: " + message).doesNotContain("secret");
        assertThat(rows(table)).containsExactly("1|old", "5|x", "5|y");
        assertThat(target.stagingTables()).isEmpty();
    }

    @Test
    void refusesAKeyThatTheQueryDoesNotSelect() {
        String table = SourceTables.create("id UInt16", "SELECT 1");
        manifest(table, "{mode: merge, unique_key: [ident]}");

        Cli.Ran ran = cli.deliver("m.yaml");

        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.err())
                .contains("DPONE_MERGE_KEY_INVALID: strategy.unique_key names ident, which is not among the delivered"
                        + " columns")
                .contains("Name delivered columns in strategy.unique_key: id.");
    }
}
