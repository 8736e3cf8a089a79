package dev.dpone.cli;

import dev.dpone.delivery.DeliveryResult;
import dev.dpone.error.DponeException;
import dev.dpone.manifest.Pipeline;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How commands that deliver tell of it. */
final class OutputOptions {
    @Option(
            names = "--progress",
            description = "auto, plain or none, on stderr. Default: ${DEFAULT-VALUE}.",
            defaultValue = "auto")
    ProgressMode progress = ProgressMode.AUTO;

    @Option(names = "--format", description = "text or json. Default: ${DEFAULT-VALUE}.", defaultValue = "text")
    private ResultFormat format = ResultFormat.TEXT;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "Write the run as an HTML page, however it ends; see 'dpone report'.")
    @Nullable Path report;

    /** Delivers, and returns the result's fields. */
    Map<String, Object> deliver(Console console, DeliveryRunner runner, Pipeline pipeline, String runId) {
        try {
            return fields(console, runner, pipeline, runId);
        } finally {
            if (report != null) {
                new ReportFile(console.workingDirectory().resolve(report))
                        .afterDelivery(console, runner, pipeline, runId);
            }
        }
    }

    private static Map<String, Object> fields(Console console, DeliveryRunner runner, Pipeline pipeline, String runId) {
        long began = System.nanoTime();
        try {
            DeliveryResult result = runner.run(pipeline, runId);
            return DeliveryReport.fields(result, Duration.ofNanos(System.nanoTime() - began));
        } catch (DponeException e) {
            // Whoever goes on with the run needs its id, whatever progress was shown.
            console.say("pipeline " + pipeline.id() + ", run " + runId + ":");
            throw e;
        }
    }

    void print(Console console, List<Map<String, Object>> results) {
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
