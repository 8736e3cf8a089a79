package dev.dpone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunTest {
    private static final String WINDOWED =
            "{mode: partition_replace, window: {column: at, anchor: data_interval_end, lookback: P1D, timezone: UTC}}";

    @TempDir
    Path folder;

    private Cli cli;

    @BeforeEach
    void connect() {
        cli = new Cli(folder).withServers();
    }

    private Cli.Ran succeed(String... options) {
        Cli.Ran ran = cli.deliver("m.yaml", options);
        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(ran.delivery().get("status").asString()).isEqualTo("succeeded");
        return ran;
    }

    @Test
    void fullRefreshReplacesAllRowsAndKeepsTheTableWithItsIndexesGrantsAndViews() {
        String table = SourceTables.create("id UInt64, name String", "SELECT number, toString(number) FROM numbers(3)");
        SourceTables.postgres(
                "CREATE TABLE public." + table + " (id numeric(20,0) NOT NULL, name text NOT NULL)",
                "CREATE INDEX " + table + "_idx ON public." + table + " (name)",
                "CREATE VIEW public." + table + "_view AS SELECT name FROM public." + table,
                "GRANT SELECT ON public." + table + " TO public",
                "INSERT INTO public." + table + " VALUES (99, 'old')");
        String oid = "SELECT '" + table + "'::regclass::oid";
        List<String> before = SourceTables.rows(oid);
        cli.write("m.yaml", Cli.manifest(table, "{mode: full_refresh}", "technical_columns: 'off'", ""));

        Cli.Ran ran = succeed();

        assertThat(ran.delivery().get("rows").asLong()).isEqualTo(3);
        assertThat(SourceTables.rows("SELECT name FROM public." + table + "_view ORDER BY 1"))
                .containsExactly("0", "1", "2");
        assertThat(SourceTables.rows(oid)).isEqualTo(before);
        assertThat(SourceTables.rows("SELECT indexname FROM pg_indexes WHERE tablename = '" + table + "'"))
                .containsExactly(table + "_idx");
        assertThat(SourceTables.rows("SELECT has_table_privilege('public', 'public." + table + "', 'SELECT')"))
                .containsExactly("t");
        assertThat(Path.of(ran.delivery().get("evidence").asString())).isRegularFile();
    }

    @Test
    void createsAMissingTargetFromThePlansTypesWithTechnicalColumns() {
        String table = SourceTables.create(
                "id UInt32, note Nullable(String), at DateTime64(3, 'UTC')",
                "SELECT 7, NULL, toDateTime64('2026-01-02 03:04:05.678', 3, 'UTC')");
        cli.write("m.yaml", Cli.manifest(table, "{mode: full_refresh}"));

        succeed("--run-id", "run-" + table);

        assertThat(SourceTables.rows("SELECT column_name, data_type, is_nullable FROM information_schema.columns"
                        + " WHERE table_name = '" + table + "' ORDER BY ordinal_position"))
                .containsExactly(
                        "id|bigint|NO",
                        "note|text|YES",
                        "at|timestamp with time zone|NO",
                        "__dpone__load_id|text|NO",
                        "__dpone__loaded_at|timestamp with time zone|NO");
        assertThat(SourceTables.rows("SELECT id, note, at AT TIME ZONE 'UTC', __dpone__load_id FROM " + table))
                .containsExactly("7|null|2026-01-02 03:04:05.678|run-" + table);
    }

    @Test
    void partitionReplaceReplacesTheHalfOpenWindowOnly() {
        String table = SourceTables.create(
                "id UInt8, at Nullable(DateTime('UTC'))",
                "SELECT * FROM values((1, toDateTime('2026-09-27 00:00:00', 'UTC')),"
                        + " (2, toDateTime('2026-09-27 23:59:59', 'UTC')), (3, toDateTime('2026-09-28 00:00:00', 'UTC')),"
                        + " (4, NULL))");
        SourceTables.postgres(
                "CREATE TABLE " + table + " (id smallint NOT NULL, at timestamptz)",
                "INSERT INTO " + table + " VALUES (10, '2026-09-26 23:59:59.999+00'), (11, '2026-09-27 00:00:00+00'),"
                        + " (12, '2026-09-27 12:00:00+00'), (13, '2026-09-28 00:00:00+00'), (14, NULL)");
        cli.write("m.yaml", Cli.manifest(table, WINDOWED, "technical_columns: 'off'", ""));

        Cli.Ran ran = succeed("--interval-end", "2026-09-28T02:00:00+02:00");

        assertThat(SourceTables.rows("SELECT id FROM " + table + " ORDER BY 1"))
                .containsExactly("1", "2", "10", "13", "14");
        assertThat(ran.delivery().get("deleted_rows").asLong()).isEqualTo(2);
    }

    @Test
    void partitionReplaceWithAnEmptySourceEmptiesTheWindow() {
        String table = SourceTables.create("id UInt8, at DateTime('UTC')", "SELECT 1, toDateTime(0, 'UTC')");
        SourceTables.postgres(
                "CREATE TABLE " + table + " (id smallint NOT NULL, at timestamptz NOT NULL)",
                "INSERT INTO " + table + " VALUES (1, '2026-09-27 12:00:00+00'), (2, '2026-09-28 12:00:00+00')");
        cli.write("m.yaml", Cli.manifest(table, WINDOWED, "technical_columns: 'off'", ""));

        Cli.Ran ran = succeed("--interval-end", "2026-09-28T00:00:00Z");

        assertThat(ran.delivery().get("rows").asLong()).isZero();
        assertThat(SourceTables.rows("SELECT id FROM " + table)).containsExactly("2");
    }

    @Test
    void partitionReplaceWithoutAnIntervalEndIsRefusedBeforeAnythingIsOpened() {
        cli.write("m.yaml", Cli.manifest("events", WINDOWED));

        Cli.Ran ran = cli.deliver("m.yaml");

        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).contains("DPONE_WINDOW_REQUIRED").contains("Give --interval-end");
    }

    @Test
    void appendAddsRowsAndTheSameRunIdAddsThemOnce() {
        String table = SourceTables.create("id UInt8", "SELECT number FROM numbers(2)");
        cli.write("m.yaml", Cli.manifest(table, "{mode: append}"));

        succeed("--run-id", "a-" + table);
        succeed("--run-id", "b-" + table);
        Cli.Ran again = cli.deliver("m.yaml", "--run-id", "a-" + table);

        assertThat(again.exit()).isZero();
        assertThat(again.delivery().get("status").asString()).isEqualTo("already_published");
        assertThat(SourceTables.rows("SELECT id, count(*) FROM " + table + " GROUP BY 1 ORDER BY 1"))
                .containsExactly("0|2", "1|2");
    }

    @Test
    void sendsExactlyOneDataQuery() {
        String table = SourceTables.create("id UInt8", "SELECT number FROM numbers(200)");
        cli.write("m.yaml", Cli.manifest(table, "{mode: full_refresh}"));

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
        SourceTables.postgres(
                "CREATE TABLE " + table + " (id integer NOT NULL, name text)",
                "INSERT INTO " + table + " VALUES (5, 'y')");
        cli.write("m.yaml", Cli.manifest(table, "{mode: full_refresh}", "technical_columns: 'off'", ""));

        Cli.Ran ran = cli.deliver("m.yaml");

        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.err())
                .contains("DPONE_TARGET_DIFFERS")
                .contains("id")
                .contains("integer")
                .contains("bigint");
        assertThat(SourceTables.rows("SELECT id FROM " + table)).containsExactly("5");
    }

    @Test
    void aRejectedValueNamesRowAndColumnAndChangesNothing() {
        String table = SourceTables.create(
                "id UInt32, name String",
                "SELECT number, if(number = 1500, unhex('610062'), 'fine') FROM numbers(2000)");
        SourceTables.postgres(
                "CREATE TABLE " + table + " (id bigint NOT NULL, name text NOT NULL)",
                "INSERT INTO " + table + " VALUES (5, 'y')");
        cli.write("m.yaml", Cli.manifest(table, "{mode: full_refresh}", "technical_columns: 'off'", ""));

        Cli.Ran ran = cli.deliver("m.yaml");

        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.err()).contains("DPONE_VALUE_REJECTED: Row 1501, column name: ");
        assertThat(SourceTables.rows("SELECT id FROM " + table)).containsExactly("5");
        assertThat(SourceTables.stagingTables()).isEmpty();
    }

    @Test
    void aSourceThatFailsInTheMiddleShowsItsMessageAndChangesNothing() {
        String table = SourceTables.create("id UInt32", "SELECT number FROM numbers(300000)");
        SourceTables.postgres(
                "CREATE TABLE " + table + " (id bigint NOT NULL)", "INSERT INTO " + table + " VALUES (5)");
        String manifest = Cli.manifest(table, "{mode: full_refresh}", "technical_columns: 'off'", "")
                .replace(
                        "options: {",
                        "options: {query: {sql: 'SELECT toUInt32(id + throwIf(id = 250000, ''planted failure'')) AS id"
                                + " FROM " + SourceTables.DATABASE + "." + table + "'}, ");
        cli.write("m.yaml", manifest);

        Cli.Ran ran = cli.deliver("m.yaml");

        assertThat(ran.exit()).as(ran.err()).isEqualTo(1);
        assertThat(ran.err()).contains("DPONE_SOURCE_FAILED").contains("planted failure");
        assertThat(SourceTables.rows("SELECT id FROM " + table)).containsExactly("5");
        assertThat(SourceTables.stagingTables()).isEmpty();
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
        assertThat(SourceTables.rows("SELECT count(*), count(name), sum(id) FROM " + table))
                .containsExactly("40000|26666|799980000");
    }

    @Test
    void evidenceHoldsReceiptsLimitsAndMethods() throws Exception {
        String table = SourceTables.create("id UInt8", "SELECT number FROM numbers(5)");
        cli.write("m.yaml", Cli.manifest(table, "{mode: full_refresh}"));

        Cli.Ran ran = succeed();

        String evidence =
                Files.readString(Path.of(ran.delivery().get("evidence").asString()));
        assertThat(evidence)
                .contains("dpone.delivery-evidence.v1")
                .contains("unchanged_xmin")
                .contains("readback")
                .contains(ran.delivery().get("digest").asString())
                .contains("\"max_total_encoded_bytes\"");
    }
}
