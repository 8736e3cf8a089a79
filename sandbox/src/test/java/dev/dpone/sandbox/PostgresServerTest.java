package dev.dpone.sandbox;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class PostgresServerTest {
    @Test
    void keepsCommittedRowsThroughCrashAndRestart() throws Exception {
        try (PostgresServer server = PostgresServer.start(step -> {})) {
            execute(server, "CREATE TABLE kept AS SELECT 7 AS value");
            Connection open = server.connect();
            server.kill();
            assertThatThrownBy(() -> open.createStatement().execute("SELECT 1")).isInstanceOf(SQLException.class);
            assertThatThrownBy(server::connect).isInstanceOf(SQLException.class);
            server.restart();
            assertThat(query(server, "SELECT value FROM kept")).isEqualTo("7");
            server.restart();
            assertThat(query(server, "SELECT value FROM kept")).isEqualTo("7");
        }
    }

    @Test
    void offersItsOwnDatabaseOnLoopbackOnly() throws Exception {
        PostgresServer server = SharedServers.postgres();
        assertThat(query(server, "SELECT current_user || ' ' || current_database()"))
                .isEqualTo("dpone dpone");
        assertThat(server.jdbcUrl()).isEqualTo("jdbc:postgresql://127.0.0.1:" + server.port() + "/dpone");
        assertThat(query(server, "SHOW server_version")).startsWith("14.");
        assertThat(query(server, "SHOW server_encoding")).isEqualTo("UTF8");
        assertThat(query(server, "SHOW fsync")).isEqualTo("on");
        assertThat(query(server, "SHOW unix_socket_directories")).isEmpty();
        assertThat(Listeners.of(server.port())).containsExactly(Listeners.LOOPBACK);
        assertThatThrownBy(() -> DriverManager.getConnection(server.jdbcUrl(), server.username(), "wrong"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("password authentication failed");
    }

    @Test
    void appliesSettingsAndLeavesNothing() throws Exception {
        SandboxOptions options = options(Map.of()).withPostgresSettings(Map.of("max_connections", "7", "fsync", "off"));
        Path folder;
        ProcessHandle postmaster;
        try (PostgresServer server = PostgresServer.start(options)) {
            assertThat(query(server, "SHOW max_connections")).isEqualTo("7");
            assertThat(query(server, "SHOW fsync")).isEqualTo("off");
            assertThat(server.port()).isNotEqualTo(SharedServers.postgres().port());
            postmaster = ProcessHandle.of(server.pid()).orElseThrow();
            folder = folder(server);
            assertThat(folder).exists();
        }
        assertThat(postmaster.isAlive()).isFalse();
        assertThat(folder).doesNotExist();
    }

    @Test
    void showsTheServersOutputWhenItWillNotStart() {
        SandboxOptions options = options(Map.of()).withPostgresSettings(Map.of("max_connections", "none"));
        assertThatThrownBy(() -> PostgresServer.start(options))
                .isInstanceOf(DponeException.class)
                .hasMessageStartingWith("The sandbox's PostgreSQL ended before it answered. Its last output:\n")
                .hasMessageContaining("invalid value for parameter \"max_connections\": \"none\"");
    }

    @Test
    void saysSoWhenTheTimeIsOver() {
        SandboxOptions patient = options(Map.of());
        SandboxOptions options =
                new SandboxOptions(patient.cacheDirectory(), step -> {}, null, null, null, Map.of(), 1, Duration.ZERO);
        assertThatThrownBy(() -> PostgresServer.start(options))
                .isInstanceOf(DponeException.class)
                .hasMessageStartingWith("The sandbox's PostgreSQL did not answer within 0 s. Its last output:");
    }

    @Test
    void stopsStartingWhenInterrupted() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> PostgresServer.start(options(Map.of())))
                .isInstanceOfSatisfying(
                        DponeException.class, stop -> assertThat(stop.code()).isEqualTo(ErrorCode.INTERRUPTED_BY_USER));
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void runsForRootAsAnotherUserWhereNamespacesAreForbidden() {
        assumeTrue(Unprivileged.isRoot());
        try (PostgresProcess process = PostgresProcess.start(options(Map.of()), Unprivileged.OTHER_USER)) {
            assertThat(ProcessHandle.of(process.pid())
                            .flatMap(handle -> handle.info().user()))
                    .hasValue("nobody");
        }
    }

    @Test
    void usesAnotherInstalledVersion() throws Exception {
        Path bin = Path.of("/usr/lib/postgresql/15/bin");
        assumeTrue(Files.exists(bin.resolve("postgres")));
        try (PostgresServer server =
                PostgresServer.start(options(Map.of(SandboxOptions.POSTGRES_BIN, bin.toString())))) {
            assertThat(query(server, "SHOW server_version")).startsWith("15.");
        }
    }

    @Test
    void refusesAFolderWithoutThePrograms(@TempDir Path empty) {
        assertThatThrownBy(() -> PostgresServer.start(options(Map.of(SandboxOptions.POSTGRES_BIN, empty.toString()))))
                .isInstanceOf(DponeException.class)
                .hasMessage("DPONE_SANDBOX_POSTGRES_BIN must name a folder with the programs initdb and postgres,"
                        + " but " + empty + " has no initdb");
    }

    @Test
    void usesTheServerTheEnvironmentNames() throws Exception {
        PostgresServer shared = SharedServers.postgres();
        String url = shared.jdbcUrl() + "?user=dpone&ApplicationName=mine&password=dpone%2Dsandbox";
        try (PostgresServer own = PostgresServer.start(options(Map.of(SandboxOptions.POSTGRES_URL, url)))) {
            assertThat(own.jdbcUrl()).isEqualTo(shared.jdbcUrl() + "?ApplicationName=mine");
            assertThat(query(own, "SELECT current_user || current_setting('application_name')"))
                    .isEqualTo("dponemine");
            assertThatThrownBy(own::kill)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("PostgreSQL at " + own.jdbcUrl() + " was not started by the sandbox");
        }
        assertThat(query(shared, "SELECT 1")).isEqualTo("1");
    }

    @Test
    void refusesAnOwnServerThatDoesNotAnswer() throws IOException {
        int free = PostgresCluster.freePort();
        String url = "jdbc:postgresql://127.0.0.1:" + free + "/x?user=u&password=secret";
        assertThatThrownBy(() -> PostgresServer.start(options(Map.of(SandboxOptions.POSTGRES_URL, url))))
                .isInstanceOfSatisfying(
                        DponeException.class,
                        refusal -> assertThat(refusal.render())
                                .startsWith(
                                        "DPONE_SANDBOX_UNAVAILABLE: No PostgreSQL answers at jdbc:postgresql://127.0.0.1:"
                                                + free + "/x for user u: ")
                                .doesNotContain("secret")
                                .endsWith("  Set DPONE_SANDBOX_POSTGRES_URL to a PostgreSQL of your own, such as"
                                        + " jdbc:postgresql://host:5432/database?user=u&password=p."));
    }

    @Test
    void refusesAMalformedUrlWithoutShowingIt() {
        for (String url : new String[] {"jdbc:mysql://h/x?password=secret", "jdbc:postgresql:secret", "secret"}) {
            assertThatThrownBy(() -> PostgresServer.start(options(Map.of(SandboxOptions.POSTGRES_URL, url))))
                    .isInstanceOf(DponeException.class)
                    .hasMessage("DPONE_SANDBOX_POSTGRES_URL must have the form jdbc:postgresql://host:port/database")
                    .hasNoCause();
        }
    }

    static Path folder(PostgresServer server) throws SQLException {
        return requireNonNull(Path.of(query(server, "SHOW data_directory")).getParent());
    }

    private static SandboxOptions options(Map<String, String> environment) {
        return SandboxOptions.fromEnvironment(environment, step -> {});
    }

    private static void execute(PostgresServer server, String sql) throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String query(PostgresServer server, String sql) throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
