package dev.dpone.evidence.observations;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** One stage's idle workers over time: totals by cause, and the longer waits one by one. For one thread at a time. */
final class Waits {
    static final int CAPACITY = 1_024;
    static final long SHORTEST = 1_000_000;

    private final Stage stage;
    private final Map<Cause, Long> totals = new EnumMap<>(Cause.class);
    private final Map<Cause, Open> open = new EnumMap<>(Cause.class);
    private final List<RunObservations.Wait> waits = new ArrayList<>();
    private long left;

    private record Open(int workers, long since) {}

    Waits(Stage stage) {
        this.stage = stage;
    }

    /** The idle workers from {@code at} on. */
    void change(long at, Map<Cause, Integer> now) {
        for (Cause cause : Cause.values()) {
            int workers = now.getOrDefault(cause, 0);
            Open before = open.get(cause);
            if (before != null && before.workers() != workers) {
                close(cause, before, at);
                open.remove(cause);
            }
            if (workers > 0 && !open.containsKey(cause)) {
                open.put(cause, new Open(workers, at));
            }
        }
    }

    /** Nothing is waited for any more. */
    void end(long at) {
        change(at, Map.of());
    }

    private void close(Cause cause, Open before, long at) {
        long nanos = at - before.since();
        totals.merge(cause, nanos * before.workers(), Long::sum);
        if (nanos < SHORTEST) {
            return;
        }
        if (waits.size() < CAPACITY) {
            waits.add(new RunObservations.Wait(stage, cause, before.workers(), before.since(), at));
        } else {
            left++;
        }
    }

    /** Worker-nanoseconds by cause. */
    Map<Cause, Long> totals() {
        Map<Cause, Long> copy = new EnumMap<>(Cause.class);
        copy.putAll(totals);
        return copy;
    }

    List<RunObservations.Wait> waits() {
        return waits;
    }

    /** Waits that are in the totals only, for want of room. */
    long left() {
        return left;
    }
}
