package dev.dpone.delivery;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.limits.NativeChunkLimits;
import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.SealedFile;
import dev.dpone.spi.StageAttempt;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Encodes and imports frames with E and I workers while never retaining more than C frames.
 *
 * <p>The thread that calls {@link #run} owns one map of retained work, from the future in flight to the frame's state. A
 * frame is asked of the source only while the map holds fewer than C. The frame keeps its slot while its encode is
 * followed by its import, and an import by its retry with the same sealed file; the slot is free once the receipt is
 * accepted and the file removed. Nothing is admitted while completions are being drained. After the first failure no work is
 * started any more, and {@link #run} returns only when every worker has.
 */
final class TwoStagePipeline {
    /** Failures of one frame that are followed by another try; a settlement that fails counts as well. */
    static final int MAX_RETRIES = 2;

    private static final long TICK_MILLIS = 100;
    private static final long BACKOFF_MILLIS = 250;

    private final NativeChunkLimits limits;
    private final FrameSource source;
    private final StageWork work;
    private final StageLedger ledger;
    private final StagePools pools;
    private final Cancellation cancellation;
    private final Runnable abort;
    private final PipelineGauge gauge;

    private final BlockingQueue<FutureTask<Outcome>> completions = new LinkedBlockingQueue<>();
    private final Map<FutureTask<Outcome>, Retained> retained = new HashMap<>();
    private final List<ChunkReceipt> receipts = new ArrayList<>();
    private @Nullable FutureTask<Outcome> reading;
    private boolean ended;
    private @Nullable RuntimeException failure;

    /**
     * @param abort makes blocked workers fail soon; called once, on the first failure
     */
    TwoStagePipeline(
            NativeChunkLimits limits,
            FrameSource source,
            StageWork work,
            StageLedger ledger,
            StagePools pools,
            Cancellation cancellation,
            Runnable abort,
            PipelineGauge gauge) {
        this.limits = limits;
        this.source = source;
        this.work = work;
        this.ledger = ledger;
        this.pools = pools;
        this.cancellation = cancellation;
        this.abort = abort;
        this.gauge = gauge;
    }

    /** What a worker hands to the loop thread. */
    private sealed interface Outcome {
        record Read(Optional<Frame> frame) implements Outcome {}

        record Encoded(SealedFile file) implements Outcome {}

        record Imported(ChunkReceipt receipt) implements Outcome {}

        record Settled() implements Outcome {}
    }

    /** One slot: a frame on its way, with the failures of its earlier attempts. */
    private record Retained(
            int ordinal, Optional<SealedFile> file, Optional<StageAttempt> attempt, List<RuntimeException> failures) {}

    /**
     * Runs to the proven end of the source.
     *
     * @return the accepted receipts by ordinal, contiguous from 0
     * @throws RuntimeException the first failure, later ones suppressed; every worker has returned by then
     */
    List<ChunkReceipt> run() {
        gauge.began();
        while (!(ended && retained.isEmpty()) && !(failure != null && retained.isEmpty() && reading == null)) {
            if (failure == null) {
                guarded(this::askForFrame);
            }
            drain();
        }
        if (failure != null) {
            throw failure;
        }
        receipts.sort(
                (a, b) -> Integer.compare(a.attempt().ordinal(), b.attempt().ordinal()));
        return List.copyOf(receipts);
    }

    private void askForFrame() {
        if (!ended && reading == null && retained.size() < limits.retainedWorkCapacity()) {
            reading = submit(pools.reader(), () -> new Outcome.Read(read()));
        }
    }

    private Optional<Frame> read() {
        gauge.reading();
        try {
            return gauge.spans()
                    .measure(
                            SpanKind.SOURCE_READ,
                            Span.Subject.NONE,
                            source::next,
                            frame -> frame.map(Span.Subject::of).orElse(Span.Subject.NONE));
        } finally {
            gauge.readingEnded();
        }
    }

    /** Waits for one completion, then takes all there are; the map is refilled only afterwards. */
    private void drain() {
        FutureTask<Outcome> done = poll();
        while (done != null) {
            FutureTask<Outcome> completed = done;
            guarded(() -> transition(completed));
            gauge.retained(retained.size());
            done = completions.poll();
        }
        guarded(cancellation::check);
    }

    private @Nullable FutureTask<Outcome> poll() {
        try {
            return completions.poll(TICK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            cancellation.interrupt();
            return null;
        }
    }

    private void transition(FutureTask<Outcome> completed) {
        if (completed.equals(reading)) {
            reading = null;
            if (outcomeOf(completed) instanceof Outcome.Read read) {
                admit(read.frame());
            }
            return;
        }
        Retained slot = retained.remove(completed);
        if (slot == null) {
            throw new IllegalStateException("A completion without a slot");
        }
        Outcome outcome;
        try {
            outcome = outcomeOf(completed);
        } catch (RuntimeException e) {
            retryOrThrow(slot, e);
            return;
        }
        if (outcome instanceof Outcome.Encoded encoded) {
            gauge.sealed(encoded.file());
            startImport(encoded.file(), 0, List.of());
        } else if (outcome instanceof Outcome.Imported imported) {
            accept(slot, imported.receipt());
        } else if (outcome instanceof Outcome.Settled) {
            ledger.settled(slot.attempt().orElseThrow());
            startImport(slot.file().orElseThrow(), slot.attempt().orElseThrow().attempt() + 1, slot.failures());
        }
    }

    private void admit(Optional<Frame> next) {
        if (next.isEmpty()) {
            ended = true;
            gauge.sourceEnded();
            return;
        }
        if (failure != null) {
            return;
        }
        Frame frame = next.get();
        ledger.admit(frame);
        gauge.admitted(frame);
        Retained slot = new Retained(frame.ordinal(), Optional.empty(), Optional.empty(), List.of());
        retain(
                pools.encoders(),
                gauge.encoding(() -> new Outcome.Encoded(
                        gauge.spans().measure(SpanKind.ENCODE, Span.Subject.of(frame), () -> work.encode(frame)))),
                slot);
    }

    private void startImport(SealedFile file, int number, List<RuntimeException> failures) {
        if (failure != null) {
            return;
        }
        StageAttempt attempt = ledger.intend(file, number);
        Retained slot = new Retained(file.ordinal(), Optional.of(file), Optional.of(attempt), failures);
        retain(
                pools.importers(),
                gauge.importing(() -> new Outcome.Imported(gauge.spans()
                        .measure(
                                SpanKind.IMPORT,
                                Span.Subject.of(file, attempt),
                                () -> work.importFile(file, attempt)))),
                slot);
    }

    private void accept(Retained slot, ChunkReceipt receipt) {
        if (failure != null) {
            return;
        }
        ledger.accept(receipt, slot.file().orElseThrow());
        receipts.add(receipt);
        gauge.accepted(receipt, slot.file().orElseThrow());
    }

    private void retryOrThrow(Retained slot, RuntimeException problem) {
        slot.failures().forEach(earlier -> suppress(problem, earlier));
        if (failure != null
                || slot.attempt().isEmpty()
                || slot.failures().size() >= MAX_RETRIES
                || !(problem instanceof DponeException dpone && dpone.code().mayRetry())) {
            throw problem;
        }
        StageAttempt attempt = slot.attempt().get();
        List<RuntimeException> failures = new ArrayList<>(slot.failures());
        failures.add(problem);
        Retained settling = new Retained(slot.ordinal(), slot.file(), slot.attempt(), List.copyOf(failures));
        retain(
                pools.importers(),
                gauge.importing(() -> {
                    gauge.spans()
                            .measure(SpanKind.SETTLE, Span.Subject.of(attempt), () -> settle(attempt, failures.size()));
                    return new Outcome.Settled();
                }),
                settling);
    }

    private void settle(StageAttempt attempt, int failures) {
        cancellation.pause(BACKOFF_MILLIS << (2 * (failures - 1)));
        work.settle(attempt);
    }

    private void retain(Executor pool, Callable<Outcome> task, Retained slot) {
        FutureTask<Outcome> future = future(task);
        retained.put(future, slot);
        try {
            pool.execute(future);
        } catch (RuntimeException e) {
            retained.remove(future);
            throw e;
        } finally {
            gauge.retained(retained.size());
        }
    }

    private FutureTask<Outcome> submit(Executor pool, Callable<Outcome> task) {
        FutureTask<Outcome> future = future(task);
        pool.execute(future);
        return future;
    }

    /** A task that does not start once the delivery has failed or was cancelled. Never cancelled while it runs. */
    private FutureTask<Outcome> future(Callable<Outcome> task) {
        return new FutureTask<>(() -> {
            cancellation.check();
            return task.call();
        }) {
            @Override
            protected void done() {
                completions.add(this);
            }
        };
    }

    private static Outcome outcomeOf(FutureTask<Outcome> completed) {
        try {
            return completed.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException runtime) {
                throw runtime;
            }
            throw new IllegalStateException("A worker failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("Cancelled while taking a completion");
        }
    }

    /** Keeps the first failure and stops all else. */
    private void guarded(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            fail(e);
        } catch (OutOfMemoryError e) {
            // Writers have to be settled also when the heap is full.
            fail(new IllegalStateException("The heap is full", e));
        }
    }

    private void fail(RuntimeException e) {
        if (failure == null) {
            failure = e;
            cancellation.cancel(stopping(e));
            abortWorkers(e);
        } else {
            suppress(failure, e);
        }
    }

    /** A worker that cannot be aborted is waited for all the same. */
    private void abortWorkers(RuntimeException primary) {
        try {
            abort.run();
        } catch (RuntimeException e) {
            suppress(primary, e);
        }
    }

    private static DponeException stopping(RuntimeException e) {
        return e instanceof DponeException dpone
                ? dpone
                : new DponeException(ErrorCode.INTERNAL, "The delivery failed: " + e, "Report this as a bug.", e);
    }

    private static void suppress(RuntimeException primary, RuntimeException secondary) {
        boolean known =
                primary.equals(secondary) || List.of(primary.getSuppressed()).contains(secondary);
        if (!known) {
            primary.addSuppressed(secondary);
        }
    }
}
