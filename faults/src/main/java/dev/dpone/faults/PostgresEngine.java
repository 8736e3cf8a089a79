package dev.dpone.faults;

import dev.dpone.sandbox.PostgresServer;
import dev.dpone.sandbox.SandboxOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;

/** A PostgreSQL of the sandbox. */
final class PostgresEngine implements Engine {
    private final PostgresServer server;

    private PostgresEngine(PostgresServer server) {
        this.server = server;
    }

    static PostgresEngine start(SandboxOptions options) {
        return new PostgresEngine(PostgresServer.start(options));
    }

    /** Kills all its processes, as a crash of the machine would. */
    void kill() {
        server.kill();
    }

    /** Options of a mount that give it to the user the server runs as. */
    String owning() {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW data_directory")) {
            row.next();
            Object user = Files.getAttribute(Path.of(row.getString(1)), "unix:uid");
            return ",mode=0700,uid=" + user;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void restart() {
        server.restart();
    }

    @Override
    public String type() {
        return "postgres";
    }

    @Override
    public String schema() {
        return "public";
    }

    @Override
    public Connection connect() throws SQLException {
        return server.connect();
    }

    @Override
    public int port() {
        return server.port();
    }

    @Override
    public Map<String, String> connection(int port) {
        return Map.of(
                "HOST", server.host(),
                "PORT", String.valueOf(port),
                "DATABASE", server.database(),
                "USERNAME", server.username(),
                "PASSWORD", server.password());
    }

    @Override
    public String password() {
        return server.password();
    }

    @Override
    public List<String> columns() {
        return List.of(
                "id bigint NOT NULL",
                "name text",
                "amount numeric(18,4)",
                "ratio double precision NOT NULL",
                "at timestamptz NOT NULL",
                "day date",
                "flag boolean NOT NULL");
    }

    @Override
    public String row() {
        return """
                n, CASE WHEN n % 7 = 0 THEN NULL WHEN n % 11 = 0 THEN '' ELSE 'имя-' || n || '-😀é' END,
                CASE WHEN n % 5 = 0 THEN NULL ELSE CAST(n * 37 - 100000 AS numeric(18,4)) / 10000 END,
                CAST(n AS double precision) / 8,
                timestamptz '2026-09-27 00:00:00Z' + (n * 3000 + n % 1000) * interval '1 millisecond',
                CASE WHEN n % 13 = 0 THEN NULL ELSE DATE '2020-01-01' + CAST(n % 3650 AS int) END,
                n % 3 = 0""";
    }

    @Override
    public String oldRow() {
        return """
                n * 20, 'old-' || n, CAST(NULL AS numeric(18,4)), 0,
                CASE WHEN n % 2 = 0 THEN timestamptz '2026-09-27 12:00:00Z' ELSE timestamptz '2026-09-20 12:00:00Z' END,
                CAST(NULL AS date), false""";
    }

    @Override
    public String inWindow() {
        return "at >= timestamptz '2026-09-27 00:00:00Z' AND at < timestamptz '2026-09-28 00:00:00Z'";
    }

    @Override
    public void close() {
        server.close();
    }
}
