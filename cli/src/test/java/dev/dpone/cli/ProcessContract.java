package dev.dpone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The program as a process of its own: heap, signals, kill -9, exit statuses and streams. */
@Timeout(240)
abstract class ProcessContract {
    @TempDir
    Path folder;

    private final TestTarget target;

    ProcessContract(TestTarget target) {
        this.target = target;
    }

    private Process start(String heap, String... arguments) throws IOException {
        Cli cli = new Cli(folder).withServers(target);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap,
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.dpone.cli.Main"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().putAll(cli.environment());
        return builder.redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile())
                .start();
    }

    private String text(String name) throws IOException {
        return Files.readString(folder.resolve(name), StandardCharsets.UTF_8);
    }

    private int exit(Process process) throws Exception {
        assertThat(process.waitFor(200, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    /** Waits until an import is under way. */
    private void awaitStage(Process process) {
        while (target.stagingTables().isEmpty()) {
            assertThat(process.isAlive()).as("the delivery must still run").isTrue();
            Thread.onSpinWait();
        }
    }

    private String slowTable() {
        String table = SourceTables.create(
                "id UInt32, name String", "SELECT number, repeat(toString(number), 20) FROM numbers(400000)");
        target.create(table, "id UInt32", "name String");
        target.execute("INSERT INTO " + target.table(table) + " (id, name) VALUES (99, 'before')");
        new Cli(folder)
                .write(
                        "m.yaml",
                        Cli.manifest(
                                target,
                                table,
                                "{mode: full_refresh}",
                                "technical_columns: 'off'",
                                "native_chunks: {max_rows: 4000, max_total_encoded_bytes: 1000000000,"
                                        + " stage_allocated_bytes_stop_threshold: 10000000000}"));
        return table;
    }

    @Test
    void stringsOfOneMebibyteFitAHeapOf256Megabytes() throws Exception {
        String table = SourceTables.create(
                "id UInt32, big String",
                "SELECT number, repeat(repeat(char(97 + number % 26), 1024), 1024) FROM numbers(300)");
        new Cli(folder)
                .write(
                        "m.yaml",
                        Cli.manifest(
                                target,
                                table,
                                "{mode: full_refresh}",
                                "technical_columns: minimal",
                                "native_chunks: {max_row_bytes: 4194304, max_total_encoded_bytes: 1000000000,"
                                        + " stage_allocated_bytes_stop_threshold: 10000000000,"
                                        + " encoding_parallelism: 2, import_parallelism: 2}"));

        int exit = exit(start("256m", "run", "m.yaml", "--format", "json"));

        assertThat(exit).as(text("err")).isZero();
        assertThat(target.rows("SELECT count(*), sum(" + target.length("big") + ") FROM " + target.table(table)))
                .containsExactly("300|314572800");
    }

    @Test
    void aHeapThatIsTooSmallIsAFailureLikeAnyOther() throws Exception {
        String table = SourceTables.create(
                "id UInt32, big String",
                "SELECT number, repeat(repeat(char(97 + number % 26), 1024), 1024) FROM numbers(60)");
        new Cli(folder)
                .write(
                        "m.yaml",
                        Cli.manifest(
                                target,
                                table,
                                "{mode: full_refresh}",
                                "technical_columns: 'off'",
                                "native_chunks: {max_row_bytes: 4194304, max_bytes: 67108864, max_pending: 8,"
                                        + " max_total_encoded_bytes: 1000000000,"
                                        + " stage_allocated_bytes_stop_threshold: 10000000000}"));

        int exit = exit(start("40m", "run", "m.yaml", "--format", "json"));

        assertThat(text("err")).contains("DPONE_HEAP_FULL");
        assertThat(exit).isEqualTo(1);
        assertThat(text("out")).isEmpty();
        assertThat(target.stagingTables()).isEmpty();
    }

    @Test
    void anInterruptSettlesWritersAndExitsWith130() throws Exception {
        String table = slowTable();
        Process process = start("256m", "run", "m.yaml", "--format", "json");
        awaitStage(process);

        process.destroy();

        assertThat(exit(process)).isEqualTo(130);
        assertThat(text("out")).isEmpty();
        assertThat(text("err")).contains("DPONE_INTERRUPTED_BY_USER");
        assertThat(target.rows("SELECT id FROM " + target.table(table))).containsExactly("99");
        assertThat(target.stagingTables()).isEmpty();
        assertThat(folder.resolve(".dpone/work")).isEmptyDirectory();
    }

    @Test
    void afterAKillTheSameRunIdDeliversOnceAndLeavesNothing() throws Exception {
        String table = slowTable();
        Process process = start("256m", "run", "m.yaml", "--run-id", "killed-" + table);
        awaitStage(process);

        process.destroyForcibly();
        exit(process);
        assertThat(target.rows("SELECT id FROM " + target.table(table))).containsExactly("99");
        // The kernel tells that the lease's holder is dead: nothing has to be waited for.
        Cli.Ran again = new Cli(folder).withServers(target).deliver("m.yaml", "--run-id", "killed-" + table);

        assertThat(again.exit()).as(again.err()).isZero();
        assertThat(target.rows("SELECT count(*), count(DISTINCT id) FROM " + target.table(table)))
                .containsExactly("400000|400000");
        assertThat(target.stagingTables()).isEmpty();
        assertThat(folder.resolve(".dpone/work")).isEmptyDirectory();
    }

    @Test
    void noSecretReachesAnyStreamOrFile() throws Exception {
        String table = SourceTables.create("id UInt32", "SELECT number FROM numbers(10)");
        new Cli(folder).write("m.yaml", Cli.manifest(target, table, "{mode: full_refresh}"));
        String secret = new Cli(folder).withServers(target).environment().getOrDefault("DPONE_CONN_CH_PASSWORD", "");

        assertThat(exit(start("256m", "--debug", "run", "m.yaml"))).isZero();

        assertThat(secret).isNotBlank();
        try (var files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain("PASSWORD")
                        .doesNotContain("=" + secret);
            }
        }
    }
}
