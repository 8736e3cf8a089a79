package dev.dpone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.cli.bench.TestStand;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Benchmarks that end before they have begun, or before they are done. */
@Timeout(300)
class BenchRefusalTest {
    @TempDir
    Path folder;

    /** Runs the command where every server is a trap, and asserts that none was asked and nothing was made. */
    private Cli.Ran refused(String... options) {
        try (ServerSocket trap = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + trap.getLocalPort();
            Cli cli = new Cli(folder)
                    .withVariables(Map.of(
                            "DPONE_SANDBOX_CLICKHOUSE_URL", "http://u:p@" + address,
                            "DPONE_SANDBOX_POSTGRES_URL", "jdbc:postgresql://" + address + "/d?user=u&password=p"));
            Cli.Ran ran = cli.run(
                    Stream.concat(Stream.of("bench", "run"), Stream.of(options)).toArray(String[]::new));
            trap.setSoTimeout(1);
            try {
                trap.accept().close();
                throw new AssertionError("A server was asked; " + ran.err());
            } catch (SocketTimeoutException e) {
                return ran;
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void tenFieldsAreRefusedForASubjectOfEightBeforeAnythingIsStartedOrMade() {
        String frozen = TestStand.command(BenchRunTest.FROZEN.toString());

        Cli.Ran ran = refused("--output", "bundle", "--limits", "1/1,2/1", "--subject", frozen);

        assertThat(ran.exit()).as(ran.err()).isEqualTo(2);
        assertThat(ran.err())
                .contains("DPONE_BENCH_SUBJECT_UNABLE", "encoding_parallelism", "the ten fields of 2/1 need");
        assertThat(ran.out()).isEmpty();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void theFrozenSubjectItselfRefusesTenFields() throws Exception {
        Path manifest = Files.writeString(folder.resolve("m.yaml"), """
                defaults: {source: {options: {native_transfer: {execution: {chunking: {parallelism: 1}, native_chunks: {
                  max_total_encoded_bytes: 9, stage_allocated_bytes_stop_threshold: 9, max_rows: 9, max_bytes: 9,
                  max_row_bytes: 9, max_pending: 9, max_staging_tables: 9, encoding_parallelism: 2}}}}}}
                """);
        List<String> command = new ArrayList<>(
                List.of(TestStand.command(BenchRunTest.FROZEN.toString()).split(" ")));
        command.addAll(List.of("run", manifest.toString()));

        Process process = new ProcessBuilder(command)
                .redirectError(folder.resolve("err").toFile())
                .start();

        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(2);
        assertThat(Files.readString(folder.resolve("err"))).contains("unknown keys [encoding_parallelism]");
    }

    @Test
    void whatIsNoDponeIsRefused() {
        Cli.Ran ran = refused("--output", "bundle", "--subject", "/bin/false");

        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.err()).contains("DPONE_BENCH_SUBJECT_UNABLE", "/bin/false ends '--version' with exit 1");
        assertThat(refused("--output", "bundle", "--subject", "./nowhere/dpone").err())
                .contains("DPONE_BENCH_SUBJECT_UNABLE", "cannot be started");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aFolderThatHasSomethingInItIsLeftAlone() throws IOException {
        Path other = Files.writeString(
                Files.createDirectory(folder.resolve("bundle")).resolve("mine"), "x");

        Cli.Ran ran = refused("--output", "bundle");

        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.err()).contains("DPONE_USAGE_INVALID", "bundle is not empty");
        assertThat(other).hasContent("x");
    }

    @Test
    void aFolderThatCannotBeMadeIsAnErrorBeforeAnythingIsStarted() throws IOException {
        Files.writeString(folder.resolve("file"), "x");

        Cli.Ran ran = refused("--output", "file/bundle");

        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.err()).contains("DPONE_OUTPUT_FAILED", "file/bundle cannot be written");
    }

    @ParameterizedTest
    @CsvSource({
        "--rows, 0, 1 to 1000000",
        "--rows, 1000001, 1 to 1000000",
        "--trials, 0, 1 to 100",
        "--seed, -1, 0 or more",
        "--target, oracle, postgres or mssql",
        "--profiles, tall, 'narrow,wide,unicode,decimal,null,skewed'",
        "--limits, 2, E/I like 2/1",
        "--limits, '1/1,1/1', names something twice",
        "--limits, 65/1, 1 to 64"
    })
    void wrongOptionsAreRefused(String option, String value, String words) {
        Cli.Ran ran = refused("--output", "bundle", option, value);

        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.err()).contains(words);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void theHelpExplainsEightAndTenFields() {
        String help = new Cli(folder).run("bench", "run", "--help").out().replaceAll("\\s+", " ");

        assertThat(help)
                .contains(
                        "eight fields", "envelopes of version 1", "ten fields", "envelopes of version 2", "--subject");
    }

    @Test
    void anInterruptEndsTheSubjectAndLeavesNoCampaign() throws Exception {
        List<String> command =
                new ArrayList<>(List.of(TestStand.command("dev.dpone.cli.Main").split(" ")));
        command.addAll(List.of("bench", "run", "--output", "bundle", "--rows", "1000", "--profiles", "narrow"));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
        builder.environment().putAll(TestStand.environment());
        Process bench = builder.start();
        while (!Files.readString(folder.resolve("err")).contains("values of every type")
                || bench.descendants().findAny().isEmpty()) {
            assertThat(bench.isAlive()).as("the benchmark must still run").isTrue();
            Thread.onSpinWait();
        }
        List<ProcessHandle> subjects = bench.descendants().toList();

        bench.destroy();

        assertThat(bench.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(bench.exitValue())
                .as(Files.readString(folder.resolve("err")))
                .isEqualTo(130);
        assertThat(Files.readString(folder.resolve("err")))
                .contains("DPONE_INTERRUPTED_BY_USER", "has no campaign.json and is no bundle");
        assertThat(Files.readString(folder.resolve("out"))).isEmpty();
        assertThat(subjects).isNotEmpty().noneMatch(ProcessHandle::isAlive);
        assertThat(folder.resolve("bundle/campaign.json")).doesNotExist();
    }
}
