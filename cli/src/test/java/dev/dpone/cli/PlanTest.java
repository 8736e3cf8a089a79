package dev.dpone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class PlanTest {
    private static final TestTarget POSTGRES = new PostgresTestTarget();

    private static final String CONTRACT =
            "schema_contract: {columns: {id: {type: UInt64}, name: {type: 'LowCardinality(Nullable(String))'}}}";

    @TempDir
    Path folder;

    private JsonNode plan(String chunks, String sinkType) {
        Cli cli = new Cli(folder);
        cli.write(
                "m.yaml",
                Cli.manifest(POSTGRES, "events", "{mode: full_refresh}", "technical_columns: minimal", chunks)
                        .replace("type: postgres", "type: " + sinkType)
                        .replace("  runtime:", "  " + CONTRACT + "\n  runtime:"));
        Cli.Ran ran = cli.run("plan", "m.yaml", "--format", "json");
        assertThat(ran.exit()).as(ran.err()).isZero();
        return ran.json().get("plans").get(0);
    }

    private static String chunks(String overrides) {
        return "chunking: {mode: bounded_stream, parallelism: 2, checkpointing: resumable}, native_chunks:"
                + " {max_total_encoded_bytes: 1073741824, stage_allocated_bytes_stop_threshold: 10737418240" + overrides
                + "}";
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            postgres, postgres_native
            mssql, mssql_native
            """)
    void printsStageConcurrencyOnlyWhenTheLimitsAreExtended(String sink, String transfer) {
        JsonNode extended = plan(chunks(", encoding_parallelism: 2, import_parallelism: 1"), sink)
                .get(transfer);
        assertThat(extended.get("stage_concurrency").toString())
                .isEqualTo("{\"encoding_parallelism\":2,\"import_parallelism\":1,\"retained_work_capacity\":4}");
        assertThat(extended.get("limits").size()).isEqualTo(10);
        assertThat(extended.get("spool_payload_bound").asLong()).isEqualTo(83_886_080);

        JsonNode legacy = plan(chunks(", encoding_parallelism: 2, import_parallelism: 2"), sink)
                .get(transfer);
        assertThat(legacy.has("stage_concurrency")).isFalse();
        assertThat(legacy.get("limits").size()).isEqualTo(8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgres", "mssql"})
    void theStatementsAreTheSameForAllOverrides(String sink) {
        List<String> statements = new ArrayList<>();
        for (String overrides : List.of(
                "",
                ", encoding_parallelism: 4",
                ", import_parallelism: 3",
                ", encoding_parallelism: 1, import_parallelism: 64",
                ", encoding_parallelism: 2, import_parallelism: 2",
                ", max_rows: 7")) {
            statements.add(plan(chunks(overrides), sink).get("statements").toString());
        }
        assertThat(statements.stream().distinct()).hasSize(1);
        assertThat(statements.get(0)).contains("SELECT").contains("INSERT");
    }

    @ParameterizedTest
    @ValueSource(strings = {"plan", "schema"})
    void theHelpTellsWhenTheRecordOfTheLimitsHasEightFieldsAndWhenTen(String command) {
        Cli.Ran ran = new Cli(folder).run(command, "--help");

        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(ran.out())
                .contains("eight fields when both stages have chunking.parallelism workers")
                .contains("ten, with encoding_parallelism and import_parallelism, otherwise")
                .contains("a run goes on with exactly the record it was opened with");
    }

    private Cli.Ran planOfAMerge(String key, String... options) {
        Cli cli = new Cli(folder);
        cli.write(
                "m.yaml",
                Cli.manifest(POSTGRES, "events", "{mode: merge, unique_key: " + key + "}")
                        .replace(
                                "  runtime:",
                                "  schema_contract: {columns: {id: UInt64, ratio: Nullable(Float32)}}\n  runtime:"));
        List<String> arguments = new ArrayList<>(List.of("plan", "m.yaml"));
        arguments.addAll(List.of(options));
        return cli.run(arguments.toArray(String[]::new));
    }

    @Test
    void printsTheKeyAndStatementsOfAMerge() {
        Cli.Ran ran = planOfAMerge("[id]", "--format", "json");

        assertThat(ran.exit()).as(ran.err()).isZero();
        JsonNode plan = ran.json().get("plans").get(0);
        assertThat(plan.at("/postgres_native/publication_scope").toString())
                .isEqualTo("{\"mode\":\"merge\",\"unique_key\":[\"id\"]}");
        assertThat(plan.get("statements").toString()).contains("UPDATE ONLY").contains("NOT EXISTS");
        assertThat(plan.has("notes")).isFalse();
    }

    @Test
    void refusesAFloatingPointMergeKeyByName() {
        Cli.Ran ran = planOfAMerge("[id, ratio]");

        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.err())
                .contains(
                        "DPONE_MERGE_KEY_INVALID: strategy.unique_key names ratio, which is Nullable(Float32): NaN and"
                                + " rounded values tell no rows apart");
    }

    @Test
    void notesWithLiveThatTheMergeKeyHasNoIndex() {
        String table = SourceTables.create("id UInt16, note String", "SELECT 1, 'a'");
        POSTGRES.create(table, "id UInt16", "note String");
        Cli cli = new Cli(folder).withServers(POSTGRES);
        cli.write("m.yaml", Cli.manifest(POSTGRES, table, "{mode: merge, unique_key: [id]}"));

        Cli.Ran without = cli.run("plan", "m.yaml", "--live");
        POSTGRES.execute("CREATE UNIQUE INDEX ON " + POSTGRES.table(table) + " (id)");
        Cli.Ran with = cli.run("plan", "m.yaml", "--live");

        assertThat(without.exit()).as(without.err()).isZero();
        assertThat(without.out())
                .contains(
                        "Table public." + table + " has no unique index on (\"id\"): each merge reads it as a whole.");
        assertThat(with.exit()).as(with.err()).isZero();
        assertThat(with.out()).doesNotContain("has no unique index");
    }

    @Test
    void printsTypesWithReasonsFromTheContract() {
        JsonNode types = plan(chunks(""), "postgres").get("types");

        assertThat(types.get(0).get("target_type").asString()).isEqualTo("numeric(20,0)");
        assertThat(types.get(1).get("target_type").asString()).isEqualTo("text");
        assertThat(types.get(1).get("nullable").asBoolean()).isTrue();
        assertThat(types.get(1).get("reason").asString()).isNotBlank();
    }

    @Test
    void saysWhatIsMissingWithoutAContract() {
        Cli cli = new Cli(folder);
        cli.write("m.yaml", Cli.manifest(POSTGRES, "events", "{mode: full_refresh}"));

        Cli.Ran ran = cli.run("plan", "m.yaml", "--format", "md");

        assertThat(ran.exit()).isZero();
        assertThat(ran.out())
                .contains("needs --live")
                .contains("- status: `live_preflight_required`")
                .contains("- live_preflight: `not_run`")
                .contains("- certification_status: `unverified`")
                .contains("- bounds.retained_work_capacity: `3`");
    }

    @Test
    void readsTypesFromTheServerWithLive() {
        String table = SourceTables.create("id UInt16, at DateTime64(3)", "SELECT 1, now64(3)");
        Cli cli = new Cli(folder).withServers(POSTGRES);
        cli.write("m.yaml", Cli.manifest(POSTGRES, table, "{mode: full_refresh}"));

        Cli.Ran ran = cli.run("plan", "m.yaml", "--live");

        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(ran.out()).contains("timestamptz").contains("live_preflight: schema_read");
    }

    @Test
    void refusesAnUnsupportedTypeByNameWithLiveAndInRun() {
        String table = SourceTables.create("id UInt16, tags Array(String)", "SELECT 1, ['a']");
        Cli cli = new Cli(folder).withServers(POSTGRES);
        cli.write("m.yaml", Cli.manifest(POSTGRES, table, "{mode: full_refresh}"));

        for (Cli.Ran ran : List.of(cli.run("plan", "m.yaml", "--live"), cli.run("run", "m.yaml"))) {
            assertThat(ran.exit()).isEqualTo(2);
            assertThat(ran.err())
                    .contains("DPONE_TYPE_UNSUPPORTED")
                    .contains("tags")
                    .contains("Array(String)");
        }
    }
}
