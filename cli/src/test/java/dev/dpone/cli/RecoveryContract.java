package dev.dpone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.Target;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Runs that ended half-way, and the commands that go on with them or give them up, on every target. */
abstract class RecoveryContract {
    private static final String LIMITS =
            "native_chunks: {max_rows: 20, max_total_encoded_bytes: 1000000, stage_allocated_bytes_stop_threshold: 100000000}";

    @TempDir
    Path folder;

    private final TestTarget target;
    private String table = "";
    private String run = "";

    RecoveryContract(TestTarget target) {
        this.target = target;
    }

    @BeforeEach
    void createTables() {
        table = SourceTables.create(
                "id UInt32, name String", "SELECT number, concat('n', toString(number)) FROM numbers(50)");
        run = "run-" + table;
        target.create(table, "id UInt32", "name String");
        target.execute("INSERT INTO " + target.table(table) + " (id, name) VALUES (99, 'before')");
        write("{mode: append}", LIMITS);
    }

    /** Other tests count the staging tables there are. */
    @AfterEach
    void abandonWhatIsLeft() {
        cli().run("abandon", "m.yaml", run);
        assertThat(leftStages()).isEmpty();
    }

    private void write(String strategy, String execution) {
        cli().write("m.yaml", Cli.manifest(target, table, strategy, "technical_columns: 'off'", execution));
    }

    private Cli cli() {
        return new Cli(folder).withServers(target);
    }

    /** Delivers with something that goes wrong right before a boundary. */
    private Cli.Ran fail(String boundary, ErrorCode code, String... options) {
        UnaryOperator<Target> failing = real -> new TamperingTarget(real, (at, staging) -> {
            if (at.equals(boundary)) {
                throw new DponeException(code, "planted at " + boundary, "Go on.");
            }
        });
        Cli cli = cli().with(new Wiring(failing, Wiring.PLAIN.state(), Wiring.PLAIN.evidence()));
        String[] all = java.util.stream.Stream.concat(
                        java.util.stream.Stream.of("--run-id", run), java.util.stream.Stream.of(options))
                .toArray(String[]::new);
        return cli.deliver("m.yaml", all);
    }

    private JsonNode known() {
        return cli().run("runs", "m.yaml", "--format", "json")
                .json()
                .get("runs")
                .get(0);
    }

    private List<String> delivered() {
        return target.rows("SELECT count(*), sum(id) FROM " + target.table(table));
    }

    private List<String> leftStages() {
        return target.rows("SELECT table_name FROM dpone.stages WHERE run_id = '" + run + "'");
    }

    /** Runs the command while the source's address is one where any connection would be seen. */
    private Cli.Ran withoutSource(String... arguments) {
        try (ServerSocket trap = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            Cli cli = cli().with("CH_HOST", "127.0.0.1").with("CH_PORT", String.valueOf(trap.getLocalPort()));
            Cli.Ran ran = cli.run(arguments);
            trap.setSoTimeout(1);
            try {
                trap.accept().close();
                throw new AssertionError("The source was asked; " + ran.err());
            } catch (SocketTimeoutException e) {
                return ran;
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void completeStagesAreResumedWithoutAnyConnectionToTheSource() {
        Cli.Ran failed = fail("in_publication", ErrorCode.TARGET_CONNECTION_LOST);
        assertThat(failed.exit()).as(failed.err()).isEqualTo(1);
        assertThat(failed.err()).contains(run);
        assertThat(delivered()).containsExactly("1|99");
        assertThat(known().get("state").asString()).isEqualTo("publishing");
        assertThat(known().get("actions").toString()).isEqualTo("[\"resume\",\"abandon\"]");
        assertThat(leftStages()).hasSize(4);

        Cli.Ran resumed = withoutSource("resume", "m.yaml", run, "--format", "json");

        assertThat(resumed.exit()).as(resumed.err()).isZero();
        assertThat(resumed.delivery().get("status").asString()).isEqualTo("succeeded");
        assertThat(delivered()).containsExactly("51|1324");
        assertThat(leftStages()).isEmpty();
        assertThat(known().get("state").asString()).isEqualTo("succeeded");
        Cli.Ran again = withoutSource("resume", "m.yaml", run, "--format", "json");
        assertThat(again.delivery().get("status").asString()).isEqualTo("already_published");
        assertThat(delivered()).containsExactly("51|1324");
    }

    @Test
    void aStageThatWasEmptiedIsReadAgainAndNeverPublished() {
        fail("in_publication", ErrorCode.TARGET_CONNECTION_LOST);
        target.execute("DELETE FROM " + target.staging() + "." + stageOf(1));

        Cli.Ran resumed = cli().run("resume", "m.yaml", run, "--format", "json");

        assertThat(resumed.exit()).as(resumed.err()).isZero();
        assertThat(resumed.err()).contains("The source is read again.");
        assertThat(delivered()).containsExactly("51|1324");
        assertThat(leftStages()).isEmpty();
    }

    private String stageOf(int ordinal) {
        return target.rows("SELECT table_name FROM dpone.stages WHERE run_id = '" + run + "' AND ordinal = " + ordinal)
                .get(0);
    }

    @Test
    void aResumedWindowIsTheOneTheRunWasOpenedFor() {
        table = SourceTables.create(
                "id UInt32, at DateTime",
                "SELECT number, toDateTime('2026-09-01 00:00:00', 'UTC') + toIntervalDay(number) FROM numbers(10)");
        target.create(table, "id UInt32", "at DateTime");
        write("{mode: partition_replace, window: {column: at, lookback: P2D}}", LIMITS);
        Cli.Ran failed =
                fail("in_publication", ErrorCode.TARGET_CONNECTION_LOST, "--interval-end", "2026-09-05T00:00:00Z");
        assertThat(failed.exit()).as(failed.err()).isEqualTo(1);

        Cli.Ran resumed = withoutSource("resume", "m.yaml", run, "--format", "json");

        assertThat(resumed.exit()).as(resumed.err()).isZero();
        assertThat(target.rows("SELECT id FROM " + target.table(table) + " ORDER BY id"))
                .containsExactly("2", "3");
    }

    @Test
    void anAbandonedRunLeavesTheTargetAsItWasAndNothingBehind() {
        fail("in_publication", ErrorCode.TARGET_CONNECTION_LOST);
        Cli.Ran live = cli().run("runs", "m.yaml", "--live", "--format", "json");
        assertThat(live.json().get("staging_tables").findValuesAsString("run_id"))
                .filteredOn(run::equals)
                .hasSize(4);
        assertThat(cli().run("doctor", "m.yaml").out()).contains("attention  all  leftovers: ", stageOf(0));

        Cli.Ran abandoned = withoutSource("abandon", "m.yaml", run);

        assertThat(abandoned.exit()).as(abandoned.err()).isZero();
        assertThat(leftStages()).isEmpty();
        assertThat(delivered()).containsExactly("1|99");
        assertThat(known().get("state").asString()).isEqualTo("abandoned");
        assertThat(withoutSource("abandon", "m.yaml", run).exit()).isZero();
        Cli.Ran rerun = cli().deliver("m.yaml", "--run-id", run);
        assertThat(rerun.exit()).isEqualTo(2);
        assertThat(rerun.err()).contains("DPONE_RUN_ABANDONED");
        assertThat(delivered()).containsExactly("1|99");
    }

    @Test
    void aPublishedRunIsCompletedAndNotAbandoned() throws IOException {
        Cli cli = cli().with(new Wiring(UnaryOperator.identity(), UnaryOperator.identity(), sink -> facts -> {
            throw new DponeException(ErrorCode.EVIDENCE_FAILED, "planted", "Go on.");
        }));
        Cli.Ran failed = cli.deliver("m.yaml", "--run-id", run);
        assertThat(failed.exit()).as(failed.err()).isEqualTo(1);
        assertThat(known().get("state").asString()).isEqualTo("published");

        Cli.Ran refused = cli().run("abandon", "m.yaml", run);
        assertThat(refused.exit()).isEqualTo(2);
        assertThat(refused.err()).contains("DPONE_RUN_PUBLISHED");
        Cli.Ran resumed = withoutSource("resume", "m.yaml", run, "--format", "json");

        assertThat(resumed.exit()).as(resumed.err()).isZero();
        assertThat(Files.exists(Path.of(resumed.delivery().get("evidence").asString())))
                .isTrue();
        assertThat(delivered()).containsExactly("51|1324");
        assertThat(leftStages()).isEmpty();
    }

    @Test
    void changedLimitsAreRefusedWithBothRecords() {
        fail("in_publication", ErrorCode.TARGET_CONNECTION_LOST);
        write("{mode: append}", LIMITS.replace("max_rows: 20", "max_rows: 25"));

        Cli.Ran refused = withoutSource("resume", "m.yaml", run);

        assertThat(refused.exit()).isEqualTo(2);
        assertThat(refused.err()).contains("DPONE_RUN_CHANGED", "\"max_rows\":20", "\"max_rows\":25");
        assertThat(leftStages()).hasSize(4);
    }

    @Test
    void aRunOfTenFieldsIsNotResumedWithEight() {
        String ten = LIMITS.replace("max_rows", "encoding_parallelism: 2, max_rows");
        write("{mode: append}", ten);
        fail("in_publication", ErrorCode.TARGET_CONNECTION_LOST);
        write("{mode: append}", LIMITS);

        Cli.Ran refused = withoutSource("resume", "m.yaml", run);

        assertThat(refused.exit()).isEqualTo(2);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err())
                .contains("DPONE_RUN_CHANGED")
                .contains("recorded {\"encoding_parallelism\":2,\"import_parallelism\":1,\"max_bytes\":")
                .contains("now {\"max_bytes\":");
        assertThat(delivered()).containsExactly("1|99");
        assertThat(leftStages()).hasSize(4);
        write("{mode: append}", ten);
        assertThat(withoutSource("resume", "m.yaml", run).exit()).isZero();
        assertThat(delivered()).containsExactly("51|1324");
    }

    /** What files of a run that is not finished may look like, and where it was stopped. */
    @ParameterizedTest(name = "{0}, stopped at {1}")
    @CsvSource({
        "kept, in_publication",
        "forged, in_publication",
        "deleted, in_publication",
        "kept, immediate",
        "forged, immediate",
        "deleted, immediate"
    })
    void reportsOfAnUnfinishedRunThatWereForgedOrDeletedChangeNoDecision(String what, String stop) throws IOException {
        boolean staged = stop.equals("in_publication");
        Cli.Ran failed = fail(
                stop, staged ? ErrorCode.TARGET_CONNECTION_LOST : ErrorCode.TARGET_FAILED, "--report", "report.html");
        assertThat(failed.exit()).as(failed.err()).isEqualTo(1);
        Path report = folder.resolve("report.html");
        Path observations = folder.resolve(".dpone/runs").resolve(run).resolve("observations-1.json");
        assertThat(report).isRegularFile();
        assertThat(observations).isRegularFile();
        if (what.equals("forged")) {
            forge(observations, "\"outcome\":\"failed\"", "\"outcome\":\"published\"");
            forge(report, "data-state=\"" + (staged ? "publishing" : "failed"), "data-state=\"succeeded");
            Files.writeString(
                    observations.resolveSibling("evidence.json"),
                    "{\"schema\":\"dpone.delivery-evidence.v1\",\"run_id\":\"" + run
                            + "\",\"commit\":{\"receipt_id\":\"dpone-v1:forged\",\"rows\":50}}");
        } else if (what.equals("deleted")) {
            Files.delete(observations);
            Files.delete(report);
        }

        assertThat(known().get("state").asString()).isEqualTo(staged ? "publishing" : "failed");
        assertThat(known().get("actions").toString()).isEqualTo("[\"resume\",\"abandon\"]");
        Cli.Ran resumed = staged
                ? withoutSource("resume", "m.yaml", run, "--format", "json")
                : cli().run("resume", "m.yaml", run, "--format", "json");

        assertThat(resumed.exit()).as(resumed.err()).isZero();
        assertThat(resumed.delivery().get("status").asString()).isEqualTo("succeeded");
        assertThat(delivered()).containsExactly("51|1324");
        assertThat(Files.readString(observations.resolveSibling("evidence.json")))
                .contains(resumed.delivery().get("digest").asString())
                .doesNotContain("forged");
    }

    private static void forge(Path file, String text, String other) throws IOException {
        String real = Files.readString(file);
        assertThat(real).contains(text);
        Files.writeString(file, real.replace(text, other));
    }

    @Test
    void aRunThatNobodyKnowsIsRefused() {
        Cli.Ran refused = withoutSource("resume", "m.yaml", "nobody");

        assertThat(refused.exit()).isEqualTo(2);
        assertThat(refused.err()).contains("DPONE_RUN_UNKNOWN");
    }

    @Test
    void showTellsEveryEventAndWhatItMeans() {
        fail("in_publication", ErrorCode.TARGET_CONNECTION_LOST);

        Cli.Ran shown = withoutSource("runs", "show", "m.yaml", run);

        assertThat(shown.exit()).as(shown.err()).isZero();
        assertThat(shown.out())
                .contains("state: publishing", "the receipt in the target decides")
                .containsSubsequence("run_opened", "stage_complete", "prepared", "publish_intended", "run_interrupted");
        assertThat(cli().run("runs", "m.yaml").out()).contains(run, "publishing (DPONE_TARGET_CONNECTION_LOST)");
    }
}
