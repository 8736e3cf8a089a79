package dev.dpone.delivery;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Asks a delivery to stop, with the reason it will fail with. The first reason stays. Thread-safe. */
public final class Cancellation {
    private final AtomicReference<DponeException> reason = new AtomicReference<>();
    private final CountDownLatch cancelled = new CountDownLatch(1);

    /** Asks to stop; without effect after the first call. */
    public void cancel(DponeException why) {
        if (reason.compareAndSet(null, why)) {
            cancelled.countDown();
        }
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
