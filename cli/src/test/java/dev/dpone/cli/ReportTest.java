package dev.dpone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Observations and reports of real deliveries. */
class ReportTest {
    @TempDir
    Path folder;

    private final TestTarget target = new PostgresTestTarget();
    private Cli cli;

    @BeforeEach
    void connect() {
        cli = new Cli(folder).withServers(target);
    }

    private String table() {
        return SourceTables.create(
                "id UInt32, name String", "SELECT number, concat('name ', toString(number)) FROM numbers(30000)");
    }

    private void manifest(String table, int encoders, int importers) {
        cli.write(
                "m.yaml",
                Cli.manifest(
                        target,
                        table,
                        "{mode: full_refresh}",
                        "technical_columns: 'off'",
                        "native_chunks: {encoding_parallelism: " + encoders + ", import_parallelism: " + importers
                                + ", max_rows: 1000, max_total_encoded_bytes: 1000000000,"
                                + " stage_allocated_bytes_stop_threshold: 1000000000}"));
    }

    private Path observations(String runId, int process) {
        return folder.resolve(".dpone/runs").resolve(runId).resolve("observations-" + process + ".json");
    }

    private static int data(String page, String name) {
        Matcher value = Pattern.compile(" data-" + name + "=\"(\\d+)\"").matcher(page);
        assertThat(value.find()).as(name).isTrue();
        return Integer.parseInt(value.group(1));
    }

    @ParameterizedTest(name = "E={0} I={1}")
    @CsvSource({"1, 1", "2, 1", "1, 2", "4, 2"})
    void workersAndRetainedWorkStayWithinTheLimitsInTheReportsData(int e, int i) throws IOException {
        manifest(table(), e, i);

        Cli.Ran ran = cli.deliver("m.yaml", "--run-id", "r-" + e + "-" + i, "--report", "r.html");

        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(ran.err()).contains("report " + folder.resolve("r.html"));
        String page = Files.readString(folder.resolve("r.html"));
        assertThat(data(page, "encoders")).isEqualTo(e);
        assertThat(data(page, "importers")).isEqualTo(i);
        assertThat(data(page, "observed-encoders")).isBetween(1, e);
        assertThat(data(page, "observed-importers")).isBetween(1, i);
        assertThat(data(page, "observed-retained")).isBetween(1, Math.max(e, i) + 2);
        assertThat(page)
                .contains("data-bottleneck=", ran.delivery().get("digest").asString(), "readback of 30");
        JsonNode json = JsonMapper.builder().build().readTree(Files.readString(observations("r-" + e + "-" + i, 1)));
        assertThat(json.at("/outcome").asString()).isEqualTo("published");
        assertThat(json.at("/staging/rows_imported").asLong()).isEqualTo(30_000);
        assertThat(json.at("/staging/retained_maximum").asInt()).isEqualTo(data(page, "observed-retained"));
        assertThat(json.at("/spans").size()).isEqualTo(1 + 31 + 30 * 3 + 8);
    }

    @Test
    void aReportOfAnyRunIsWrittenLaterFromWhatIsStored() throws IOException {
        manifest(table(), 1, 1);
        assertThat(cli.deliver("m.yaml", "--run-id", "later").exit()).isZero();

        Cli.Ran ran = cli.run("report", "m.yaml", "later", "--output", "later.html");

        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(ran.out().strip()).isEqualTo("report: " + folder.resolve("later.html"));
        assertThat(Files.readString(folder.resolve("later.html")))
                .contains("data-run=\"later\"", "data-state=\"succeeded\"", "import-0");
    }

    @Test
    void aReportThatCannotBeWrittenIsAnErrorOfItsOwnAndNeverOfADelivery() {
        manifest(table(), 1, 1);

        Cli.Ran delivered = cli.deliver("m.yaml", "--run-id", "x", "--report", "missing/r.html");
        Cli.Ran reported = cli.run("report", "m.yaml", "x", "--output", "missing/r.html");

        assertThat(delivered.exit()).isZero();
        assertThat(delivered.err()).contains("warning: the report of run x was not written: ");
        assertThat(reported.exit()).isEqualTo(1);
        assertThat(reported.err()).contains("DPONE_REPORT_FAILED");
    }

    @Test
    void aFailedRunHasAReportToo() throws IOException {
        String table = SourceTables.create("id UInt32", "SELECT number FROM numbers(300000)");
        manifest(table, 1, 1);
        cli.write(
                "m.yaml",
                Files.readString(folder.resolve("m.yaml"))
                        .replace(
                                "options: {",
                                "options: {query: {sql: 'SELECT toUInt32(id + throwIf(id = 250000, ''planted'')) AS id"
                                        + " FROM " + SourceTables.DATABASE + "." + table + "'}, "));

        Cli.Ran ran = cli.deliver("m.yaml", "--run-id", "fails", "--report", "f.html");

        assertThat(ran.exit()).isEqualTo(1);
        assertThat(Files.readString(folder.resolve("f.html")))
                .contains("data-state=\"failed\"", "DPONE_SOURCE_FAILED", "encode-0");
        assertThat(Files.readString(observations("fails", 1))).contains("\"failure\":\"DPONE_SOURCE_FAILED\"");
    }

    @Test
    void observationsThatWereForgedOrDeletedChangeNoDecision() throws IOException {
        manifest(table(), 1, 1);
        for (String way : List.of("kept", "forged", "deleted")) {
            assertThat(cli.deliver("m.yaml", "--run-id", way).exit()).isZero();
            Path file = observations(way, 1);
            if (way.equals("forged")) {
                Files.writeString(file, Files.readString(file).replace("published", "failed"));
            } else if (way.equals("deleted")) {
                Files.delete(file);
            }
            target.execute("INSERT INTO " + target.table(name()) + " (id, name) VALUES (1000000, 'mine')");

            Cli.Ran again = cli.deliver("m.yaml", "--run-id", way);
            Cli.Ran resumed = cli.run("resume", "m.yaml", way, "--format", "json", "--progress", "none");

            for (Cli.Ran ran : List.of(again, resumed)) {
                assertThat(ran.exit()).as(ran.err()).isZero();
                assertThat(ran.delivery().get("status").asString()).isEqualTo("already_published");
            }
            assertThat(target.rows("SELECT count(*) FROM " + target.table(name())))
                    .containsExactly("30001");
        }
    }

    private String name() throws IOException {
        Matcher tables = Pattern.compile("tables: \\[(.*)]").matcher(Files.readString(folder.resolve("m.yaml")));
        assertThat(tables.find()).isTrue();
        return tables.group(1);
    }

    @Test
    void aReportIsOfOneRun() {
        manifest(table() + ", " + table(), 1, 1);

        Cli.Ran ran = cli.deliver("m.yaml", "--report", "r.html");

        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.err()).contains("--report is of one run, but 2 pipelines are selected");
    }

    @Test
    void theDemoWritesAReport() throws IOException {
        Cli.Ran ran = new Cli(folder)
                .withProcessEnvironment()
                .run("demo", "--rows", "2000", "--limits", "2/1", "--progress", "none", "--report", "demo.html");

        assertThat(ran.exit()).as(ran.err()).isZero();
        String page = Files.readString(folder.resolve("demo.html"));
        assertThat(data(page, "encoders")).isEqualTo(2);
        assertThat(page).contains("dpone_demo.events", "data-state=\"succeeded\"");
    }
}
