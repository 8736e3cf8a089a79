package dev.dpone.cli;

import dev.dpone.postgres.PostgresConnector;
import dev.dpone.sandbox.PostgresServer;
import dev.dpone.sandbox.SharedServers;
import dev.dpone.spi.TargetConnector;
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
    public String literal(Instant instant) {
        return "timestamptz '" + instant + "'";
    }
}
