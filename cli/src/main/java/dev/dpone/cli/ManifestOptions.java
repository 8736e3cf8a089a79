package dev.dpone.cli;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.manifest.Connections;
import dev.dpone.manifest.Manifest;
import dev.dpone.manifest.ManifestReader;
import dev.dpone.manifest.Pipeline;
import dev.dpone.plan.Interval;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What commands that work on a manifest share. */
final class ManifestOptions {
    @Parameters(paramLabel = "MANIFEST", description = "The manifest file.")
    @Nullable Path manifest;

    @Option(
            names = "--select",
            paramLabel = "SCHEMA.TABLE",
            description = "Only this pipeline; may be repeated. Default: all, in the manifest's order.")
    List<String> select = List.of();

    @Option(
            names = "--connections",
            paramLabel = "FILE",
            description = "The connections file. Default: connections.yaml beside the manifest.")
    @Nullable Path connections;

    @Option(
            names = "--interval-start",
            paramLabel = "TIME",
            description = "Start of the window. Default: the window's lookback before its end.")
    @Nullable String intervalStart;

    @Option(
            names = "--interval-end",
            paramLabel = "TIME",
            description = "End of the window, like 2026-09-28T00:00:00Z. Wanted by partition_replace.")
    @Nullable String intervalEnd;

    /** The selected pipelines. */
    List<Pipeline> pipelines(Console console) {
        Manifest read = new ManifestReader(console.workingDirectory()).read(file(console));
        List<String> known = read.pipelines().stream().map(Pipeline::id).toList();
        for (String wanted : select) {
            if (!known.contains(wanted)) {
                throw new DponeException(
                        ErrorCode.SELECTION_INVALID,
                        "The manifest has no pipeline " + wanted,
                        "Select one of: " + String.join(", ", known) + ".");
            }
        }
        return read.pipelines().stream()
                .filter(pipeline -> select.isEmpty() || select.contains(pipeline.id()))
                .toList();
    }

    Connections connections(Console console) {
        return connections == null
                ? Connections.beside(file(console), console.environment())
                : Connections.in(console.workingDirectory().resolve(connections), console.environment());
    }

    Interval interval() {
        return Interval.parse(Optional.ofNullable(intervalStart), Optional.ofNullable(intervalEnd));
    }

    private Path file(Console console) {
        if (manifest == null) {
            throw new IllegalStateException("The manifest is a required parameter");
        }
        return console.workingDirectory().resolve(manifest);
    }
}
