package dev.dpone.cli;

import dev.dpone.error.DponeException;
import dev.dpone.error.ExitCode;
import dev.dpone.manifest.Connections;
import dev.dpone.manifest.Pipeline;
import dev.dpone.manifest.Pipeline.StateSpec;
import dev.dpone.plan.Interval;
import dev.dpone.plan.TargetPlanner;
import dev.dpone.spi.ServerInfo;
import dev.dpone.spi.Source;
import dev.dpone.spi.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "doctor",
        description = "Checks what a run needs: connections, versions, schemas, permissions, disk. Delivers nothing.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "Example:", "  dpone doctor events.yaml"})
final class DoctorCommand implements Callable<Integer> {
    private static final String NOTHING_LEFT = "no staging tables or spool folders of ended runs";

    private final Console console;

    @Mixin
    private final ManifestOptions options = new ManifestOptions();

    @Option(names = "--format", description = "text or json. Default: ${DEFAULT-VALUE}.", defaultValue = "text")
    private ResultFormat format = ResultFormat.TEXT;

    private final List<Map<String, Object>> checks = new ArrayList<>();

    DoctorCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        List<Pipeline> pipelines = options.pipelines(console);
        Connections connections = options.connections(console);
        Interval interval = options.interval();
        pipelines.forEach(pipeline -> check(pipeline, connections, interval));
        note("all", "leftovers", () -> leftovers(pipelines, connections));
        if (!NOTHING_LEFT.equals(checks.get(checks.size() - 1).get("detail"))) {
            checks.get(checks.size() - 1).replace("status", "ok", "attention");
        }
        boolean healthy = checks.stream().noneMatch(check -> "problem".equals(check.get("status")));
        if (format == ResultFormat.JSON) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("status", healthy ? "ok" : "problems");
            object.put("checks", checks);
            console.out().println(ResultFormat.json(object));
        } else {
            checks.forEach(check -> console.out()
                    .println(check.get("status") + "  " + check.get("pipeline") + "  " + check.get("check") + ": "
                            + check.get("detail")));
        }
        console.out().flush();
        return healthy ? 0 : ExitCode.FAILED.status();
    }

    private void check(Pipeline pipeline, Connections connections, Interval interval) {
        String id = pipeline.id();
        note(id, "supported", () -> {
            Support.check(pipeline);
            Connectors.requiredTarget(pipeline);
            return "this version does all that is authored";
        });
        note(id, "source", () -> source(pipeline, connections));
        note(id, "target", () -> target(pipeline, connections, interval));
        note(id, "work_dir", () -> disk(pipeline));
        boolean database = pipeline.state() instanceof StateSpec.Database;
        note(id, database ? "state" : "state_dir", () -> {
            new States(connections, console.clock()).open(pipeline).close();
            return States.describe(pipeline);
        });
    }

    /** What ended runs left: it takes room and counts towards the limits, but stops no delivery. */
    private String leftovers(List<Pipeline> pipelines, Connections connections) {
        List<KnownRun> runs = KnownRun.all(pipelines, new States(connections, console.clock()));
        List<Map<String, Object>> left = new ArrayList<>(SpoolFolders.left(runs));
        left.addAll(StagingTables.left(pipelines, runs, connections));
        if (left.isEmpty()) {
            return NOTHING_LEFT;
        }
        String which = left.stream()
                .map(one -> one.getOrDefault("table", one.get("folder")) + " of run " + one.get("run_id"))
                .collect(Collectors.joining(", "));
        return left.size() + " left: " + which
                + ". Resume or abandon these runs; 'dpone runs --live' tells which may be.";
    }

    private static String source(Pipeline pipeline, Connections connections) {
        try (Source source = Connectors.source(pipeline)
                .connect(connections.resolve(
                        pipeline.source().connectionId(), pipeline.source().type()))) {
            int columns = source.describe(pipeline.source().query()).size();
            return describe(source.server()) + ", " + columns + " columns";
        }
    }

    private static String target(Pipeline pipeline, Connections connections, Interval interval) {
        var connector = Connectors.requiredTarget(pipeline);
        try (Source source = Connectors.source(pipeline)
                        .connect(connections.resolve(
                                pipeline.source().connectionId(),
                                pipeline.source().type()));
                Target target = connector.connect(connections.resolve(
                        pipeline.sink().connectionId(), pipeline.sink().type()))) {
            ServerInfo server = target.server();
            target.admit(TargetPlanner.plan(
                    pipeline,
                    source.describe(pipeline.source().query()),
                    connector,
                    interval.requiredStrategy(pipeline)));
            return describe(server) + ", " + pipeline.sink().table() + " can take the rows";
        }
    }

    private static String disk(Pipeline pipeline) {
        try {
            Files.createDirectories(pipeline.storage().workDir());
            long free = Files.getFileStore(pipeline.storage().workDir()).getUsableSpace();
            long needed = pipeline.transfer().limits().spoolReservation()
                    + pipeline.storage().minFreeBytes();
            if (free < needed) {
                throw new IllegalStateException(free + " bytes free, " + needed + " needed");
            }
            return free + " bytes free, " + needed + " needed";
        } catch (IOException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    private static String describe(ServerInfo server) {
        return server.product() + " " + server.version();
    }

    private void note(String pipeline, String check, Supplier<String> work) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("pipeline", pipeline);
        row.put("check", check);
        try {
            row.put("detail", work.get());
            row.put("status", "ok");
        } catch (DponeException e) {
            row.put("detail", e.code().id() + ": " + e.getMessage() + ". " + e.remedy());
            row.put("status", "problem");
        } catch (IllegalStateException e) {
            row.put("detail", String.valueOf(e.getMessage()));
            row.put("status", "problem");
        }
        checks.add(row);
    }
}
