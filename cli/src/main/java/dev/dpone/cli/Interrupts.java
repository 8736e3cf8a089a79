package dev.dpone.cli;

import dev.dpone.delivery.Cancellation;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Ctrl-C and SIGTERM: the running delivery is asked to stop and given time to settle its writers; the exit status is then
 * the delivery's own.
 */
final class Interrupts {
    private static final long SETTLE_SECONDS = 60;

    private final AtomicReference<Cancellation> running = new AtomicReference<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile int status;
    private volatile boolean interrupted;

    /** Interrupts that nobody sends, for tests. */
    static Interrupts none() {
        return new Interrupts();
    }

    static Interrupts install() {
        Interrupts interrupts = new Interrupts();
        Runtime.getRuntime().addShutdownHook(new Thread(interrupts::onShutdown, "interrupts"));
        return interrupts;
    }

    /** Asks what runs, and what will run, to stop. */
    void request() {
        interrupted = true;
        Cancellation cancellation = running.get();
        if (cancellation != null) {
            cancellation.interrupt();
        }
    }

    private void onShutdown() {
        if (ended.getCount() == 0) {
            return;
        }
        request();
        if (running.get() == null) {
            return;
        }
        try {
            if (ended.await(SETTLE_SECONDS, TimeUnit.SECONDS)) {
                Runtime.getRuntime().halt(status);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A cancellation that an interrupt will request, for the delivery that is about to run. */
    Cancellation cancellation() {
        Cancellation cancellation = new Cancellation();
        running.set(cancellation);
        if (interrupted) {
            cancellation.interrupt();
        }
        return cancellation;
    }

    /** Ends the process with this status, also while a shutdown is under way. */
    void exit(int exitStatus) {
        status = exitStatus;
        ended.countDown();
        System.exit(exitStatus);
    }
}
