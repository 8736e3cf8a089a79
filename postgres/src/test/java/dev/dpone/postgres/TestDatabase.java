package dev.dpone.postgres;

import dev.dpone.sandbox.PostgresServer;
import dev.dpone.sandbox.SharedServers;
import dev.dpone.spi.ConnectionSpec;
import dev.dpone.spi.DeliveryId;
import dev.dpone.spi.Secret;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.TableRef;
import dev.dpone.spi.TargetPlan;
import dev.dpone.spi.TechnicalColumns;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;

/** The shared server with schemas of a test's own, dropped when it ends. */
final class TestDatabase implements AutoCloseable {
    private static final AtomicInteger NEXT = new AtomicInteger();

    /** Short, so that tests of busy targets end soon; long enough for a loaded machine to do its part. */
    static final Waits WAITS = new Waits(Duration.ofSeconds(30), Duration.ofSeconds(2), Duration.ofMillis(500));

    final PostgresServer server;
    final String schema =
            "t" + NEXT.incrementAndGet() + "_" + ProcessHandle.current().pid();
    final String staging = schema + "_stage";
    private Connection jdbc;

    TestDatabase() {
        this(SharedServers.postgres());
    }

    TestDatabase(PostgresServer server) {
        this.server = server;
        try {
            jdbc = server.connect();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        run("CREATE SCHEMA " + schema);
    }

    /** Crashes the server and starts it again on the same data. */
    void crash() throws SQLException {
        server.kill();
        server.restart();
        jdbc = server.connect();
    }

    ConnectionSpec spec() {
        return spec(server.port());
    }

    ConnectionSpec spec(int port) {
        return new ConnectionSpec(
                "pg",
                Optional.empty(),
                Optional.of("127.0.0.1"),
                OptionalInt.of(port),
                Optional.of(server.database()),
                Optional.of(server.username()),
                Optional.of(new Secret(server.password())),
                Optional.of(false),
                false,
                Optional.empty(),
                Map.of());
    }

    PostgresTarget target() {
        return new PostgresConnector(WAITS).connect(spec());
    }

    TargetPlan plan(TestRows rows, TechnicalColumns technical, Strategy strategy) {
        return new TargetPlan(new TableRef(schema, "events"), staging, rows.mappings(), technical, strategy);
    }

    DeliveryId id(String runId) {
        return new DeliveryId(
                runId, "analytics.events", "identity-" + schema, "operation-" + schema + runId, "plan", 1);
    }

    void run(String sql) {
        try (Statement statement = jdbc.createStatement()) {
            statement.setEscapeProcessing(false);
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** The first column of every row as text, in the order of the text; NULL is "NULL". */
    List<String> texts(String sql) {
        try (Statement statement = jdbc.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> texts = new ArrayList<>();
            while (rows.next()) {
                String text = rows.getString(1);
                texts.add(text == null ? "NULL" : text);
            }
            return texts;
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    String text(String sql) {
        return texts(sql).get(0);
    }

    @Override
    public void close() {
        run("DROP SCHEMA IF EXISTS " + schema + " CASCADE");
        run("DROP SCHEMA IF EXISTS " + staging + " CASCADE");
        if ("t".equals(text("SELECT to_regclass('dpone.stages') IS NOT NULL"))) {
            run("DELETE FROM dpone.stages WHERE schema_name = '" + staging + "'");
        }
        try {
            jdbc.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
