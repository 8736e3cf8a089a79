package dev.dpone.cli;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "ddl",
        description = "Prints the statements that create dpone's own tables where missing, for an administrator to run."
                + " Opens nothing.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "Example:", "  dpone state ddl events.yaml > dpone.sql"})
final class StateDdlCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private final SelectOptions options = new SelectOptions();

    @Option(names = "--format", description = "text or json. Default: ${DEFAULT-VALUE}.", defaultValue = "text")
    private ResultFormat format = ResultFormat.TEXT;

    StateDdlCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        List<OwnTables> places = OwnTables.of(options.pipelines(console));
        if (format == ResultFormat.JSON) {
            console.out()
                    .println(ResultFormat.json(Map.of(
                            "places",
                            places.stream().map(StateDdlCommand::fields).toList())));
        } else {
            places.forEach(place -> console.out().println(place.script()));
        }
        console.out().flush();
        return 0;
    }

    private static Map<String, Object> fields(OwnTables place) {
        Map<String, Object> fields = place.fields();
        fields.put("statements", place.ddl());
        return fields;
    }
}
