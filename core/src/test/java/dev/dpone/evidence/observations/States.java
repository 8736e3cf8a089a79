package dev.dpone.evidence.observations;

import dev.dpone.delivery.Observation;
import dev.dpone.delivery.PipelineState;
import dev.dpone.delivery.Span;
import dev.dpone.delivery.SpanKind;
import dev.dpone.limits.NativeChunkLimits;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Synthetic observations, in milliseconds after a clock's arbitrary origin. */
public final class States {
    public static final long ORIGIN = -77_000_000_000L;
    public static final Instant STARTED = Instant.parse("2026-11-29T17:00:00Z");
    private static final long MILLI = 1_000_000;

    private final NativeChunkLimits limits;
    private final List<Observation> observations = new ArrayList<>();

    public States(int encoders, int importers, int maxPending) {
        this.limits = limits(encoders, importers, maxPending);
    }

    public static NativeChunkLimits limits(int encoders, int importers, int maxPending) {
        return new NativeChunkLimits(
                1 << 30,
                1 << 30,
                1000,
                1 << 20,
                1 << 10,
                maxPending,
                1024,
                1,
                OptionalInt.of(encoders),
                OptionalInt.of(importers));
    }

    /** How the pipeline stands from here on. */
    public States at(long milli, String reading, int queued, int encoding, int importing, int retained) {
        return at(milli, reading, queued, encoding, importing, retained, 0, 0);
    }

    public States at(
            long milli,
            String reading,
            int queued,
            int encoding,
            int importing,
            int retained,
            long spooled,
            long imported) {
        observations.add(new PipelineState(
                ORIGIN + milli * MILLI,
                reading.equals("reading"),
                reading.equals("ended"),
                queued,
                encoding,
                importing,
                retained,
                spooled,
                imported,
                imported,
                imported * 12));
        return this;
    }

    public States span(SpanKind kind, String worker, int ordinal, long from, long to) {
        observations.add(new Span(
                kind,
                worker,
                new Span.Subject(OptionalInt.of(ordinal), OptionalInt.of(0), OptionalLong.of(10), OptionalLong.of(100)),
                ORIGIN + from * MILLI,
                ORIGIN + to * MILLI,
                Span.End.COMPLETED));
        return this;
    }

    public RunObservations observations() {
        RunRecorder recorder = new RunRecorder(limits, STARTED, ORIGIN);
        observations.forEach(recorder::observed);
        recorder.ended(0);
        return recorder.observations("run:1", "analytics.events", Optional.empty());
    }

    RunObservations.Staging staging() {
        return observations().staging().orElseThrow();
    }

    static long millis(long nanos) {
        return nanos / MILLI;
    }
}
