package dev.dpone.faults;

import dev.dpone.state.JournalEvent;
import dev.dpone.state.StateStore;
import dev.dpone.state.file.FileStateStore;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What a run's journal says, read when no process works on it. */
record RunFacts(List<JournalEvent> events) {
    RunFacts {
        events = List.copyOf(events);
    }

    static RunFacts read(Path stateDirectory, String runId) {
        try (StateStore store = FileStateStore.open(stateDirectory, Clock.systemUTC())) {
            return new RunFacts(store.journal(runId).read());
        }
    }

    boolean opened() {
        return count("run_opened") > 0;
    }

    boolean has(String type) {
        return count(type) > 0;
    }

    long count(String type) {
        return events.stream().filter(event -> event.type().equals(type)).count();
    }

    /** Whether the stages of the last opening are complete, and nothing since has said that they are of no use. */
    boolean staged() {
        boolean staged = false;
        for (JournalEvent event : events) {
            staged = switch (event.type()) {
                case "run_opened", "run_failed", "reextract_required" -> false;
                case "stage_complete" -> true;
                default -> staged;
            };
        }
        return staged;
    }

    /** Whether the run got from its first import on, and not to its checkpoint. */
    boolean inTheMiddle() {
        return has("attempt_intended") && !has("checkpoint_advanced");
    }

    boolean completed() {
        return has("published") && has("staging_dropped");
    }

    /** Ordinals of the last opening whose import was intended, but not accepted. */
    Set<Long> openAttempts() {
        Set<Long> open = new TreeSet<>();
        for (JournalEvent event : events) {
            switch (event.type()) {
                case "run_opened" -> open.clear();
                case "attempt_intended" -> open.add(ordinal(event));
                case "receipt_accepted" -> open.remove(ordinal(event));
                default -> {}
            }
        }
        return open;
    }

    private static long ordinal(JournalEvent event) {
        return event.data().get("ordinal") instanceof Number number ? number.longValue() : -1;
    }

    /** The names of the stages of the last opening. */
    List<String> stages() {
        List<String> stages = new ArrayList<>();
        for (JournalEvent event : events) {
            if (event.type().equals("run_opened")) {
                stages.clear();
            } else if (event.type().equals("receipt_accepted")) {
                stages.add(String.valueOf(event.data().get("stage_table")));
            }
        }
        return stages;
    }

    /** Every staging table the journal names. */
    List<String> stagingTables() {
        return events.stream()
                .flatMap(event -> List.of("stage_table", "prepared_table").stream()
                        .filter(event.data()::containsKey)
                        .map(key -> String.valueOf(event.data().get(key))))
                .distinct()
                .toList();
    }
}
