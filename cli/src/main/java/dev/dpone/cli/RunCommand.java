package dev.dpone.cli;

import dev.dpone.canonical.RunId;
import dev.dpone.canonical.Ulid;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.manifest.Pipeline;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "run",
        description = "Delivers the manifest's pipelines, one after the other; stops at the first failure.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Example:",
            "  dpone run events.yaml --select analytics.events --interval-end 2026-09-28T00:00:00Z"
        })
final class RunCommand implements Callable<Integer> {
    private final Console console;
    private final Interrupts interrupts;
    private final Wiring wiring;

    @Mixin
    private final ManifestOptions options = new ManifestOptions();

    @Option(
            names = "--run-id",
            paramLabel = "ID",
            description = "Names the run, for one pipeline: the same id never delivers twice. Default: a new ULID.")
    private @Nullable String runId;

    @Mixin
    private final OutputOptions output = new OutputOptions();

    RunCommand(Console console, Interrupts interrupts, Wiring wiring) {
        this.console = console;
        this.interrupts = interrupts;
        this.wiring = wiring;
    }

    @Override
    public Integer call() {
        List<Pipeline> pipelines = options.pipelines(console);
        if (runId != null && pipelines.size() > 1) {
            throw new DponeException(
                    ErrorCode.USAGE_INVALID,
                    "--run-id names one run, but " + pipelines.size() + " pipelines are selected",
                    "Select one pipeline with --select.");
        }
        if (output.report != null && pipelines.size() > 1) {
            throw new DponeException(
                    ErrorCode.USAGE_INVALID,
                    "--report is of one run, but " + pipelines.size() + " pipelines are selected",
                    "Select one pipeline with --select, or write reports afterwards with 'dpone report'.");
        }
        List<Map<String, Object>> results = new ArrayList<>();
        try (ProgressPrinter printer = ProgressPrinter.of(output.progress, console)) {
            pipelines.forEach(runner(printer)::check);
            for (Pipeline pipeline : pipelines) {
                printer.pipeline(pipeline.id());
                results.add(output.deliver(console, runner(printer), pipeline, runId()));
            }
        }
        output.print(console, results);
        return 0;
    }

    /** A runner with a cancellation of its own: what stopped one delivery does not stop the next. */
    private DeliveryRunner runner(ProgressPrinter printer) {
        return new DeliveryRunner(
                console.clock(),
                options.connections(console),
                options.interval(),
                interrupts.cancellation(),
                printer,
                wiring);
    }

    private String runId() {
        return runId != null ? new RunId(runId).value() : new Ulid(console.clock(), new SecureRandom()).next();
    }
}
