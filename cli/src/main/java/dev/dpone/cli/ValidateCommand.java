package dev.dpone.cli;

import dev.dpone.manifest.Pipeline;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "validate",
        description = "Checks a manifest without opening anything; reports every problem at once.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "Example:", "  dpone validate events.yaml"})
final class ValidateCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private final ManifestOptions options = new ManifestOptions();

    @Option(names = "--format", description = "text or json. Default: ${DEFAULT-VALUE}.", defaultValue = "text")
    private ResultFormat format = ResultFormat.TEXT;

    ValidateCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        List<String> ids = options.pipelines(console).stream().map(Pipeline::id).toList();
        console.out()
                .println(
                        format == ResultFormat.JSON
                                ? ResultFormat.json(Map.of("status", "valid", "pipelines", ids))
                                : "valid: " + String.join(", ", ids));
        console.out().flush();
        return 0;
    }
}
