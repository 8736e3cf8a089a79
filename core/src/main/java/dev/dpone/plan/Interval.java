package dev.dpone.plan;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.manifest.Pipeline;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.Window;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * The interval a run is for, as the scheduler gives it. The wall clock is never used in its place.
 *
 * @param start {@code --interval-start}; without it a window begins its lookback before the end
 * @param end {@code --interval-end}
 */
public record Interval(Optional<Instant> start, Optional<Instant> end) {
    public static final Interval NONE = new Interval(Optional.empty(), Optional.empty());

    /** Reads the two options' texts. */
    public static Interval parse(Optional<String> start, Optional<String> end) {
        Interval interval = new Interval(
                start.map(text -> instant("--interval-start", text)), end.map(text -> instant("--interval-end", text)));
        if (interval.start.isPresent() && interval.end.isEmpty()) {
            throw new DponeException(
                    ErrorCode.WINDOW_REQUIRED,
                    "--interval-start needs --interval-end",
                    "Give both, or --interval-end alone to use the window's lookback.");
        }
        return interval;
    }

    private static Instant instant(String option, String text) {
        try {
            Instant instant = OffsetDateTime.parse(text).toInstant();
            if (instant.equals(instant.truncatedTo(ChronoUnit.MICROS))) {
                return instant;
            }
        } catch (DateTimeException e) {
            // Told below, with the form that is expected.
        }
        throw new DponeException(
                ErrorCode.USAGE_INVALID,
                option + " must be a timestamp with seconds and offset, to the microsecond at most, but was " + text,
                "Write it like 2026-09-28T00:00:00Z or 2026-09-28T02:00:00+02:00.");
    }

    /** The pipeline's strategy with its window fixed; empty while a window is wanted and no end is given. */
    public Optional<Strategy> strategy(Pipeline pipeline) {
        return switch (pipeline.sink().strategy().mode()) {
            case FULL_REFRESH -> Optional.of(new Strategy.FullRefresh());
            case APPEND -> Optional.of(new Strategy.Append());
            case MERGE ->
                Optional.of(new Strategy.Merge(pipeline.sink().strategy().uniqueKey()));
            case PARTITION_REPLACE -> window(pipeline).map(Strategy.PartitionReplace::new);
        };
    }

    /** The same, or {@code DPONE_WINDOW_REQUIRED}. */
    public Strategy requiredStrategy(Pipeline pipeline) {
        return strategy(pipeline)
                .orElseThrow(() -> new DponeException(
                        ErrorCode.WINDOW_REQUIRED,
                        "Pipeline " + pipeline.id() + " replaces a window, and no --interval-end was given",
                        "Give --interval-end, the end of the window, like 2026-09-28T00:00:00Z."));
    }

    private Optional<Window> window(Pipeline pipeline) {
        Pipeline.WindowSpec spec = pipeline.sink().strategy().window().orElseThrow();
        return end.map(to -> {
            Instant from = start.orElseGet(() -> to.minus(spec.lookback()));
            if (!from.isBefore(to)) {
                throw new DponeException(
                        ErrorCode.USAGE_INVALID,
                        "--interval-start must be before --interval-end, but they were " + from + " and " + to,
                        "Give an interval that is not empty.");
            }
            return new Window(spec.column(), from, to);
        });
    }
}
