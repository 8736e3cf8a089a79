package dev.dpone.cli;

import dev.dpone.postgres.PostgresConnector;
import dev.dpone.sandbox.PostgresServer;
import dev.dpone.sandbox.SharedServers;
import dev.dpone.spi.TargetConnector;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** The sandbox's PostgreSQL. */
final class PostgresTestTarget implements TestTarget {
    @Override
    public String type() {
        return "postgres";
    }

    @Override
    public String schema() {
        return "public";
    }

    @Override
    public TargetConnector connector() {
        return new PostgresConnector();
    }

    @Override
    public Connection connect() throws SQLException {
        return SharedServers.postgres().connect();
    }

    @Override
    public Map<String, String> connection() {
        PostgresServer postgres = SharedServers.postgres();
        return Map.of(
                "HOST", postgres.host(),
                "PORT", String.valueOf(postgres.port()),
                "DATABASE", postgres.database(),
                "USERNAME", postgres.username(),
                "PASSWORD", postgres.password());
    }

    @Override
    public int port() {
        return SharedServers.postgres().port();
    }

    @Override
    public Map<String, String> connection(int port) {
        Map<String, String> fields = new HashMap<>(connection());
        fields.put("PORT", String.valueOf(port));
        return fields;
    }

    @Override
    public byte[] wire(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String importing() {
        return "COPY " + quoted(staging());
    }

    /** The driver gives names to no statements but those that end transactions; it parses COMMIT once a session. */
    @Override
    public String committing() {
        return "\0S_";
    }

    @Override
    public String quoted(String name) {
        return '"' + name + '"';
    }

    @Override
    public String literal(Instant instant) {
        return "timestamptz '" + instant + "'";
    }
}
