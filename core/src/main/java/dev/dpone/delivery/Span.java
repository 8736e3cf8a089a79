package dev.dpone.delivery;

import static java.util.Objects.requireNonNull;

import dev.dpone.spi.SealedFile;
import dev.dpone.spi.StageAttempt;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What one worker did from one instant to another.
 *
 * @param worker {@code source-0}, {@code encode-0}.., {@code import-0}.., or {@code delivery}
 * @param subject what it worked on
 * @param startNanos of this process's monotonic clock
 * @param endNanos of the same, not before
 */
public record Span(SpanKind kind, String worker, Subject subject, long startNanos, long endNanos, End end)
        implements Observation {
    public Span {
        requireNonNull(kind, "kind is null");
        requireNonNull(worker, "worker is null");
        requireNonNull(subject, "subject is null");
        requireNonNull(end, "end is null");
        if (endNanos - startNanos < 0) {
            throw new IllegalArgumentException("A span ends " + (startNanos - endNanos) + " ns before it starts");
        }
    }

    public long nanos() {
        return endNanos - startNanos;
    }

    /** How a span ended. */
    public enum End {
        COMPLETED,
        FAILED,
        CANCELLED;

        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What was worked on, as far as there is one of it and as far as it is known; unknown is empty, never zero. */
    public record Subject(OptionalInt ordinal, OptionalInt attempt, OptionalLong rows, OptionalLong encodedBytes) {
        /** Nothing in particular. */
        public static final Subject NONE =
                new Subject(OptionalInt.empty(), OptionalInt.empty(), OptionalLong.empty(), OptionalLong.empty());

        static Subject of(Frame frame) {
            return new Subject(
                    OptionalInt.of(frame.ordinal()),
                    OptionalInt.empty(),
                    OptionalLong.of(frame.rows()),
                    OptionalLong.of(frame.encodedBytes()));
        }

        static Subject of(SealedFile file, StageAttempt attempt) {
            return new Subject(
                    OptionalInt.of(file.ordinal()),
                    OptionalInt.of(attempt.attempt()),
                    OptionalLong.of(file.rows()),
                    OptionalLong.of(file.encodedBytes()));
        }

        static Subject of(StageAttempt attempt) {
            return new Subject(
                    OptionalInt.of(attempt.ordinal()),
                    OptionalInt.of(attempt.attempt()),
                    OptionalLong.empty(),
                    OptionalLong.empty());
        }

        static Subject ofRows(long rows) {
            return new Subject(OptionalInt.empty(), OptionalInt.empty(), OptionalLong.of(rows), OptionalLong.empty());
        }
    }
}
