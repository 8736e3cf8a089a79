package dev.dpone.cli;

import dev.dpone.manifest.ManifestSchema;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
        name = "schema",
        description = "Prints the JSON Schema (2020-12) of the manifest, for editors.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Example:",
            "  dpone schema > dpone.schema.json",
            "",
            LimitsHelp.TITLE,
            LimitsHelp.EIGHT,
            LimitsHelp.TEN,
            LimitsHelp.KEPT
        })
final class SchemaCommand implements Callable<Integer> {
    private final Console console;

    SchemaCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        console.out().println(ManifestSchema.text());
        console.out().flush();
        return 0;
    }
}
