package dev.dpone.cli;

import dev.dpone.canonical.RunId;
import dev.dpone.canonical.Ulid;
import dev.dpone.delivery.DeliveryResult;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.manifest.Pipeline;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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

    @Mixin
    private final ManifestOptions options = new ManifestOptions();

    @Option(
            names = "--run-id",
            paramLabel = "ID",
            description = "Names the run, for one pipeline: the same id never delivers twice. Default: a new ULID.")
    private @Nullable String runId;

    @Option(
            names = "--progress",
            description = "auto, plain or none, on stderr. Default: ${DEFAULT-VALUE}.",
            defaultValue = "auto")
    private ProgressMode progress = ProgressMode.AUTO;

    @Option(names = "--format", description = "text or json. Default: ${DEFAULT-VALUE}.", defaultValue = "text")
    private ResultFormat format = ResultFormat.TEXT;

    RunCommand(Console console, Interrupts interrupts) {
        this.console = console;
        this.interrupts = interrupts;
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
        List<Map<String, Object>> results = new ArrayList<>();
        try (ProgressPrinter printer = ProgressPrinter.of(progress, console)) {
            pipelines.forEach(runner(printer)::check);
            for (Pipeline pipeline : pipelines) {
                printer.pipeline(pipeline.id());
                results.add(deliver(runner(printer), pipeline));
            }
        }
        print(results);
        return 0;
    }

    /** A runner with a cancellation of its own: what stopped one delivery does not stop the next. */
    private DeliveryRunner runner(ProgressPrinter printer) {
        return new DeliveryRunner(
                console.clock(), options.connections(console), options.interval(), interrupts.cancellation(), printer);
    }

    private Map<String, Object> deliver(DeliveryRunner runner, Pipeline pipeline) {
        String id = runId != null ? new RunId(runId).value() : new Ulid(console.clock(), new SecureRandom()).next();
        long began = System.nanoTime();
        try {
            DeliveryResult result = runner.run(pipeline, id);
            return DeliveryReport.fields(result, Duration.ofNanos(System.nanoTime() - began));
        } catch (DponeException e) {
            // Whoever repeats the run needs its id, whatever progress was shown.
            console.say("pipeline " + pipeline.id() + ", run " + id + ":");
            throw e;
        }
    }

    private void print(List<Map<String, Object>> results) {
        if (format == ResultFormat.JSON) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("status", "succeeded");
            object.put("deliveries", results);
            console.out().println(ResultFormat.json(object));
        } else {
            results.forEach(result -> console.out().println(ResultFormat.lines(result)));
        }
        console.out().flush();
    }
}
