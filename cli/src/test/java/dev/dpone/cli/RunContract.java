package dev.dpone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run does, on every target. */
abstract class RunContract {
    private static final String WINDOWED =
            "{mode: partition_replace, window: {column: at, anchor: data_interval_end, lookback: P1D, timezone: UTC}}";

    @TempDir
    Path folder;

    private final TestTarget target;
    private Cli cli;

    RunContract(TestTarget target) {
        this.target = target;
    }

    @BeforeEach
    void connect() {
        cli = new Cli(folder).withServers(target);
    }

    private void insert(String table, int id, String at) {
        target.execute("INSERT INTO " + target.table(table) + " (id, at) VALUES (" + id + ", "
                + target.literal(Instant.parse(at)) + ")");
    }

    private Cli.Ran succeed(String... options) {
        Cli.Ran ran = cli.deliver("m.yaml", options);
        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(ran.delivery().get("status").asString()).isEqualTo("succeeded");
        return ran;
    }

    @Test
    void fullRefreshReplacesAllRowsAndKeepsTheTableWithItsIndexes() {
        String table = SourceTables.create("id UInt64, name String", "SELECT number, toString(number) FROM numbers(3)");
        target.create(table, "id UInt64", "name String");
        target.execute(
                "CREATE INDEX " + table + "_idx ON " + target.table(table) + " (id)",
                "INSERT INTO " + target.table(table) + " (id, name) VALUES (99, 'old')");
        cli.write("m.yaml", Cli.manifest(target, table, "{mode: full_refresh}", "technical_columns: 'off'", ""));

        Cli.Ran ran = succeed();

        assertThat(ran.delivery().get("rows").asLong()).isEqualTo(3);
        assertThat(target.rows("SELECT name FROM " + target.table(table) + " ORDER BY 1"))
                .containsExactly("0", "1", "2");
        assertThat(Path.of(ran.delivery().get("evidence").asString())).isRegularFile();
        assertThat(target.stagingTables()).isEmpty();
    }

    @Test
    void createsAMissingTargetFromThePlansTypesWithTechnicalColumns() {
        String table = SourceTables.create(
                "id UInt32, note Nullable(String), at DateTime64(3, 'UTC')",
                "SELECT 7, NULL, toDateTime64('2026-01-02 03:04:05.678', 3, 'UTC')");
        cli.write("m.yaml", Cli.manifest(target, table, "{mode: full_refresh}"));

        succeed("--run-id", "run-" + table);

        assertThat(target.rows("SELECT column_name, is_nullable FROM information_schema.columns WHERE table_name = '"
                        + table + "' ORDER BY ordinal_position"))
                .containsExactly("id|NO", "note|YES", "at|NO", "__dpone__load_id|NO", "__dpone__loaded_at|NO");
        assertThat(target.rows("SELECT id, note, __dpone__load_id FROM " + target.table(table) + " WHERE at = "
                        + target.literal(Instant.parse("2026-01-02T03:04:05.678Z"))))
                .containsExactly("7|null|run-" + table);
    }

    @Test
    void partitionReplaceReplacesTheHalfOpenWindowOnly() {
        String table = SourceTables.create(
                "id UInt8, at Nullable(DateTime('UTC'))",
                "SELECT * FROM values((1, toDateTime('2026-09-27 00:00:00', 'UTC')),"
                        + " (2, toDateTime('2026-09-27 23:59:59', 'UTC')), (3, toDateTime('2026-09-28 00:00:00', 'UTC')),"
                        + " (4, NULL))");
        target.create(table, "id UInt8", "at Nullable(DateTime('UTC'))");
        insert(table, 10, "2026-09-26T23:59:59Z");
        insert(table, 11, "2026-09-27T00:00:00Z");
        insert(table, 12, "2026-09-27T12:00:00Z");
        insert(table, 13, "2026-09-28T00:00:00Z");
        target.execute("INSERT INTO " + target.table(table) + " (id, at) VALUES (14, NULL)");
        cli.write("m.yaml", Cli.manifest(target, table, WINDOWED, "technical_columns: 'off'", ""));

        Cli.Ran ran = succeed("--interval-end", "2026-09-28T02:00:00+02:00");

        assertThat(target.rows("SELECT id FROM " + target.table(table) + " ORDER BY 1"))
                .containsExactly("1", "2", "10", "13", "14");
        assertThat(ran.delivery().get("deleted_rows").asLong()).isEqualTo(2);
    }

    @Test
    void partitionReplaceWithAnEmptySourceEmptiesTheWindow() {
        String table = SourceTables.create("id UInt8, at DateTime('UTC')", "SELECT 1, toDateTime(0, 'UTC')");
        target.create(table, "id UInt8", "at DateTime('UTC')");
        insert(table, 1, "2026-09-27T12:00:00Z");
        insert(table, 2, "2026-09-28T12:00:00Z");
        cli.write("m.yaml", Cli.manifest(target, table, WINDOWED, "technical_columns: 'off'", ""));

        Cli.Ran ran = succeed("--interval-end", "2026-09-28T00:00:00Z");

        assertThat(ran.delivery().get("rows").asLong()).isZero();
        assertThat(target.rows("SELECT id FROM " + target.table(table))).containsExactly("2");
    }

    @Test
    void partitionReplaceWithoutAnIntervalEndIsRefusedBeforeAnythingIsOpened() {
        cli.write("m.yaml", Cli.manifest(target, "events", WINDOWED));

        Cli.Ran ran = cli.deliver("m.yaml");

        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).contains("DPONE_WINDOW_REQUIRED").contains("Give --interval-end");
    }

    @Test
    void appendAddsRowsAndTheSameRunIdAddsThemOnce() {
        String table = SourceTables.create("id UInt8", "SELECT number FROM numbers(2)");
        cli.write("m.yaml", Cli.manifest(target, table, "{mode: append}"));

        succeed("--run-id", "a-" + table);
        succeed("--run-id", "b-" + table);
        Cli.Ran again = cli.deliver("m.yaml", "--run-id", "a-" + table);

        assertThat(again.exit()).isZero();
        assertThat(again.delivery().get("status").asString()).isEqualTo("already_published");
        assertThat(target.rows("SELECT id, count(*) FROM " + target.table(table) + " GROUP BY 1 ORDER BY 1"))
                .containsExactly("0|2", "1|2");
    }

    @Test
    void sendsExactlyOneDataQuery() {
        String table = SourceTables.create("id UInt8", "SELECT number FROM numbers(200)");
        cli.write("m.yaml", Cli.manifest(target, table, "{mode: full_refresh}"));

        succeed();

        SourceTables.clickhouse("SYSTEM FLUSH LOGS");
        assertThat(SourceTables.clickhouse("SELECT count() FROM system.query_log WHERE type = 'QueryFinish'"
                                + " AND query_kind = 'Select' AND has(tables, '" + SourceTables.DATABASE + "." + table
                                + "') AND read_rows > 0 FORMAT TSV")
                        .strip())
                .isEqualTo("1");
    }

    @Test
    void aTargetThatDiffersIsRefusedWithTheExactDifference() {
        String table = SourceTables.create("id UInt32, name String", "SELECT 1, 'x'");
        target.create(table, "id UInt16", "name Nullable(String)");
        target.execute("INSERT INTO " + target.table(table) + " (id, name) VALUES (5, 'y')");
        cli.write("m.yaml", Cli.manifest(target, table, "{mode: full_refresh}", "technical_columns: 'off'", ""));

        Cli.Ran ran = cli.deliver("m.yaml");

        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.err()).contains("DPONE_TARGET_DIFFERS").contains("id").contains("bigint");
        assertThat(target.rows("SELECT id FROM " + target.table(table))).containsExactly("5");
    }

    @Test
    void aRejectedValueNamesRowAndColumnAndChangesNothing() {
        String table = SourceTables.create(
                "id UInt32, name String",
                "SELECT number, if(number = 1500, unhex('61FF62'), 'fine') FROM numbers(2000)");
        target.create(table, "id UInt32", "name String");
        target.execute("INSERT INTO " + target.table(table) + " (id, name) VALUES (5, 'y')");
        cli.write("m.yaml", Cli.manifest(target, table, "{mode: full_refresh}", "technical_columns: 'off'", ""));

        Cli.Ran ran = cli.deliver("m.yaml");

        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.err()).contains("DPONE_VALUE_REJECTED: Row 1501, column name: ");
        assertThat(target.rows("SELECT id FROM " + target.table(table))).containsExactly("5");
        assertThat(target.stagingTables()).isEmpty();
    }

    @Test
    void aSourceThatFailsInTheMiddleShowsItsMessageAndChangesNothing() {
        String table = SourceTables.create("id UInt32", "SELECT number FROM numbers(300000)");
        target.create(table, "id UInt32");
        target.execute("INSERT INTO " + target.table(table) + " (id) VALUES (5)");
        String manifest = Cli.manifest(target, table, "{mode: full_refresh}", "technical_columns: 'off'", "")
                .replace(
                        "options: {",
                        "options: {query: {sql: 'SELECT toUInt32(id + throwIf(id = 250000, ''planted failure'')) AS id"
                                + " FROM " + SourceTables.DATABASE + "." + table + "'}, ");
        cli.write("m.yaml", manifest);

        Cli.Ran ran = cli.deliver("m.yaml");

        assertThat(ran.exit()).as(ran.err()).isEqualTo(1);
        assertThat(ran.err()).contains("DPONE_SOURCE_FAILED").contains("planted failure");
        assertThat(target.rows("SELECT id FROM " + target.table(table))).containsExactly("5");
        assertThat(target.stagingTables()).isEmpty();
        assertThat(folder.resolve(".dpone/work")).isEmptyDirectory();
    }

    @Test
    void deliversWithEveryStagePolicyTheSameRows() {
        String table = SourceTables.create(
                "id UInt32, name LowCardinality(Nullable(String))",
                "SELECT number, if(number % 3 = 0, NULL, concat('n', toString(number % 7))) FROM numbers(40000)");
        List<String> digests = List.of("1/1", "2/1", "1/2", "4/2").stream()
                .map(policy -> {
                    String[] stages = policy.split("/", -1);
                    cli.write(
                            "m.yaml",
                            Cli.manifest(
                                    target,
                                    table,
                                    "{mode: full_refresh}",
                                    "technical_columns: minimal",
                                    "native_chunks: {encoding_parallelism: " + stages[0] + ", import_parallelism: "
                                            + stages[1] + ", max_rows: 5000, max_total_encoded_bytes: 1000000000,"
                                            + " stage_allocated_bytes_stop_threshold: 1000000000}"));
                    Cli.Ran ran = succeed();
                    assertThat(ran.delivery().get("chunks").asLong()).isEqualTo(8);
                    return ran.delivery().get("digest").asString();
                })
                .distinct()
                .toList();

        assertThat(digests).hasSize(1);
        assertThat(target.rows("SELECT count(*), count(name), sum(id) FROM " + target.table(table)))
                .containsExactly("40000|26666|799980000");
    }

    @Test
    void evidenceHoldsReceiptsLimitsAndMethods() throws Exception {
        String table = SourceTables.create("id UInt8", "SELECT number FROM numbers(5)");
        cli.write("m.yaml", Cli.manifest(target, table, "{mode: full_refresh}"));

        Cli.Ran ran = succeed();

        String evidence =
                Files.readString(Path.of(ran.delivery().get("evidence").asString()));
        assertThat(evidence)
                .contains("dpone.delivery-evidence.v1")
                .contains("readback")
                .contains(ran.delivery().get("digest").asString())
                .contains("\"max_total_encoded_bytes\"");
    }
}
