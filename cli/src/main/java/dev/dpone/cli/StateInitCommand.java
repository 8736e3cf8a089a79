package dev.dpone.cli;

import dev.dpone.manifest.Connections;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "init",
        description = "Creates dpone's own tables that are missing, in the state store and in the target.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "Example:", "  dpone state init events.yaml"})
final class StateInitCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private final TargetOptions options = new TargetOptions();

    @Option(names = "--format", description = "text or json. Default: ${DEFAULT-VALUE}.", defaultValue = "text")
    private ResultFormat format = ResultFormat.TEXT;

    StateInitCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        List<OwnTables> places = OwnTables.of(options.pipelines(console));
        Connections connections = options.connections(console);
        States states = new States(connections, console.clock());
        List<Map<String, Object>> ready = new ArrayList<>();
        for (OwnTables place : places) {
            place.create(connections, states);
            Map<String, Object> fields = place.fields();
            fields.put("status", "ready");
            ready.add(fields);
        }
        if (format == ResultFormat.JSON) {
            console.out().println(ResultFormat.json(Map.of("places", ready)));
        } else {
            places.forEach(place -> console.out().println("ready  " + place.what()));
        }
        console.out().flush();
        return 0;
    }
}
