package dev.dpone.delivery;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Asks a delivery to stop, with the reason it will fail with. The first reason stays. Thread-safe. */
public final class Cancellation {
    private final AtomicReference<DponeException> reason = new AtomicReference<>();
    private final AtomicReference<@Nullable Runnable> stop = new AtomicReference<>();
    private final CountDownLatch cancelled = new CountDownLatch(1);

    /** Asks to stop; without effect after the first call. */
    public void cancel(DponeException why) {
        if (reason.compareAndSet(null, why)) {
            cancelled.countDown();
            Runnable stopping = stop.get();
            if (stopping != null) {
                stopping.run();
            }
        }
    }

    /**
     * Does work that does not look here by itself, such as a long statement. One at a time.
     *
     * @param stopping makes the work fail soon; called at most once, by whoever asks to stop
     * @throws DponeException the reason, in place of the failure of work that was stopped; but an outcome that became unknown
     *     stays that
     */
    <T> T during(Runnable stopping, Supplier<T> work) {
        stop.set(stopping);
        try {
            // Who asked before it was set has not seen it.
            check();
            return work.get();
        } catch (RuntimeException e) {
            throw reasonFor(e);
        } finally {
            stop.set(null);
        }
    }

    private RuntimeException reasonFor(RuntimeException failure) {
        DponeException why = reason.get();
        boolean unknown = failure instanceof DponeException known && known.code() == ErrorCode.PUBLICATION_UNKNOWN;
        if (why == null || why == failure || unknown) {
            return failure;
        }
        why.addSuppressed(failure);
        return why;
    }

    /** Asks to stop because a person said so. */
    public void interrupt() {
        cancel(new DponeException(
                ErrorCode.INTERRUPTED_BY_USER,
                "The delivery was interrupted before publication",
                "Run the same command again; the target is unchanged."));
    }

    public boolean requested() {
        return reason.get() != null;
    }

    /** Throws the reason when asked to stop. */
    public void check() {
        DponeException why = reason.get();
        if (why != null) {
            throw why;
        }
    }

    /** Waits for the time given, or less when asked to stop: then throws the reason. */
    public void pause(long millis) {
        try {
            if (cancelled.await(millis, TimeUnit.MILLISECONDS)) {
                check();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            interrupt();
            check();
        }
    }
}
