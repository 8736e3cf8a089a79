package dev.dpone.evidence.observations;

import dev.dpone.delivery.Span;
import dev.dpone.limits.NativeChunkLimits;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What one process observed of one run. Times are nanoseconds since the recorder began, by that process's monotonic clock, and
 * are not to be combined with another process's.
 *
 * @param outcome {@code published} or {@code failed}
 * @param failure the error's code when failed
 * @param limitations why something is missing; empty when nothing is
 * @param startedAt when the recorder began, by the machine's clock
 * @param staging the pipeline; empty when this process had none, as in a resumed run
 * @param spansLeft spans that are in phases and lanes only
 */
public record RunObservations(
        String runId,
        String pipeline,
        String outcome,
        Optional<String> failure,
        List<String> limitations,
        Instant startedAt,
        long processId,
        long nanos,
        NativeChunkLimits limits,
        Optional<Staging> staging,
        List<Phase> phases,
        List<Observed> spans,
        long spansLeft,
        Lanes lanes) {
    public RunObservations {
        limitations = List.copyOf(limitations);
        phases = List.copyOf(phases);
        spans = List.copyOf(spans);
    }

    /** One span, as in the document. */
    public record Observed(
            String phase,
            String reason,
            String worker,
            OptionalInt ordinal,
            OptionalInt attempt,
            OptionalLong rows,
            OptionalLong encodedBytes,
            long start,
            long end,
            Span.End outcome) {}

    /** All spans of one kind; work is the sum of their lengths, not the time that passed. Unknown is empty, never zero. */
    public record Phase(
            String phase,
            String reason,
            long completed,
            long failed,
            long cancelled,
            long workNanos,
            OptionalLong rows,
            OptionalLong encodedBytes) {}

    /** Idle workers of one stage that waited for the same thing. */
    public record Wait(Stage stage, Cause cause, int workers, long start, long end) {
        Wait since(long origin) {
            return new Wait(stage, cause, workers, start - origin, end - origin);
        }
    }

    /**
     * One stage's share of the staging time.
     *
     * @param highest the most workers that were observed at work at once
     * @param busyNanos worker-nanoseconds at work
     * @param waits worker-nanoseconds idle, by cause; never 0
     */
    public record StageUse(Stage stage, int workers, int highest, long busyNanos, Map<Cause, Long> waits) {
        public StageUse {
            Map<Cause, Long> some = new EnumMap<>(Cause.class);
            waits.forEach((cause, nanos) -> some.merge(cause, nanos, Long::sum));
            some.values().removeIf(nanos -> nanos == 0);
            waits = Collections.unmodifiableMap(some);
        }

        public long idleNanos() {
            return waits.values().stream().mapToLong(Long::longValue).sum();
        }

        /** Thousandths of the workers' time that they were at work. */
        public int busyPermille() {
            long all = busyNanos + idleNanos();
            return all == 0 ? 0 : (int) Math.round(1000.0 * busyNanos / all);
        }

        /** What was waited for longest, when anything was. */
        public Optional<Cause> mostWaitedFor() {
            return waits.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
        }
    }

    /**
     * The pipeline from its first state to its last.
     *
     * @param retainedHighest the most frames retained at once
     * @param spoolHighest the most bytes of sealed files at once
     * @param overlapNanos time in which an encoder and an importer were at work at once
     * @param waitsLeft waits that are in the totals only
     */
    public record Staging(
            long start,
            long end,
            List<StageUse> stages,
            int retainedHighest,
            long spoolHighest,
            long overlapNanos,
            long rowsRead,
            long rowsImported,
            long encodedBytes,
            List<Wait> waits,
            long waitsLeft,
            Series series) {
        public Staging {
            stages = List.copyOf(stages);
            waits = List.copyOf(waits);
        }

        public long nanos() {
            return end - start;
        }

        public StageUse stage(Stage stage) {
            return stages.stream()
                    .filter(use -> use.stage() == stage)
                    .findFirst()
                    .orElseThrow();
        }

        public Bottleneck bottleneck() {
            return Bottleneck.of(stages);
        }
    }

    /**
     * The staging time in buckets of equal width.
     *
     * @param busy worker-nanoseconds at work, by stage
     * @param retained frame-nanoseconds retained
     * @param rows rows of imports, spread over the time they took
     * @param encodedBytes bytes that were sealed
     */
    public record Series(
            long bucketNanos,
            Map<Stage, List<Long>> busy,
            List<Long> retained,
            List<Long> retainedHighest,
            List<Long> spoolHighest,
            List<Long> rows,
            List<Long> encodedBytes) {
        public Series {
            busy = Map.copyOf(busy);
            retained = List.copyOf(retained);
            retainedHighest = List.copyOf(retainedHighest);
            spoolHighest = List.copyOf(spoolHighest);
            rows = List.copyOf(rows);
            encodedBytes = List.copyOf(encodedBytes);
        }
    }

    /** Nanoseconds at work in buckets of equal width from the beginning, by worker. */
    public record Lanes(long bucketNanos, Map<String, List<Long>> busy) {
        public Lanes {
            busy = Map.copyOf(busy);
        }
    }
}
