package dev.dpone.cli;

import dev.dpone.sandbox.ClickHouseServer;
import dev.dpone.sandbox.SharedServers;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The command line in a folder of its own, with what it printed; connections point at the shared servers. */
final class Cli {
    private final Path folder;
    private final Map<String, String> environment = new HashMap<>();
    private Interrupts interrupts = Interrupts.none();
    private Clock clock = Clock.systemUTC();
    private Wiring wiring = Wiring.PLAIN;

    Cli(Path folder) {
        this.folder = folder;
    }

    /** What a command left. */
    record Ran(int exit, String out, String err) {
        JsonNode json() {
            return JsonMapper.builder().build().readTree(out);
        }

        /** The first delivery of a run's result. */
        JsonNode delivery() {
            return json().get("deliveries").get(0);
        }
    }

    /** Connections {@code ch} and {@code target}. */
    Cli withServers(TestTarget target) {
        return withServers(target.connection());
    }

    /** The same with the target's fields given. */
    Cli withServers(Map<String, String> target) {
        ClickHouseServer clickhouse = SharedServers.clickhouse();
        with("CH_HOST", clickhouse.httpUrl().getHost());
        with("CH_PORT", String.valueOf(clickhouse.httpPort()));
        with("CH_USERNAME", clickhouse.username());
        with("CH_PASSWORD", clickhouse.password());
        target.forEach((field, value) -> with("TARGET_" + field, value));
        return this;
    }

    /** What the tests' own process was given, such as servers for the sandbox. */
    Cli withProcessEnvironment() {
        environment.putAll(System.getenv());
        return this;
    }

    /** Sets a variable of the environment, such as one that names a server for the sandbox. */
    Cli withVariables(Map<String, String> variables) {
        environment.putAll(variables);
        return this;
    }

    /** Sets {@code DPONE_CONN_<name>}. */
    Cli with(String name, String value) {
        environment.put("DPONE_CONN_" + name, value);
        return this;
    }

    Cli with(Interrupts others) {
        interrupts = others;
        return this;
    }

    /** With something between the delivery and its ports. */
    Cli with(Wiring others) {
        wiring = others;
        return this;
    }

    /** As if that much time had passed. */
    Cli later(Duration passed) {
        clock = Clock.offset(Clock.systemUTC(), passed);
        return this;
    }

    Map<String, String> environment() {
        return environment;
    }

    Path write(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Ran run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Console console = new Console(new PrintWriter(out), new PrintWriter(err), folder, environment, clock, false);
        int exit = new CommandLineProgram(console, interrupts, wiring).run(arguments);
        return new Ran(exit, out.toString(), err.toString());
    }

    /** {@code run MANIFEST --format json} with more options. */
    Ran deliver(String manifest, String... options) {
        List<String> arguments = new ArrayList<>(List.of("run", manifest, "--format", "json", "--progress", "none"));
        arguments.addAll(List.of(options));
        return run(arguments.toArray(String[]::new));
    }

    /** A manifest for one table, with its strategy, more keys of the sink, and of the execution. */
    static String manifest(TestTarget target, String table, String strategy, String sink, String execution) {
        return """
                kind: dpone.batch.v1
                defaults:
                  source:
                    type: clickhouse
                    connection_id: ch
                    options: {native_transfer: {execution: {%s}}}
                  sink:
                    type: %s
                    connection_id: target
                    table: {schema: %s}
                    staging: {schema: %s}
                    strategy: %s
                    %s
                  runtime: {storage: {min_free_bytes: 1MiB}}
                schemas:
                  %s: {tables: [%s]}
                """.formatted(
                        execution,
                        target.type(),
                        target.schema(),
                        target.staging(),
                        strategy,
                        sink,
                        SourceTables.DATABASE,
                        table);
    }

    static String manifest(TestTarget target, String table, String strategy) {
        return manifest(target, table, strategy, "technical_columns: minimal", "");
    }
}
