package dev.dpone.delivery;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Hands observations to an observer on a daemon thread of its own, so that a delivery neither waits for the observer nor fails
 * with it. What does not fit into the queue is lost and counted. Thread-safe.
 */
final class ObserverFeed implements AutoCloseable {
    static final int CAPACITY = 1 << 14;

    private static final long POLL_MILLIS = 20;
    private static final long CLOSE_MILLIS = 2_000;

    private final DeliveryObserver observer;
    private final BlockingQueue<Observation> queue = new ArrayBlockingQueue<>(CAPACITY);
    private final AtomicLong lost = new AtomicLong();
    private final Thread thread;
    private volatile boolean closing;

    ObserverFeed(DeliveryObserver observer) {
        this.observer = observer;
        this.thread = new Thread(this::tell, "observer-0");
        thread.setDaemon(true);
        thread.start();
    }

    /** Returns at once, whatever the observer does. */
    void offer(Observation observation) {
        if (!queue.offer(observation)) {
            lost.incrementAndGet();
        }
    }

    private void tell() {
        try {
            Observation next = next();
            while (next != null) {
                observer.observed(next);
                next = next();
            }
            observer.ended(lost.get());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            // It is told nothing more, which its own missing end shows; the delivery goes on.
            closing = true;
        }
    }

    /** The next one, or null once the feed is closed and empty. */
    private @Nullable Observation next() throws InterruptedException {
        Observation next = queue.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
        while (next == null && !closing) {
            next = queue.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
        }
        return next == null ? queue.poll() : next;
    }

    /** Waits until the observer has been told everything, two seconds at most. */
    @Override
    public void close() {
        closing = true;
        try {
            thread.join(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
