package dev.dpone.sandbox;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ClickHouseServerTest {
    private static final ClickHouseServer SERVER = SharedServers.clickhouse();

    @Test
    void answersStatements() {
        assertThat(SERVER.execute("SELECT currentUser(), timezone(), 1 + 1")).isEqualTo("dpone\tUTC\t2\n");
        assertThat(SERVER.execute("SELECT value FROM system.server_settings WHERE name = 'max_server_memory_usage'"))
                .isEqualTo((2L << 30) + "\n");
    }

    @Test
    void keepsTables() {
        SERVER.execute("CREATE DATABASE keeps_tables ENGINE = Atomic");
        SERVER.execute("CREATE TABLE keeps_tables.t (a UInt8, b String) ENGINE = MergeTree ORDER BY a");
        SERVER.execute("INSERT INTO keeps_tables.t VALUES (1, 'ü')");
        assertThat(SERVER.execute("SELECT b FROM keeps_tables.t")).isEqualTo("ü\n");
        SERVER.execute("DROP DATABASE keeps_tables");
    }

    @Test
    void showsTheServersMessage() {
        assertThatThrownBy(() -> SERVER.execute("SELECT nothing"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("Code: 47. DB::Exception: Unknown expression identifier `nothing`");
    }

    @Test
    void checksPasswordsAndTheReadersRights() throws Exception {
        assertThat(status("dpone", "wrong", "SELECT 1")).isEqualTo(403);
        assertThat(status("default", "", "SELECT 1")).isEqualTo(200);
        assertThat(status("reader", "dpone-sandbox", "SELECT 1 SETTINGS max_block_size = 7"))
                .isEqualTo(200);
        assertThat(status("reader", "dpone-sandbox", "CREATE DATABASE forbidden"))
                .isEqualTo(500);
    }

    @Test
    void logsEachQueryOnce() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(SERVER.httpUrl().resolve("/?query_id=seen-once"))
                .POST(HttpRequest.BodyPublishers.ofString("SELECT 41"))
                .build();
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        SERVER.execute("SYSTEM FLUSH LOGS");
        assertThat(SERVER.execute("SELECT type, query, result_rows FROM system.query_log"
                        + " WHERE query_id = 'seen-once' ORDER BY type"))
                .isEqualTo("QueryStart\tSELECT 41\t0\nQueryFinish\tSELECT 41\t1\n");
    }

    @Test
    void killsQueriesById() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(SERVER.httpUrl().resolve("/?query_id=to-kill"))
                .POST(HttpRequest.BodyPublishers.ofString(
                        "SELECT count() FROM numbers(1000000000000) WHERE number % 7 = 3"))
                .build();
        CompletableFuture<HttpResponse<String>> answer =
                HttpClient.newHttpClient().sendAsync(request, HttpResponse.BodyHandlers.ofString());
        while (SERVER.execute("KILL QUERY WHERE query_id = 'to-kill' SYNC").isEmpty()) {
            assertThat(answer).isNotDone();
        }
        assertThat(answer.get().body()).contains("Code: 394").contains("QUERY_WAS_CANCELLED");
    }

    @Test
    void listensOnLoopbackOnly() throws IOException {
        assertThat(Listeners.of(SERVER.httpPort())).containsExactly(Listeners.LOOPBACK);
        assertThat(Listeners.of(SERVER.tcpPort())).containsExactly(Listeners.LOOPBACK);
    }

    @Test
    void standsBesideAnotherAndLeavesNothing() {
        Path folder;
        ProcessHandle process;
        try (ClickHouseServer other = ClickHouseServer.start(step -> {})) {
            folder = folder(other);
            process = ProcessHandle.of(other.pid()).orElseThrow();
            assertThat(other.httpPort()).isNotEqualTo(SERVER.httpPort());
            assertThat(folder).exists();
        }
        assertThat(process.isAlive()).isFalse();
        assertThat(folder).doesNotExist();
    }

    @Test
    void cleansUpAfterAKill() {
        Path folder;
        try (ClickHouseServer other = ClickHouseServer.start(step -> {})) {
            folder = folder(other);
            other.kill();
            assertThatThrownBy(() -> other.execute("SELECT 1"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("did not answer");
        }
        assertThat(folder).doesNotExist();
    }

    @Test
    void usesTheServerTheEnvironmentNames() {
        String url = "http://dpone:dpone%2Dsandbox@127.0.0.1:" + SERVER.httpPort();
        try (ClickHouseServer own = ClickHouseServer.start(options(url))) {
            assertThat(own.httpUrl()).isEqualTo(URI.create("http://127.0.0.1:" + SERVER.httpPort()));
            assertThat(own.username()).isEqualTo("dpone");
            assertThat(own.execute("SELECT currentUser()")).isEqualTo("dpone\n");
            assertThatThrownBy(own::pid)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(
                            "ClickHouse at http://127.0.0.1:" + SERVER.httpPort() + " was not started by the sandbox");
        }
        assertThat(SERVER.execute("SELECT 1")).isEqualTo("1\n");
    }

    @Test
    void refusesAnOwnServerThatDoesNotAnswer() throws IOException {
        int free = PostgresCluster.freePort();
        assertThatThrownBy(() -> ClickHouseServer.start(options("http://u:secret@127.0.0.1:" + free)))
                .isInstanceOfSatisfying(
                        DponeException.class,
                        refusal -> assertThat(refusal.render())
                                .isEqualTo(
                                        "DPONE_SANDBOX_UNAVAILABLE: No ClickHouse answers at http://127.0.0.1:" + free
                                                + System.lineSeparator()
                                                + "  Set DPONE_SANDBOX_CLICKHOUSE_URL to a ClickHouse of your own,"
                                                + " such as http://user:password@host:8123."));
    }

    @Test
    void refusesAMalformedUrlWithoutShowingIt() {
        for (String url : new String[] {"http://u:sec ret@host", "ftp://u:secret@host", "secret"}) {
            assertThatThrownBy(() -> ClickHouseServer.start(options(url)))
                    .isInstanceOfSatisfying(
                            DponeException.class,
                            refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.SANDBOX_UNAVAILABLE))
                    .hasMessage("DPONE_SANDBOX_CLICKHOUSE_URL must be an http:// or https:// URL with a host")
                    .hasNoCause();
        }
    }

    static Path folder(ClickHouseServer server) {
        String data = server.execute("SELECT value FROM system.server_settings WHERE name = 'path'");
        return requireNonNull(Path.of(data.strip()).getParent());
    }

    private static SandboxOptions options(String url) {
        return SandboxOptions.fromEnvironment(Map.of(SandboxOptions.CLICKHOUSE_URL, url), step -> {});
    }

    private static int status(String user, String password, String sql) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(SERVER.httpUrl())
                .header("X-ClickHouse-User", user)
                .header("X-ClickHouse-Key", password)
                .POST(HttpRequest.BodyPublishers.ofString(sql))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }
}
