package dev.dpone.cli;

import dev.dpone.manifest.Connections;
import dev.dpone.plan.Interval;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What commands that plan or deliver share. */
final class ManifestOptions extends SelectOptions {
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

    Connections connections(Console console) {
        return connections == null
                ? Connections.beside(file(console), console.environment())
                : Connections.in(console.workingDirectory().resolve(connections), console.environment());
    }

    Interval interval() {
        return Interval.parse(Optional.ofNullable(intervalStart), Optional.ofNullable(intervalEnd));
    }
}
