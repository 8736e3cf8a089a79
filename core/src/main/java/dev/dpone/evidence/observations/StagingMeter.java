package dev.dpone.evidence.observations;

import dev.dpone.delivery.PipelineState;
import dev.dpone.delivery.Span;
import dev.dpone.limits.NativeChunkLimits;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Adds up a pipeline's states: how busy its stages were and what their idle workers waited for, what was retained, and all
 * of that over time. Exact whatever the number of frames. For one thread at a time.
 */
final class StagingMeter {
    private final NativeChunkLimits limits;
    private final TimeBuckets buckets = new TimeBuckets();
    private final TimeBuckets.Channel retainedSum = buckets.sum();
    private final TimeBuckets.Channel retainedHighest = buckets.maximum();
    private final TimeBuckets.Channel spoolHighest = buckets.maximum();
    private final TimeBuckets.Channel rows = buckets.sum();
    private final TimeBuckets.Channel bytes = buckets.sum();
    private final Map<Stage, TimeBuckets.Channel> busyOverTime = new EnumMap<>(Stage.class);
    private final Map<Stage, Waits> waits = new EnumMap<>(Stage.class);
    private final Map<Stage, Long> busy = new EnumMap<>(Stage.class);
    private final Map<Stage, Integer> highest = new EnumMap<>(Stage.class);
    private @Nullable PipelineState first;
    private @Nullable PipelineState last;
    private int mostRetained;
    private long mostSpooled;
    private long overlap;

    StagingMeter(NativeChunkLimits limits) {
        this.limits = limits;
        for (Stage stage : Stage.values()) {
            waits.put(stage, new Waits(stage));
            busyOverTime.put(stage, buckets.sum());
        }
    }

    /** The next state. */
    void change(PipelineState state) {
        PipelineState before = last;
        if (before == null) {
            first = state;
        } else {
            between(before, state);
        }
        last = state;
        mostRetained = Math.max(mostRetained, state.retained());
        mostSpooled = Math.max(mostSpooled, state.spoolBytes());
        for (Stage stage : Stage.values()) {
            int working = stage.busy(state);
            highest.merge(stage, working, Math::max);
            int idle = stage.workers(limits) - working;
            waits(stage).change(state.nanos(), Cause.of(stage, idle, state, limits.retainedWorkCapacity()));
        }
    }

    /** A file's rows came into their stage while it was imported. */
    void imported(Span span) {
        buckets.spread(
                rows,
                sinceFirst(span.startNanos()),
                sinceFirst(span.endNanos()),
                span.subject().rows().orElse(0));
    }

    private void between(PipelineState before, PipelineState state) {
        long from = sinceFirst(before.nanos());
        long to = sinceFirst(state.nanos());
        for (Stage stage : Stage.values()) {
            int working = stage.busy(before);
            busy.merge(stage, working * (to - from), Long::sum);
            TimeBuckets.Channel channel = busyOverTime.get(stage);
            if (channel != null) {
                buckets.integrate(channel, from, to, working);
            }
        }
        if (before.encoding() > 0 && before.importing() > 0) {
            overlap += to - from;
        }
        buckets.integrate(retainedSum, from, to, before.retained());
        buckets.highest(retainedHighest, from, to, before.retained());
        buckets.highest(spoolHighest, from, to, before.spoolBytes());
        buckets.add(bytes, to, state.bytesEncoded() - before.bytesEncoded());
    }

    private long sinceFirst(long nanos) {
        return first == null ? 0 : nanos - first.nanos();
    }

    private Waits waits(Stage stage) {
        Waits ofStage = waits.get(stage);
        if (ofStage == null) {
            throw new IllegalStateException("No waits of " + stage);
        }
        return ofStage;
    }

    /** What was measured, with times relative to the clock's {@code origin}; empty when no pipeline began. */
    Optional<RunObservations.Staging> staging(long origin) {
        PipelineState begin = first;
        PipelineState end = last;
        if (begin == null || end == null) {
            return Optional.empty();
        }
        List<RunObservations.StageUse> stages = new ArrayList<>();
        List<RunObservations.Wait> all = new ArrayList<>();
        long left = 0;
        for (Stage stage : Stage.values()) {
            Waits ofStage = waits(stage);
            ofStage.end(end.nanos());
            stages.add(new RunObservations.StageUse(
                    stage,
                    stage.workers(limits),
                    highest.getOrDefault(stage, 0),
                    busy.getOrDefault(stage, 0L),
                    ofStage.totals()));
            ofStage.waits().forEach(wait -> all.add(wait.since(origin)));
            left += ofStage.left();
        }
        return Optional.of(new RunObservations.Staging(
                begin.nanos() - origin,
                end.nanos() - origin,
                stages,
                mostRetained,
                mostSpooled,
                overlap,
                end.rowsRead(),
                end.rowsImported(),
                end.bytesEncoded(),
                all,
                left,
                series()));
    }

    private RunObservations.Series series() {
        Map<Stage, List<Long>> working = new EnumMap<>(Stage.class);
        busyOverTime.forEach((stage, channel) -> working.put(stage, buckets.values(channel)));
        return new RunObservations.Series(
                buckets.width(),
                working,
                buckets.values(retainedSum),
                buckets.values(retainedHighest),
                buckets.values(spoolHighest),
                buckets.values(rows),
                buckets.values(bytes));
    }
}
