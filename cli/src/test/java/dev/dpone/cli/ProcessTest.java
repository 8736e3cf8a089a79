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
class ProcessTest {
    @TempDir
    Path folder;

    private Process start(String heap, String... arguments) throws IOException {
        Cli cli = new Cli(folder).withServers();
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap,
                "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError",
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
    private static void awaitStage(Process process) {
        while (SourceTables.stagingTables().isEmpty()) {
            assertThat(process.isAlive()).as("the delivery must still run").isTrue();
            Thread.onSpinWait();
        }
    }

    private String slowTable() {
        String table = SourceTables.create(
                "id UInt32, name String", "SELECT number, repeat(toString(number), 20) FROM numbers(400000)");
        SourceTables.postgres(
                "CREATE TABLE " + table + " (id bigint NOT NULL, name text NOT NULL)",
                "INSERT INTO " + table + " VALUES (99, 'before')");
        new Cli(folder)
                .write(
                        "m.yaml",
                        Cli.manifest(
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
                                table,
                                "{mode: full_refresh}",
                                "technical_columns: minimal",
                                "native_chunks: {max_row_bytes: 2097152, max_total_encoded_bytes: 1000000000,"
                                        + " stage_allocated_bytes_stop_threshold: 10000000000,"
                                        + " encoding_parallelism: 2, import_parallelism: 2}"));

        int exit = exit(start("256m", "run", "m.yaml", "--format", "json"));

        assertThat(exit).as(text("err")).isZero();
        assertThat(SourceTables.rows("SELECT count(*), sum(length(big)) FROM " + table))
                .containsExactly("300|314572800");
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
        assertThat(SourceTables.rows("SELECT id FROM " + table)).containsExactly("99");
        assertThat(SourceTables.stagingTables()).isEmpty();
        assertThat(folder.resolve(".dpone/work")).isEmptyDirectory();
    }

    @Test
    void afterAKillTheSameRunIdDeliversOnceAndLeavesNothing() throws Exception {
        String table = slowTable();
        Process process = start("256m", "run", "m.yaml", "--run-id", "killed-" + table);
        awaitStage(process);

        process.destroyForcibly();
        exit(process);
        assertThat(SourceTables.rows("SELECT id FROM " + table)).containsExactly("99");
        // The dead process's lease has to run out before another may start.
        Cli cli = new Cli(folder).withServers();
        Cli.Ran held = cli.deliver("m.yaml", "--run-id", "killed-" + table);
        assertThat(held.exit()).isEqualTo(5);
        assertThat(held.err()).contains("DPONE_LEASE_HELD").contains("killed-" + table);
        Cli.Ran again = cli.later(java.time.Duration.ofMinutes(2)).deliver("m.yaml", "--run-id", "killed-" + table);

        assertThat(again.exit()).as(again.err()).isZero();
        assertThat(SourceTables.rows("SELECT count(*), count(DISTINCT id) FROM " + table))
                .containsExactly("400000|400000");
        assertThat(SourceTables.stagingTables()).isEmpty();
        assertThat(folder.resolve(".dpone/work")).isEmptyDirectory();
    }

    @Test
    void noSecretReachesAnyStreamOrFile() throws Exception {
        String table = SourceTables.create("id UInt32", "SELECT number FROM numbers(10)");
        new Cli(folder).write("m.yaml", Cli.manifest(table, "{mode: full_refresh}"));
        String secret = new Cli(folder).withServers().environment().get("DPONE_CONN_PG_PASSWORD");

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
