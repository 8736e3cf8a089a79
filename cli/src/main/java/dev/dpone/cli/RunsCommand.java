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
    private final SelectOptions options = new SelectOptions();

    @Option(names = "--unfinished", description = "Only those that are neither done nor abandoned.")
    private boolean unfinished;

    @Option(names = "--format", description = "text or json. Default: ${DEFAULT-VALUE}.", defaultValue = "text")
    private ResultFormat format = ResultFormat.TEXT;

    RunsCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        List<Pipeline> pipelines = options.pipelines(console);
        List<KnownRun> runs = KnownRun.all(pipelines, console.clock()).stream()
                .filter(run -> !unfinished || run.unfinished())
                .toList();
        if (format == ResultFormat.JSON) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("runs", runs.stream().map(KnownRun::fields).toList());
            object.put("spool_folders", SpoolFolders.left(runs));
            console.out().println(ResultFormat.json(object));
        } else {
            runs.forEach(run -> console.out().println(line(run)));
            SpoolFolders.left(runs).forEach(folder -> console.out().println("spool folder left: " + folder));
            if (runs.isEmpty()) {
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
