package dev.dpone.cli;

import dev.dpone.manifest.Pipeline;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "runs",
        description =
                "Lists the runs that the manifest's state store knows, the newest first, and what may be done about"
                        + " each. Opens no connection to source or target.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "Example:", "  dpone runs events.yaml", "  dpone runs show events.yaml RUN"})
final class RunsCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private final TargetOptions options = new TargetOptions();

    @Option(names = "--unfinished", description = "Only those that are neither done nor abandoned.")
    private boolean unfinished;

    @Option(names = "--live", description = "Ask the targets for staging tables that were left, too.")
    private boolean live;

    @Option(names = "--format", description = "text or json. Default: ${DEFAULT-VALUE}.", defaultValue = "text")
    private ResultFormat format = ResultFormat.TEXT;

    RunsCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        List<Pipeline> pipelines = options.pipelines(console);
        List<KnownRun> known = KnownRun.all(pipelines, new States(options.connections(console), console.clock()));
        List<KnownRun> shown =
                known.stream().filter(run -> !unfinished || run.unfinished()).toList();
        List<Map<String, Object>> folders = SpoolFolders.left(known);
        List<Map<String, Object>> tables =
                live ? StagingTables.left(pipelines, known, options.connections(console)) : List.of();
        if (format == ResultFormat.JSON) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("runs", shown.stream().map(KnownRun::fields).toList());
            object.put("spool_folders", folders);
            if (live) {
                object.put("staging_tables", tables);
            }
            console.out().println(ResultFormat.json(object));
        } else {
            shown.forEach(run -> console.out().println(line(run)));
            folders.forEach(folder -> console.out()
                    .println("spool folder left by run " + folder.get("run_id") + ": " + folder.get("folder")));
            tables.forEach(table -> console.out()
                    .println("staging table of run " + table.get("run_id") + " (" + table.get("run_state") + "): "
                            + table.get("table") + ", " + table.get("bytes") + " bytes"));
            if (shown.isEmpty()) {
                console.say("no runs");
            }
        }
        console.out().flush();
        return 0;
    }

    private static String line(KnownRun run) {
        String actions = run.running()
                ? "running"
                : String.join(", ", run.history().state().actions());
        return String.join(
                "  ",
                run.history().runId(),
                run.history().pipeline(),
                run.history().openedAt().toString(),
                run.history().state().id()
                        + run.history().failure().map(code -> " (" + code + ")").orElse(""),
                actions.isEmpty() ? "-" : actions);
    }
}
