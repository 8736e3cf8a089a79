package dev.dpone.delivery;

import dev.dpone.digest.RowSum;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.limits.NativeChunkLimits;
import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.SealedFile;
import dev.dpone.spi.StageAttempt;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * A pipeline whose source, encoders and importers move only as far as the test lets them, and which writes down what
 * happened. Every step signals, so that tests wait for states and never for time.
 */
class PipelineHarness implements FrameSource, StageWork, StageLedger {
    final NativeChunkLimits limits;
    final int frames;
    final Cancellation cancellation = new Cancellation();
    PipelineGauge gauge = new PipelineGauge(Spans.NONE);
    final List<String> events = new CopyOnWriteArrayList<>();
    final Semaphore encodePermits = new Semaphore(0);
    final Semaphore importPermits = new Semaphore(0);
    final Map<Integer, List<ErrorCode>> importFailures = new ConcurrentHashMap<>();
    volatile int heapFullAt = -1;
    volatile boolean settleFails;
    volatile boolean abortFails;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int asked;
    private int encoding;
    private int mostEncoding;
    private int encoded;
    private int importing;
    private int mostImporting;
    private int mostRetained;
    private boolean aborted;

    PipelineHarness(int encoders, int importers, int maxPending, int frames) {
        this.limits = new NativeChunkLimits(
                1 << 20,
                1 << 20,
                10,
                100,
                100,
                maxPending,
                1024,
                1,
                OptionalInt.of(encoders),
                OptionalInt.of(importers));
        this.frames = frames;
    }

    PipelineHarness openEncoders() {
        encodePermits.release(1_000_000);
        return this;
    }

    PipelineHarness openImporters() {
        importPermits.release(1_000_000);
        return this;
    }

    CompletableFuture<List<ChunkReceipt>> start() {
        return start(StagePools.of(limits));
    }

    CompletableFuture<List<ChunkReceipt>> start(StagePools pools) {
        CompletableFuture<List<ChunkReceipt>> result = new CompletableFuture<>();
        Thread loop = new Thread(
                () -> {
                    try (pools) {
                        result.complete(
                                new TwoStagePipeline(limits, this, this, this, pools, cancellation, this::abort, gauge)
                                        .run());
                    } catch (Throwable e) {
                        result.completeExceptionally(e);
                    }
                },
                "loop");
        loop.setDaemon(true);
        loop.start();
        return result;
    }

    private void abort() {
        change(() -> aborted = true);
        openEncoders().openImporters();
        if (abortFails) {
            throw new IllegalStateException("abort failed");
        }
    }

    @Override
    public Optional<Frame> next() {
        int ordinal = asked();
        change(() -> asked++);
        return ordinal < frames ? Optional.of(frame(ordinal)) : Optional.empty();
    }

    static Frame frame(int ordinal) {
        return new Frame(ordinal, ordinal * 3L + 1, List.of(), 3, 30, 10);
    }

    @Override
    public SealedFile encode(Frame frame) {
        change(() -> mostEncoding = Math.max(mostEncoding, ++encoding));
        try {
            encodePermits.acquireUninterruptibly();
        } finally {
            change(() -> encoding--);
        }
        change(() -> encoded++);
        return file(frame.ordinal());
    }

    static SealedFile file(int ordinal) {
        return new SealedFile(ordinal, Path.of("/sealed/" + ordinal), 3, 30, 51, "hash-" + ordinal, RowSum.EMPTY);
    }

    @Override
    public ChunkReceipt importFile(SealedFile file, StageAttempt attempt) {
        change(() -> mostImporting = Math.max(mostImporting, ++importing));
        try {
            importPermits.acquireUninterruptibly();
        } finally {
            change(() -> importing--);
        }
        List<ErrorCode> failures = importFailures.getOrDefault(file.ordinal(), List.of());
        if (attempt.attempt() < failures.size()) {
            throw new DponeException(
                    failures.get(attempt.attempt()), "import " + attempt.table() + " failed", "Nothing to do.");
        }
        return new ChunkReceipt(attempt, 1, 3, 30, file.sha256(), RowSum.EMPTY, "7", "readback");
    }

    @Override
    public void settle(StageAttempt attempt) {
        events.add("settle " + attempt.table());
        if (settleFails) {
            throw new DponeException(
                    ErrorCode.TARGET_UNREACHABLE, "settle " + attempt.table() + " failed", "Nothing to do.");
        }
    }

    @Override
    public void admit(Frame frame) {
        noteRetained();
        events.add("admit " + frame.ordinal());
    }

    @Override
    public StageAttempt intend(SealedFile file, int number) {
        if (file.ordinal() == heapFullAt) {
            await("an import running", () -> importing == 1);
            throw new OutOfMemoryError("Java heap space");
        }
        StageAttempt attempt = new StageAttempt(file.ordinal(), number, "t" + file.ordinal() + "_" + number);
        events.add("intend " + attempt.table() + " " + file.sha256());
        return attempt;
    }

    @Override
    public void settled(StageAttempt attempt) {
        events.add("settled " + attempt.table());
    }

    @Override
    public void accept(ChunkReceipt receipt, SealedFile file) {
        noteRetained();
        events.add("accept " + receipt.attempt().table());
    }

    private void noteRetained() {
        change(() -> mostRetained = Math.max(mostRetained, gauge.figures().retained()));
    }

    private void change(Runnable step) {
        lock.lock();
        try {
            step.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the state holds; fails after ten seconds. */
    void await(String what, BooleanSupplier state) {
        if (!reached(state, 10_000)) {
            throw new AssertionError("Never reached: " + what + "; " + this);
        }
    }

    /** Whether the state is reached within the time: for showing that something does not happen. */
    boolean reached(BooleanSupplier state, long millis) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        lock.lock();
        try {
            while (!state.getAsBoolean()) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                changed.awaitNanos(Math.min(left, TimeUnit.MILLISECONDS.toNanos(20)));
            }
            return true;
        } catch (InterruptedException e) {
            throw new AssertionError("Interrupted", e);
        } finally {
            lock.unlock();
        }
    }

    int asked() {
        return asked;
    }

    int encoding() {
        return encoding;
    }

    int mostEncoding() {
        return mostEncoding;
    }

    int encoded() {
        return encoded;
    }

    int importing() {
        return importing;
    }

    int mostImporting() {
        return mostImporting;
    }

    int mostRetained() {
        return mostRetained;
    }

    boolean aborted() {
        return aborted;
    }

    @Override
    public String toString() {
        return "asked " + asked + ", encoding " + encoding + ", encoded " + encoded + ", importing " + importing + ", "
                + events;
    }
}
