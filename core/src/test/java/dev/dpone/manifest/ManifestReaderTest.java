package dev.dpone.manifest;

import static dev.dpone.manifest.Manifests.SHORT;
import static dev.dpone.manifest.Manifests.one;
import static dev.dpone.manifest.Manifests.read;
import static dev.dpone.manifest.Manifests.refused;
import static dev.dpone.manifest.Manifests.withExecution;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.error.ExitCode;
import dev.dpone.limits.NativeChunkLimits;
import dev.dpone.manifest.Pipeline.SinkSpec;
import dev.dpone.manifest.Pipeline.SourceSpec;
import dev.dpone.manifest.Pipeline.StateSpec;
import dev.dpone.manifest.Pipeline.Storage;
import dev.dpone.manifest.Pipeline.StrategySpec;
import dev.dpone.manifest.Pipeline.TransferSpec;
import dev.dpone.manifest.Pipeline.VerificationBackend;
import dev.dpone.manifest.Pipeline.WindowSpec;
import dev.dpone.spi.SourceQuery;
import dev.dpone.spi.TableRef;
import dev.dpone.spi.TechnicalColumns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestReaderTest {
    private static final String CHUNKS = "defaults.source.options.native_transfer.execution.native_chunks.";

    @Test
    void givesAShortManifestItsDefaults() {
        assertThat(one(SHORT))
                .isEqualTo(new Pipeline(
                        "analytics.events",
                        new SourceSpec(
                                "clickhouse",
                                "ch",
                                new SourceQuery(
                                        new TableRef("analytics", "events"),
                                        Optional.empty(),
                                        List.of(),
                                        Optional.empty())),
                        new TransferSpec(VerificationBackend.AUTO, NativeChunkLimits.defaults()),
                        new SinkSpec(
                                "postgres",
                                "pg",
                                new TableRef("public", "events"),
                                "dpone_stage",
                                new StrategySpec(StrategySpec.Mode.FULL_REFRESH, Optional.empty(), List.of()),
                                Map.of(),
                                Map.of(),
                                TechnicalColumns.MINIMAL),
                        Map.of(),
                        new StateSpec.Folder(),
                        new Storage(
                                Path.of("/work/.dpone/work"),
                                Path.of("/work/.dpone/state"),
                                Path.of("/work/.dpone/runs"),
                                1L << 30)));
    }

    @Test
    void readsEveryKeyOfAFullManifest() {
        Manifest manifest =
                new ManifestReader(Path.of("/work")).read(Path.of("src/test/resources/manifest/good/full.yaml"));

        assertThat(manifest.name()).contains("events");
        assertThat(manifest.pipelines())
                .containsExactly(new Pipeline(
                        "analytics.events",
                        new SourceSpec(
                                "clickhouse",
                                "clickhouse_source",
                                new SourceQuery(
                                        new TableRef("analytics", "events"),
                                        Optional.empty(),
                                        List.of("id", "note", "observed_at"),
                                        Optional.empty())),
                        new TransferSpec(
                                VerificationBackend.TARGET_LOCAL,
                                new NativeChunkLimits(
                                        1_073_741_824L,
                                        10_737_418_240L,
                                        65_536,
                                        16_777_216,
                                        1_048_576,
                                        2,
                                        1_024,
                                        2,
                                        OptionalInt.of(2),
                                        OptionalInt.of(1))),
                        new SinkSpec(
                                "mssql",
                                "mssql_target",
                                new TableRef("dbo", "events"),
                                "dpone_stage",
                                new StrategySpec(
                                        StrategySpec.Mode.PARTITION_REPLACE,
                                        Optional.of(new WindowSpec(
                                                "observed_at", Duration.ofDays(1), Optional.of(Duration.ofHours(6)))),
                                        List.of()),
                                Map.of("note", "varchar(200)"),
                                Map.of(),
                                TechnicalColumns.MINIMAL),
                        Map.of("id", "UInt64", "note", "String", "observed_at", "DateTime64(6, 'UTC')"),
                        new StateSpec.Folder(),
                        new Storage(
                                Path.of("/work/.dpone/work"),
                                Path.of("/work/.dpone/state"),
                                Path.of("/work/.dpone/runs"),
                                1L << 30)));
    }

    @Test
    void keepsStateInADatabaseWhenTold() {
        String folder = "schemas:\n";
        assertThat(one(SHORT.replace(folder, "  state: {type: postgres, connection_id: ops}\n" + folder))
                        .state())
                .isEqualTo(new StateSpec.Database("postgres", "ops", "dpone"));
        assertThat(one(SHORT.replace(folder, "  state: {type: mssql, connection_id: ops, schema: etl}\n" + folder))
                        .state())
                .isEqualTo(new StateSpec.Database("mssql", "ops", "etl"));
    }

    @Test
    void makesOnePipelineOfEachTableInTheOrderOfTheFile() {
        String several = SHORT.replace("[events]", "[events, {name: orders}]\n  billing: {tables: [invoices]}");

        assertThat(read(several).pipelines())
                .extracting(Pipeline::id)
                .containsExactly("analytics.events", "analytics.orders", "billing.invoices");
    }

    @Test
    void laysBlockOverDefaultsAndTableOverBlock() {
        Manifest manifest = read("""
                kind: dpone.batch.v1
                defaults:
                  source: {type: clickhouse, connection_id: ch, table: {schema: raw}}
                  sink:
                    type: postgres
                    connection_id: pg
                    table: {schema: public}
                    strategy: {mode: append}
                    types: {a: text, b: text}
                schemas:
                  analytics:
                    sink: {table: {schema: mart}, types: {b: varchar}}
                    tables:
                      - events
                      - name: orders
                        source: {table: {name: orders_v2}}
                        sink: {connection_id: other, types: {c: uuid}}
                """);
        Pipeline events = manifest.pipelines().get(0);
        Pipeline orders = manifest.pipelines().get(1);

        assertThat(events.sink().table()).isEqualTo(new TableRef("mart", "events"));
        assertThat(events.sink().types()).isEqualTo(Map.of("a", "text", "b", "varchar"));
        assertThat(events.source().query().table()).isEqualTo(new TableRef("raw", "events"));
        assertThat(orders.sink().connectionId()).isEqualTo("other");
        assertThat(orders.sink().types()).isEqualTo(Map.of("a", "text", "b", "varchar", "c", "uuid"));
        assertThat(orders.source().query().table()).isEqualTo(new TableRef("raw", "orders_v2"));
    }

    @Test
    void readsTheUniqueKeyOfMerge() {
        List<Pipeline> pipelines = new ManifestReader(Path.of("/work"))
                .read(Path.of("src/test/resources/manifest/good/merge.yaml"))
                .pipelines();

        assertThat(pipelines)
                .extracting(pipeline -> pipeline.sink().strategy())
                .containsExactly(
                        new StrategySpec(StrategySpec.Mode.MERGE, Optional.empty(), List.of("id")),
                        new StrategySpec(StrategySpec.Mode.MERGE, Optional.empty(), List.of("shop", "number")));
    }

    @Test
    void replacesListsInsteadOfMergingThem() {
        Pipeline pipeline =
                one(SHORT.replace("connection_id: ch\n", "connection_id: ch\n    options: {columns: [a, b]}\n")
                        .replace("[events]", "[{name: events, source: {options: {columns: [c]}}}]"));

        assertThat(pipeline.columns()).containsExactly("c");
    }

    @Test
    void putsTheContractInTheOrderOfTheColumns() {
        Pipeline pipeline = one(
                SHORT.replace(
                        "  sink:\n",
                        "    options: {columns: [b, a]}\n  schema_contract: {columns: {a: Int8, b: {type: Int16}}}\n  sink:\n"));

        assertThat(pipeline.contract().keySet()).containsExactly("b", "a");
        assertThat(pipeline.contract()).isEqualTo(Map.of("a", "Int8", "b", "Int16"));
    }

    @Test
    void takesTheTwoStageCountsOnlyWhereWritten() {
        NativeChunkLimits limits = one(withExecution(
                        "chunking: {parallelism: 4}, native_chunks: {max_total_encoded_bytes: 9,"
                                + " stage_allocated_bytes_stop_threshold: 9, encoding_parallelism: 2}"))
                .transfer()
                .limits();

        assertThat(limits.encodingParallelism()).hasValue(2);
        assertThat(limits.importParallelism()).isEmpty();
        assertThat(limits.importers()).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "17, 17",
        "512MiB, 536870912",
        "2TiB, 2199023255552",
        "'''3KiB''', 3072",
        "9223372036854775807, 9223372036854775807"
    })
    void readsSizes(String authored, long bytes) {
        String manifest =
                SHORT.replace("schemas:\n", "  runtime: {storage: {min_free_bytes: " + authored + "}}\nschemas:\n");

        assertThat(one(manifest).storage().minFreeBytes()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({"P1D, 86400", "PT6H, 21600", "P1DT2H3M4S, 93784", "PT90S, 90", "P0DT1M, 60"})
    void readsDurationsWithDaysOf24Hours(String authored, long seconds) {
        String manifest = SHORT.replace(
                "{mode: full_refresh}", "{mode: partition_replace, window: {column: t, lookback: " + authored + "}}");

        assertThat(one(manifest).sink().strategy().window().orElseThrow().lookback())
                .isEqualTo(Duration.ofSeconds(seconds));
    }

    @Test
    void keepsAbsoluteFolders() {
        String manifest = SHORT.replace(
                "schemas:\n", "  runtime: {storage: {work_dir: /var/dpone/../spool, state_dir: s}}\nschemas:\n");

        assertThat(one(manifest).storage().workDir()).isEqualTo(Path.of("/var/spool"));
        assertThat(one(manifest).storage().stateDir()).isEqualTo(Path.of("/work/s"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "65", "true", "\"2\"", "2.5", "null"})
    void refusesWrongOverridesWithRangeAndRemedy(String value) {
        String budgets = "max_total_encoded_bytes: 9, stage_allocated_bytes_stop_threshold: 9, ";

        DponeException refused =
                refused(withExecution("native_chunks: {" + budgets + "import_parallelism: " + value + "}"));

        assertThat(refused.code()).isEqualTo(ErrorCode.LIMIT_INVALID);
        assertThat(refused.code().exit()).isEqualTo(ExitCode.USAGE);
        assertThat(refused)
                .hasMessage("m.yaml:6:150: " + CHUNKS + "import_parallelism must be a whole number, 1 to 64, but was "
                        + value);
        assertThat(refused.remedy())
                .isEqualTo("Write a whole number from 1 to 64, or leave import_parallelism out to use parallelism.");
    }

    @Test
    void keepsTheLimitCodeForSeveralLimitsAndNotBesideOtherProblems() {
        String limits = withExecution("native_chunks: {max_rows: 0}");

        assertThat(refused(limits).code()).isEqualTo(ErrorCode.LIMIT_INVALID);
        assertThat(refused(limits.replace("type: postgres", "type: oracle")).code())
                .isEqualTo(ErrorCode.MANIFEST_INVALID);
    }

    @Test
    void tellsAllProblemsInTheOrderOfTheFile() {
        DponeException refused = refused("""
                kind: dpone.batch.v2
                defaults:
                  sourec: {}
                  sink:
                    type: postgres
                    type: mssql
                    table: {schema: 7}
                    strategy: {mode: append}
                schemas:
                  analytics:
                    tables: [events]
                """);

        assertThat(refused.code()).isEqualTo(ErrorCode.MANIFEST_INVALID);
        assertThat(refused).hasMessage("""
                        m.yaml has 5 problems:
                        m.yaml:1:7: kind must be dpone.batch.v1, but was "dpone.batch.v2". Did you mean 'dpone.batch.v1'?
                        m.yaml:3:3: defaults.sourec is not a known key. Did you mean 'source'?
                        m.yaml:4:3: defaults.sink.connection_id is required. Write 'connection_id:' with a connection's id.
                        m.yaml:6:5: defaults.sink.type is written twice, first at line 5. Remove one of the two.
                        m.yaml:7:21: defaults.sink.table.schema must be a name, but was 7. \
                        Write the value in quotes if it is meant so.""");
        assertThat(refused.remedy()).isEqualTo("Correct each line named above.");
    }

    @Test
    void tellsAProblemOfTheDefaultsOnceForAllTables() {
        DponeException refused =
                refused(SHORT.replace("    connection_id: pg\n", "").replace("[events]", "[a, b, c, d]"));

        assertThat(refused).hasMessage("m.yaml:6:3: defaults.sink.connection_id is required");
    }

    @Test
    void namesThePlaceAValueWasAuthoredAt() {
        DponeException refused = refused(
                SHORT.replace("[events]", "\n      - name: events\n        sink: {strategy: {mode: sometimes}}"));

        assertThat(refused)
                .hasMessage("m.yaml:15:33: schemas.analytics.tables[0].sink.strategy.mode must be full_refresh,"
                        + " partition_replace, append or merge, but was \"sometimes\"");
    }

    @Test
    void namesThePlaceOfAnAnchorAndThePathOfItsAlias() {
        DponeException refused = refused(withExecution("native_chunks: *limits")
                .replace(
                        "defaults:\n",
                        "x-limits: &limits {max_rows: 0, max_total_encoded_bytes: 1,"
                                + " stage_allocated_bytes_stop_threshold: 1}\ndefaults:\n"));

        assertThat(refused)
                .hasMessage("m.yaml:2:30: " + CHUNKS + "max_rows must be a whole number, 1 to 1000000, but was 0");
    }

    @Test
    void checksWhatAnOverrideReplaces() {
        DponeException refused = refused(SHORT.replace("type: postgres", "type: 7")
                .replace("[events]", "[{name: events, sink: {type: postgres}}]"));

        assertThat(refused).hasMessage("m.yaml:7:11: defaults.sink.type must be postgres or mssql, but was 7");
    }

    @Test
    void tellsAtMostFiftyProblems() {
        StringBuilder many = new StringBuilder(SHORT);
        for (int i = 0; i < 60; i++) {
            many.append("unknown_").append(i).append(": 1\n");
        }

        assertThat(refused(many.toString()))
                .hasMessageStartingWith("m.yaml has 60 problems:\n")
                .hasMessageEndingWith("\nand 10 more");
    }

    @Test
    void saysWhereAKeyBelongsThatIsKnownElsewhere() {
        assertThat(refused(SHORT.replace("type: postgres\n", "type: postgres\n    lookback: P1D\n"))
                        .remedy())
                .isEqualTo("It belongs at defaults.sink.strategy.window.lookback.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "    password: hunter2\n",
                "    Secret-Key: hunter2\n",
                "    accessToken: [hunter2]\n",
                "    pasword: hunter2\n",
                "    url: \"clickhouse://user:hunter2@host\"\n",
                "    options: {query: {sql: \"SELECT * FROM url('http://u:hunter2@h/')\"}}\n",
                "    connection_id_2: \"jdbc:postgresql://h/d?password=hunter2\"\n",
                "    \"http://u:hunter2@h\": 1\n",
                "    options: {query: {password: hunter2\n",
                "    options: {query: {sql: [\"http://u:hunter2@h\"]}}\n"
            })
    void neverShowsASecret(String line) {
        DponeException refused = refused(SHORT.replace("type: clickhouse\n", "type: clickhouse\n" + line));

        assertThat(refused.render()).doesNotContain("hunter2");
        assertThat(refused.code()).isEqualTo(ErrorCode.MANIFEST_INVALID);
    }

    @Test
    void refusesMissingFilesAndFolders(@TempDir Path folder) {
        ManifestReader reader = new ManifestReader(folder);
        Path missing = folder.resolve("m.yaml");

        DponeException absent = catchThrowableOfType(DponeException.class, () -> reader.read(missing));
        DponeException notAFile = catchThrowableOfType(DponeException.class, () -> reader.read(folder));

        assertThat(absent).hasMessage(missing + " does not exist");
        assertThat(absent.code()).isEqualTo(ErrorCode.MANIFEST_UNREADABLE);
        assertThat(notAFile).hasMessage(folder + " is a folder");
        assertThat(notAFile.code()).isEqualTo(ErrorCode.MANIFEST_UNREADABLE);
    }

    @Test
    void readsAFileOfExactlyOneMebibyteAndRefusesOneByteMore(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("m.yaml");
        String padding = "#" + "x".repeat((1 << 20) - SHORT.length() - 2) + "\n";
        ManifestReader reader = new ManifestReader(folder);

        Files.writeString(file, SHORT + padding);
        assertThat(reader.read(file).pipelines()).hasSize(1);

        Files.writeString(file, SHORT + "#" + padding);
        DponeException refused = catchThrowableOfType(DponeException.class, () -> reader.read(file));
        assertThat(refused).hasMessage(file + ":1:1: the file must be at most 1048576 bytes, but was more");
    }
}
