package dev.dpone.spi;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/** A half-open range of instants on one column: {@code from} is in it, {@code to} is not. NULL is never in it. */
public record Window(String column, Instant from, Instant to) {
    public Window {
        requireNonNull(column, "column is null");
        if (!from.isBefore(to)) {
            throw new IllegalArgumentException("from must be before to, but was " + from + " and " + to);
        }
    }
}
