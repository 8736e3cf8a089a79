package dev.dpone.cli;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "report",
        description =
                "Writes one run as an HTML page that stands alone: timeline, bottleneck, limits, digests, receipts, plan."
                        + " Asks neither source nor target.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "Example:", "  dpone report events.yaml 01KB8M7Y3V9QH2T4W6XZ0C5DEF --output run.html"})
final class ReportCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private final RunOptions options = new RunOptions();

    @Option(names = "--output", paramLabel = "FILE", required = true, description = "The page; replaced if it exists.")
    private @Nullable Path output;

    ReportCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        KnownRun run = options.find(console);
        if (output == null) {
            throw new IllegalStateException("--output is a required option");
        }
        Path file = console.workingDirectory().resolve(output);
        new ReportFile(file).write(run.pipeline(), run.history());
        console.out().println(ResultFormat.lines(Map.of("report", file)));
        console.out().flush();
        return 0;
    }
}
