package dev.dpone.state;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Map;

/**
 * One fact of a run.
 *
 * @param type snake_case verb in the past, such as {@code receipt_accepted}
 * @param at the writer's clock
 * @param data values that canonical JSON has a form for
 */
public record JournalEvent(String type, Instant at, Map<String, Object> data) {
    public JournalEvent {
        requireNonNull(type, "type is null");
        requireNonNull(at, "at is null");
        data = Map.copyOf(data);
    }
}
