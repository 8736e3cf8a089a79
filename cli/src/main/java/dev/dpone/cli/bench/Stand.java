package dev.dpone.cli.bench;

import dev.dpone.clickhouse.ClickHouseConnector;
import dev.dpone.clickhouse.ClickHouseSource;
import dev.dpone.manifest.Connections;
import dev.dpone.mssql.MssqlConnector;
import dev.dpone.postgres.PostgresConnector;
import dev.dpone.sandbox.ClickHouseServer;
import dev.dpone.sandbox.SandboxOptions;
import dev.dpone.sandbox.SandboxTarget;
import dev.dpone.spi.Target;
import dev.dpone.spi.TargetConnector;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The two real servers, and the harness's own ways to them. */
final class Stand implements AutoCloseable {
    private static final String SOURCE_ID = "bench_source";
    private static final String TARGET_ID = "bench_target";

    private final ClickHouseServer clickhouse;
    private final SandboxTarget server;
    private final String name;
    private final ClickHouseSource source;
    private final Target target;
    private final Consumer<String> progress;

    private Stand(
            ClickHouseServer clickhouse, SandboxTarget server, String name, Path folder, Consumer<String> progress) {
        this.clickhouse = clickhouse;
        this.server = server;
        this.name = name;
        this.progress = progress;
        Connections connections = Connections.beside(folder.resolve("bench.yaml"), variables());
        this.source = new ClickHouseConnector().connect(connections.resolve(SOURCE_ID));
        this.target = connector().connect(connections.resolve(TARGET_ID));
    }

    /** @param name what tells this benchmark's tables from others on a server that is somebody else's */
    static Stand start(String type, SandboxOptions options, Map<String, String> environment, String name, Path folder) {
        ClickHouseServer clickhouse = ClickHouseServer.start(options);
        try {
            return new Stand(
                    clickhouse, SandboxTarget.start(type, options, environment), name, folder, options.progress());
        } catch (RuntimeException e) {
            clickhouse.close();
            throw e;
        }
    }

    /** What the subject finds the servers by. */
    Map<String, String> variables() {
        Map<String, String> variables = new HashMap<>();
        variables.put("DPONE_CONN_BENCH_SOURCE_HOST", clickhouse.httpUrl().getHost());
        variables.put("DPONE_CONN_BENCH_SOURCE_PORT", String.valueOf(clickhouse.httpPort()));
        variables.put("DPONE_CONN_BENCH_SOURCE_USERNAME", clickhouse.username());
        variables.put("DPONE_CONN_BENCH_SOURCE_PASSWORD", clickhouse.password());
        server.connection().forEach((field, value) -> variables.put("DPONE_CONN_BENCH_TARGET_" + field, value));
        return variables;
    }

    /** The database of the source's tables. */
    String database() {
        return "dpone_bench_" + name;
    }

    /** A table's name in the target. */
    String published(String table) {
        return "dpone_bench_" + name + "_" + table;
    }

    String schema() {
        return server.schema();
    }

    String type() {
        return server.type();
    }

    Dialect dialect() {
        return Dialect.of(server.type());
    }

    String notANumber() {
        return server.notANumber();
    }

    TargetConnector connector() {
        return server.type().equals("mssql") ? new MssqlConnector() : new PostgresConnector();
    }

    ClickHouseServer clickhouse() {
        return clickhouse;
    }

    ClickHouseSource source() {
        return source;
    }

    Target target() {
        return target;
    }

    /** A new connection to the target; the caller closes it. */
    Sql sql() {
        try {
            return new Sql(server.connect());
        } catch (SQLException e) {
            throw new IllegalStateException("The benchmark cannot connect to the target: " + e.getMessage(), e);
        }
    }

    /** A manifest that replaces one published table's rows by a source table's. */
    String manifest(BenchTable table, BenchConfiguration configuration, Path folder) {
        return """
                kind: dpone.batch.v1
                defaults:
                  source:
                    type: clickhouse
                    connection_id: %s
                    options: {native_transfer: {execution: %s}}
                  sink:
                    type: %s
                    connection_id: %s
                    table: {schema: %s, name: %s}
                    strategy: {mode: full_refresh}
                  runtime:
                    storage: {work_dir: '%s', state_dir: '%s', evidence_dir: '%s', min_free_bytes: 256MiB}
                schemas:
                  %s: {tables: [%s]}
                """.formatted(
                        SOURCE_ID,
                        configuration.execution(),
                        type(),
                        TARGET_ID,
                        table.target().schema(),
                        table.target().name(),
                        folder.resolve("work"),
                        folder.resolve("state"),
                        folder.resolve("runs"),
                        table.source().schema(),
                        table.source().name());
    }

    /** Drops what was made, for servers that stay, and stops those that were started. */
    @Override
    public void close() {
        try (clickhouse;
                server;
                source;
                target) {
            drop();
        } catch (IllegalStateException e) {
            progress.accept("not everything of this benchmark could be dropped: " + e.getMessage());
        }
    }

    private void drop() {
        clickhouse.execute("DROP DATABASE IF EXISTS " + database() + " SYNC");
        String pattern = published("").replace("_", "\\_") + "%";
        try (Sql sql = sql()) {
            sql.rows("SELECT table_name FROM information_schema.tables WHERE table_schema = '" + schema()
                            + "' AND table_name LIKE '" + pattern + "' ESCAPE '\\'")
                    .forEach(table -> sql.execute("DROP TABLE " + dialect().quoted(schema()) + "."
                            + dialect().quoted(table)));
        }
    }
}
