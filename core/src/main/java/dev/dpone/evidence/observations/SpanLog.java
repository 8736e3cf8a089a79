package dev.dpone.evidence.observations;

import dev.dpone.delivery.Span;
import dev.dpone.delivery.SpanKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Spans: the first ones one by one, all of them in totals by kind and in buckets by worker. For one thread at a time. */
final class SpanLog {
    /** Spans of the pipeline's workers that are kept one by one. */
    static final int CAPACITY = 2_048;

    /** The same of the delivery's own thread, which come last and are few. */
    static final int STEPS = 256;

    private final long origin;
    private final List<RunObservations.Observed> spans = new ArrayList<>();
    private final Map<SpanKind, Total> totals = new EnumMap<>(SpanKind.class);
    private final TimeBuckets buckets = new TimeBuckets();
    private final Map<String, TimeBuckets.Channel> lanes = new TreeMap<>();
    private long workerSpans;
    private long steps;
    private long left;
    private long last;

    private static final class Total {
        private final Map<Span.End, Long> ends = new EnumMap<>(Span.End.class);
        private long nanos;
        private OptionalLong rows = OptionalLong.empty();
        private OptionalLong bytes = OptionalLong.empty();
    }

    SpanLog(long origin) {
        this.origin = origin;
    }

    void add(Span span) {
        long from = span.startNanos() - origin;
        long to = span.endNanos() - origin;
        last = Math.max(last, to);
        Total total = totals.computeIfAbsent(span.kind(), kind -> new Total());
        total.ends.merge(span.end(), 1L, Long::sum);
        total.nanos += span.nanos();
        total.rows = plus(total.rows, span.subject().rows());
        total.bytes = plus(total.bytes, span.subject().encodedBytes());
        // What lies within another span of the same worker would count twice.
        if (span.kind() != SpanKind.VERIFY_IMMEDIATELY) {
            buckets.integrate(lanes.computeIfAbsent(span.worker(), worker -> buckets.sum()), from, to, 1);
        }
        if (hasRoom(span.kind())) {
            spans.add(new RunObservations.Observed(
                    span.kind().phase(),
                    span.kind().reason(),
                    span.worker(),
                    span.subject().ordinal(),
                    span.subject().attempt(),
                    span.subject().rows(),
                    span.subject().encodedBytes(),
                    from,
                    to,
                    span.end()));
        } else {
            left++;
        }
    }

    private boolean hasRoom(SpanKind kind) {
        return kind.byWorker() ? workerSpans++ < CAPACITY : steps++ < STEPS;
    }

    private static OptionalLong plus(OptionalLong sum, OptionalLong more) {
        return more.isPresent() ? OptionalLong.of(sum.orElse(0) + more.getAsLong()) : sum;
    }

    List<RunObservations.Observed> spans() {
        return List.copyOf(spans);
    }

    /** Spans that are in totals and lanes only, for want of room. */
    long left() {
        return left;
    }

    /** When the last span ended. */
    long last() {
        return last;
    }

    List<RunObservations.Phase> phases() {
        List<RunObservations.Phase> phases = new ArrayList<>();
        totals.forEach((kind, total) -> phases.add(new RunObservations.Phase(
                kind.phase(),
                kind.reason(),
                total.ends.getOrDefault(Span.End.COMPLETED, 0L),
                total.ends.getOrDefault(Span.End.FAILED, 0L),
                total.ends.getOrDefault(Span.End.CANCELLED, 0L),
                total.nanos,
                total.rows,
                total.bytes)));
        return phases;
    }

    RunObservations.Lanes lanes() {
        Map<String, List<Long>> busy = new TreeMap<>();
        lanes.forEach((worker, channel) -> busy.put(worker, buckets.values(channel)));
        return new RunObservations.Lanes(buckets.width(), busy);
    }
}
