package dev.dpone.cli;

import dev.dpone.plan.Interval;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What commands that plan or deliver share. */
final class ManifestOptions extends TargetOptions {
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

    Interval interval() {
        return Interval.parse(Optional.ofNullable(intervalStart), Optional.ofNullable(intervalEnd));
    }
}
