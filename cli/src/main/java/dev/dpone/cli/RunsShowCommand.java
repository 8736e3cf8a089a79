package dev.dpone.cli;

import dev.dpone.canonical.CanonicalJson;
import dev.dpone.state.JournalEvent;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "show",
        description = "Shows one run: its state, what may be done about it, and every event of its journal.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "Example:", "  dpone runs show events.yaml 01KB8M7Y3V9QH2T4W6XZ0C5DEF"})
final class RunsShowCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private final RunOptions options = new RunOptions();

    @Option(names = "--format", description = "text or json. Default: ${DEFAULT-VALUE}.", defaultValue = "text")
    private ResultFormat format = ResultFormat.TEXT;

    RunsShowCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        KnownRun run = options.find(console);
        Map<String, Object> fields = run.fields();
        fields.put("means", run.history().state().words());
        fields.put("staging_tables", run.history().stagingTables());
        if (format == ResultFormat.JSON) {
            fields.put(
                    "events",
                    run.history().events().stream().map(RunsShowCommand::event).toList());
            console.out().println(ResultFormat.json(fields));
        } else {
            console.out().println(ResultFormat.lines(fields));
            console.out().println("events:");
            for (JournalEvent event : run.history().events()) {
                console.out()
                        .println("  " + event.at() + "  " + event.type() + "  " + CanonicalJson.text(event.data()));
            }
        }
        console.out().flush();
        return 0;
    }

    private static Map<String, Object> event(JournalEvent event) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("type", event.type());
        fields.put("at", event.at().toString());
        fields.put("data", event.data());
        return fields;
    }
}
