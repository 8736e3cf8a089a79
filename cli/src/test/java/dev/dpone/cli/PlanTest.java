package dev.dpone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class PlanTest {
    private static final String CONTRACT =
            "schema_contract: {columns: {id: {type: UInt64}, name: {type: 'LowCardinality(Nullable(String))'}}}";

    @TempDir
    Path folder;

    private JsonNode plan(String chunks, String sinkType) {
        Cli cli = new Cli(folder);
        cli.write(
                "m.yaml",
                Cli.manifest("events", "{mode: full_refresh}", "technical_columns: minimal", chunks)
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

    @Test
    void theStatementsAreTheSameForAllOverrides() {
        List<String> statements = new ArrayList<>();
        for (String overrides : List.of("", ", encoding_parallelism: 4", ", import_parallelism: 3", ", max_rows: 7")) {
            statements.add(plan(chunks(overrides), "postgres").get("statements").toString());
        }
        assertThat(statements.stream().distinct()).hasSize(1);
        assertThat(statements.get(0)).contains("SELECT").contains("INSERT");
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
        cli.write("m.yaml", Cli.manifest("events", "{mode: full_refresh}"));

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
        Cli cli = new Cli(folder).withServers();
        cli.write("m.yaml", Cli.manifest(table, "{mode: full_refresh}"));

        Cli.Ran ran = cli.run("plan", "m.yaml", "--live");

        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(ran.out()).contains("timestamptz").contains("live_preflight: schema_read");
    }

    @Test
    void refusesAnUnsupportedTypeByNameWithLiveAndInRun() {
        String table = SourceTables.create("id UInt16, tags Array(String)", "SELECT 1, ['a']");
        Cli cli = new Cli(folder).withServers();
        cli.write("m.yaml", Cli.manifest(table, "{mode: full_refresh}"));

        for (Cli.Ran ran : List.of(cli.run("plan", "m.yaml", "--live"), cli.run("run", "m.yaml"))) {
            assertThat(ran.exit()).isEqualTo(2);
            assertThat(ran.err())
                    .contains("DPONE_TYPE_UNSUPPORTED")
                    .contains("tags")
                    .contains("Array(String)");
        }
    }
}
