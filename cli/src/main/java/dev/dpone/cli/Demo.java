package dev.dpone.cli;

import dev.dpone.canonical.Ulid;
import dev.dpone.clickhouse.ClickHouseSource;
import dev.dpone.column.SourceColumn;
import dev.dpone.delivery.DeliveryResult;
import dev.dpone.digest.RowSum;
import dev.dpone.error.DponeException;
import dev.dpone.manifest.Connections;
import dev.dpone.manifest.ManifestReader;
import dev.dpone.manifest.Pipeline;
import dev.dpone.plan.Interval;
import dev.dpone.plan.TargetPlanner;
import dev.dpone.sandbox.ClickHouseServer;
import dev.dpone.sandbox.SandboxOptions;
import dev.dpone.sandbox.SandboxTarget;
import dev.dpone.sandbox.ScratchFolder;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.Source;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.Target;
import dev.dpone.spi.TargetConnector;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The main job on real servers: makes a table in ClickHouse, delivers it by a manifest as any user would, and proves the
 * result by digests that the delivery has no part in.
 */
final class Demo {
    private final Console console;
    private final Interrupts interrupts;
    private final Settings settings;

    /** What to do. */
    record Settings(
            String target,
            long rows,
            long seed,
            int encoders,
            int importers,
            ProgressMode progress,
            boolean keep,
            Optional<Path> report) {}

    /** Something done to the servers between the delivery and its proof. */
    interface Hook {
        Hook NONE = (clickhouse, target) -> {};

        void beforeProof(ClickHouseServer clickhouse, SandboxTarget target);
    }

    Demo(Console console, Interrupts interrupts, Settings settings) {
        this.console = console;
        this.interrupts = interrupts;
        this.settings = settings;
    }

    /**
     * Runs the demo and returns its result, whose fields {@code docs/demo.md} explains.
     *
     * @param report is given the result as soon as it is known, before servers that are kept are waited with
     */
    Map<String, Object> run(Hook hook, Consumer<Map<String, Object>> report) {
        SandboxOptions options = SandboxOptions.fromEnvironment(console.environment(), console::say);
        try (ScratchFolder scratch = ScratchFolder.create("dpone-demo-");
                ClickHouseServer clickhouse = ClickHouseServer.start(options);
                SandboxTarget target = SandboxTarget.start(settings.target(), options, console.environment())) {
            Path folder = scratch.path();
            Map<String, Object> result = run(folder, clickhouse, target, hook);
            report.accept(result);
            if (settings.keep()) {
                keep(folder, clickhouse, target);
            }
            return result;
        }
    }

    private Map<String, Object> run(Path folder, ClickHouseServer clickhouse, SandboxTarget target, Hook hook) {
        console.say("making " + settings.rows() + " rows in ClickHouse (seed " + settings.seed() + ")");
        DemoTable.create().forEach(clickhouse::execute);
        clickhouse.execute(DemoTable.insert(settings.rows(), settings.seed(), target.notANumber()));
        Pipeline pipeline = new ManifestReader(folder)
                .read(write(folder.resolve("demo.yaml"), manifest(folder, target)))
                .pipelines()
                .get(0);
        Connections connections =
                Connections.beside(folder.resolve("demo.yaml"), connectionVariables(clickhouse, target));
        String runId = new Ulid(console.clock(), new SecureRandom()).next();
        DeliveryResult delivered;
        Duration took;
        try (ProgressPrinter printer = ProgressPrinter.of(settings.progress(), console)) {
            DeliveryRunner runner = new DeliveryRunner(
                    console.clock(), connections, Interval.NONE, interrupts.cancellation(), printer, Wiring.PLAIN);
            long began = System.nanoTime();
            try {
                delivered = runner.run(pipeline, runId);
                took = Duration.ofNanos(System.nanoTime() - began);
            } finally {
                settings.report()
                        .ifPresent(file -> new ReportFile(file).afterDelivery(console, runner, pipeline, runId));
            }
        }
        hook.beforeProof(clickhouse, target);
        console.say("proving: digest of the source by ClickHouse, digest of the published table read back");
        return prove(pipeline, connections, delivered, took);
    }

    private Map<String, Object> prove(
            Pipeline pipeline, Connections connections, DeliveryResult delivered, Duration took) {
        TargetConnector connector = Connectors.requiredTarget(pipeline);
        try (Source source = Connectors.source(pipeline)
                        .connect(connections.resolve(pipeline.source().connectionId()));
                Target target =
                        connector.connect(connections.resolve(pipeline.sink().connectionId()))) {
            List<SourceColumn> columns = source.describe(pipeline.source().query());
            List<ColumnMapping> mappings = TargetPlanner.plan(pipeline, columns, connector, new Strategy.FullRefresh())
                    .columns();
            RowSum sourceSum =
                    ((ClickHouseSource) source).digest(pipeline.source().query(), columns);
            RowSum targetSum = target.digest(pipeline.sink().table(), mappings);
            String receipt = delivered.receipt().businessDigest();
            boolean verified = sourceSum.equals(targetSum)
                    && sourceSum.hex().equals(receipt)
                    && sourceSum.count() == settings.rows();
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("status", verified ? "succeeded" : "verification_failed");
            fields.put("verified", verified);
            fields.put("rows", targetSum.count());
            fields.put("columns", DemoTable.columns());
            fields.put("seed", settings.seed());
            fields.put("source_digest", sourceSum.hex());
            fields.put("target_digest", targetSum.hex());
            fields.put("receipt_digest", receipt);
            fields.put("receipt_id", delivered.receipt().receiptId());
            fields.put("run_id", delivered.receipt().runId());
            fields.put("chunks", delivered.receipt().chunks());
            fields.put("encoded_bytes", delivered.encodedBytes());
            fields.put("limits", pipeline.transfer().limits().record());
            fields.put("duration_seconds", DeliveryReport.seconds(took));
            fields.put("rows_per_second", Math.round(settings.rows() / Math.max(0.001, took.toMillis() / 1000.0)));
            fields.put("peak_heap_bytes", PeakHeap.bytes());
            return fields;
        }
    }

    private String manifest(Path folder, SandboxTarget target) {
        return """
                kind: dpone.batch.v1
                defaults:
                  source:
                    type: clickhouse
                    connection_id: demo_clickhouse
                    options:
                      native_transfer:
                        execution:
                          native_chunks:
                            encoding_parallelism: %d
                            import_parallelism: %d
                            max_total_encoded_bytes: 1099511627776
                            stage_allocated_bytes_stop_threshold: 1099511627776
                  sink:
                    type: %s
                    connection_id: demo_target
                    table: {schema: %s, name: %s}
                    strategy: {mode: full_refresh}
                  runtime:
                    storage: {work_dir: '%s', state_dir: '%s', evidence_dir: '%s', min_free_bytes: 256MiB}
                schemas:
                  %s: {tables: [%s]}
                """.formatted(
                        settings.encoders(),
                        settings.importers(),
                        target.type(),
                        target.schema(),
                        DemoTable.PUBLISHED,
                        folder.resolve("work"),
                        folder.resolve("state"),
                        folder.resolve("runs"),
                        DemoTable.DATABASE,
                        DemoTable.TABLE);
    }

    private static Map<String, String> connectionVariables(ClickHouseServer clickhouse, SandboxTarget target) {
        Map<String, String> variables = new HashMap<>();
        variables.put("DPONE_CONN_DEMO_CLICKHOUSE_HOST", clickhouse.httpUrl().getHost());
        variables.put("DPONE_CONN_DEMO_CLICKHOUSE_PORT", String.valueOf(clickhouse.httpPort()));
        variables.put("DPONE_CONN_DEMO_CLICKHOUSE_USERNAME", clickhouse.username());
        variables.put("DPONE_CONN_DEMO_CLICKHOUSE_PASSWORD", clickhouse.password());
        target.connection().forEach((field, value) -> variables.put("DPONE_CONN_DEMO_TARGET_" + field, value));
        return variables;
    }

    private void keep(Path folder, ClickHouseServer clickhouse, SandboxTarget target) {
        console.say("kept until interrupted:");
        console.say("  ClickHouse " + clickhouse.httpUrl() + ", table " + DemoTable.DATABASE + "." + DemoTable.TABLE);
        console.say("  " + target.address() + ", table " + target.schema() + "." + DemoTable.PUBLISHED);
        console.say("  manifest, state and evidence in " + folder);
        try {
            interrupts.cancellation().pause(Long.MAX_VALUE);
        } catch (DponeException e) {
            console.say("stopping");
        }
    }

    private static Path write(Path file, String text) {
        try {
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
