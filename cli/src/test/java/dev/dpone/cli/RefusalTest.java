package dev.dpone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused before any connection is opened: exit 2, nothing on stdout, and no connection at a listening server. */
class RefusalTest {
    private static final TestTarget POSTGRES = new PostgresTestTarget();

    @TempDir
    Path folder;

    private Cli cli;
    private ServerSocket server;
    private final AtomicInteger accepted = new AtomicInteger();

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread acceptor = new Thread(() -> {
            try {
                while (true) {
                    server.accept().close();
                    accepted.incrementAndGet();
                }
            } catch (IOException e) {
                // Closed by the test.
            }
        });
        acceptor.setDaemon(true);
        acceptor.start();
        String port = String.valueOf(server.getLocalPort());
        cli = new Cli(folder)
                .with("CH_HOST", "127.0.0.1")
                .with("CH_PORT", port)
                .with("TARGET_HOST", "127.0.0.1")
                .with("TARGET_PORT", port)
                .with("TARGET_DATABASE", "d")
                .with("TARGET_USERNAME", "u")
                .with("TARGET_PASSWORD", "p");
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    private void refused(Cli.Ran ran, String code, String... texts) {
        assertThat(ran.exit()).as(ran.err()).isEqualTo(2);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).contains(code);
        for (String text : texts) {
            assertThat(ran.err()).contains(text);
        }
        assertThat(accepted).hasValue(0);
        assertThat(folder.resolve(".dpone")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
                    run; encoding_parallelism; 0
                    run; encoding_parallelism; 65
                    run; encoding_parallelism; true
                    run; encoding_parallelism; "2"
                    run; encoding_parallelism; 2.5
                    run; encoding_parallelism; 2.0
                    run; encoding_parallelism; null
                    run; import_parallelism; 0
                    run; import_parallelism; 65
                    run; import_parallelism; true
                    run; import_parallelism; "2"
                    run; import_parallelism; 2.5
                    run; import_parallelism; null
                    plan; encoding_parallelism; 0
                    plan; import_parallelism; 65
                    plan; import_parallelism; null
                    """)
    void aWrongOverrideNamesRangeAndRemedy(String command, String key, String value) {
        cli.write(
                "m.yaml",
                Cli.manifest(
                        POSTGRES,
                        "events",
                        "{mode: full_refresh}",
                        "technical_columns: minimal",
                        "native_chunks: {max_total_encoded_bytes: 1000000, stage_allocated_bytes_stop_threshold: 1000000, "
                                + key + ": " + value + "}"));

        Cli.Ran ran = cli.run(command, "m.yaml");

        refused(ran, "DPONE_LIMIT_INVALID", key, "1 to 64", "leave " + key + " out to use parallelism");
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "required", "fallback"})
    void aSwitchRequestIsRefused(String mode) {
        cli.write(
                "m.yaml",
                Cli.manifest(POSTGRES, "events", "{mode: full_refresh, partition: {native_mode: " + mode + "}}"));

        refused(cli.run("run", "m.yaml"), "DPONE_SWITCH_NOT_ACTIVATED");
    }

    @Test
    void aStateConnectionThatIsNotDefinedIsRefused() {
        cli.write(
                "m.yaml",
                Cli.manifest(POSTGRES, "events", "{mode: full_refresh}")
                        .replace("  runtime:", "  state: {type: postgres, connection_id: ops}\n  runtime:"));

        refused(cli.run("run", "m.yaml"), "DPONE_CONNECTION_INVALID", "connection \"ops\"");
    }

    @Test
    void verificationByTheTargetIsRefusedByName() {
        cli.write(
                "m.yaml",
                Cli.manifest(
                        POSTGRES,
                        "events",
                        "{mode: full_refresh}",
                        "technical_columns: minimal",
                        "verification_backend: target_local"));

        refused(cli.run("run", "m.yaml"), "DPONE_NOT_SUPPORTED_YET", "verification_backend target_local");
    }

    @Test
    void anUndefinedConnectionIsRefusedWithTheVariablesToSet() {
        cli.write(
                "m.yaml",
                Cli.manifest(POSTGRES, "events", "{mode: full_refresh}")
                        .replace("connection_id: target", "connection_id: nowhere"));

        refused(cli.run("run", "m.yaml"), "DPONE_CONNECTION_INVALID", "DPONE_CONN_NOWHERE_");
    }

    @Test
    void anUnknownPipelineIsRefusedWithTheKnownOnes() {
        cli.write("m.yaml", Cli.manifest(POSTGRES, "events", "{mode: full_refresh}"));

        refused(cli.run("run", "m.yaml", "--select", "tests.event"), "DPONE_SELECTION_INVALID", "tests.events");
    }

    @ParameterizedTest
    @ValueSource(strings = {"has space", "", "umläut", "semi;colon"})
    void aRunIdWithOtherCharactersIsRefused(String runId) {
        cli.write("m.yaml", Cli.manifest(POSTGRES, "events", "{mode: full_refresh}"));

        refused(cli.run("run", "m.yaml", "--run-id", runId), "DPONE_RUN_ID_INVALID");
    }

    @Test
    void anUnknownOptionIsRefusedWithTheNearest() {
        refused(
                cli.run("run", "m.yaml", "--intervall-end", "x"),
                "DPONE_USAGE_INVALID",
                "Did you mean ",
                "--interval-end");
    }

    @Test
    void aMissingManifestIsRefused() {
        refused(cli.run("run", "nothing.yaml"), "DPONE_MANIFEST_UNREADABLE", "nothing.yaml");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-09-28", "2026-09-28T00:00:00", "yesterday", "2026-09-28T00:00:00.0000001Z"})
    void anIntervalEndWithoutSecondsAndOffsetIsRefused(String end) {
        cli.write("m.yaml", Cli.manifest(POSTGRES, "events", "{mode: full_refresh}"));

        refused(cli.run("run", "m.yaml", "--interval-end", end), "DPONE_USAGE_INVALID", "2026-09-28T00:00:00Z");
    }
}
