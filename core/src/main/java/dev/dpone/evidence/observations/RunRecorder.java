package dev.dpone.evidence.observations;

import dev.dpone.delivery.DeliveryObserver;
import dev.dpone.delivery.Observation;
import dev.dpone.delivery.PipelineState;
import dev.dpone.delivery.Span;
import dev.dpone.delivery.SpanKind;
import dev.dpone.limits.NativeChunkLimits;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/** Records one delivery in bounded memory, however many frames it has. Thread-safe. */
public final class RunRecorder implements DeliveryObserver {
    static final String NOT_ENDED = "observer_failed";
    static final String LOST = "capacity_exceeded";

    private final NativeChunkLimits limits;
    private final Instant startedAt;
    private final long origin;
    private final ReentrantLock lock = new ReentrantLock();
    private final StagingMeter staging;
    private final SpanLog spans;
    private boolean ended;
    private long lost;

    /**
     * Begins.
     *
     * @param nanos now, by the process's monotonic clock
     */
    public RunRecorder(NativeChunkLimits limits, Instant now, long nanos) {
        this.limits = limits;
        this.startedAt = now;
        this.origin = nanos;
        this.staging = new StagingMeter(limits);
        this.spans = new SpanLog(nanos);
    }

    @Override
    public void observed(Observation observation) {
        lock.lock();
        try {
            if (observation instanceof Span span) {
                spans.add(span);
                if (span.kind() == SpanKind.IMPORT && span.end() == Span.End.COMPLETED) {
                    staging.imported(span);
                }
            } else if (observation instanceof PipelineState state) {
                staging.change(state);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void ended(long observationsLost) {
        lock.lock();
        try {
            ended = true;
            lost = observationsLost;
        } finally {
            lock.unlock();
        }
    }

    /**
     * What was recorded. When observations were lost, what is made of pipeline states is left out, as it would be wrong.
     *
     * @param failure the error's code when the delivery failed
     */
    public RunObservations observations(String runId, String pipeline, Optional<String> failure) {
        lock.lock();
        try {
            List<String> limitations = new ArrayList<>();
            if (!ended) {
                limitations.add(NOT_ENDED);
            }
            if (lost > 0) {
                limitations.add(LOST);
            }
            Optional<RunObservations.Staging> measured =
                    limitations.isEmpty() ? staging.staging(origin) : Optional.empty();
            long nanos = Math.max(
                    spans.last(), measured.map(RunObservations.Staging::end).orElse(0L));
            return new RunObservations(
                    runId,
                    pipeline,
                    failure.isPresent() ? "failed" : "published",
                    failure,
                    limitations,
                    startedAt,
                    ProcessHandle.current().pid(),
                    nanos,
                    limits,
                    measured,
                    spans.phases(),
                    spans.spans(),
                    spans.left(),
                    spans.lanes());
        } finally {
            lock.unlock();
        }
    }
}
