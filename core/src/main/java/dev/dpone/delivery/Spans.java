package dev.dpone.delivery;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Times what a delivery does, for its observer. Thread-safe; never fails with the observer, nor waits for it. */
final class Spans implements AutoCloseable {
    /** Times nothing. */
    static final Spans NONE = new Spans(Optional.empty());

    private final Optional<ObserverFeed> feed;

    private Spans(Optional<ObserverFeed> feed) {
        this.feed = feed;
    }

    /** For the listener's observer. */
    static Spans of(DeliveryListener listener) {
        try {
            DeliveryObserver observer = listener.observer();
            return observer.equals(DeliveryObserver.NONE) ? NONE : new Spans(Optional.of(new ObserverFeed(observer)));
        } catch (RuntimeException e) {
            return NONE;
        }
    }

    long now() {
        return System.nanoTime();
    }

    /** Does the work and tells how long it took. */
    <T> T measure(SpanKind kind, Span.Subject subject, Supplier<T> work) {
        return measure(kind, subject, work, done -> subject);
    }

    /** Does the work and tells how long it took. */
    void measure(SpanKind kind, Span.Subject subject, Runnable work) {
        Supplier<Boolean> done = () -> {
            work.run();
            return true;
        };
        measure(kind, subject, done);
    }

    /** Does work whose result tells what it was about; {@code unknown} stands for that when it fails. */
    <T> T measure(SpanKind kind, Span.Subject unknown, Supplier<T> work, Function<T, Span.Subject> subject) {
        long start = now();
        T done;
        try {
            done = work.get();
        } catch (RuntimeException | Error e) {
            tell(kind, unknown, start, end(e));
            throw e;
        }
        tell(kind, subject.apply(done), start, Span.End.COMPLETED);
        return done;
    }

    void state(PipelineState state) {
        feed.ifPresent(to -> to.offer(state));
    }

    private void tell(SpanKind kind, Span.Subject subject, long start, Span.End end) {
        String worker = kind.byWorker() ? Thread.currentThread().getName() : "delivery";
        feed.ifPresent(to -> to.offer(new Span(kind, worker, subject, start, now(), end)));
    }

    private static Span.End end(Throwable e) {
        boolean cancelled = e instanceof DponeException dpone && dpone.code() == ErrorCode.INTERRUPTED_BY_USER;
        return cancelled ? Span.End.CANCELLED : Span.End.FAILED;
    }

    /** The observer has been told everything afterwards, or was too slow. */
    @Override
    public void close() {
        feed.ifPresent(ObserverFeed::close);
    }
}
