package dev.dpone.delivery;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ChunkReceipt;
import dev.dpone.state.Journal;
import dev.dpone.state.JournalEvent;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One run's journal as its one writer sees it. For one thread at a time. */
final class RunJournal {
    private final Journal journal;
    private final Clock clock;
    private final List<JournalEvent> events;

    private RunJournal(Journal journal, Clock clock, List<JournalEvent> events) {
        this.journal = journal;
        this.clock = clock;
        this.events = events;
    }

    static RunJournal open(Journal journal, Clock clock) {
        return new RunJournal(journal, clock, new ArrayList<>(journal.read()));
    }

    /** Appends durably, or fails when another process wrote to the same run. */
    void append(RunEvent event, Map<String, Object> data) {
        JournalEvent next = new JournalEvent(event.type(), clock.instant(), data);
        if (!journal.append(events.size(), next)) {
            throw new DponeException(
                    ErrorCode.STATE_CONFLICT,
                    "Another process wrote to the journal of this run",
                    "Let the other process finish; give every run its own --run-id.");
        }
        events.add(next);
    }

    /** How far the run has come. */
    RunState state() {
        RunState state = RunState.STAGING;
        for (JournalEvent event : events) {
            state = RunEvent.of(event.type()).map(state::after).orElse(state);
        }
        return state;
    }

    /** The receipts accepted since the run was last opened, by ordinal. */
    List<ChunkReceipt> acceptedReceipts() {
        return current(RunEvent.RECEIPT_ACCEPTED).stream()
                .map(event -> RunRecords.readReceipt(event.data()))
                .sorted(Comparator.comparingInt(receipt -> receipt.attempt().ordinal()))
                .toList();
    }

    /** The events of one kind, oldest first. */
    List<JournalEvent> all(RunEvent event) {
        return events.stream().filter(e -> e.type().equals(event.type())).toList();
    }

    /** The events of one kind since the run was last opened, oldest first. */
    List<JournalEvent> current(RunEvent event) {
        int opened = 0;
        for (int i = 0; i < events.size(); i++) {
            if (events.get(i).type().equals(RunEvent.RUN_OPENED.type())) {
                opened = i;
            }
        }
        return events.subList(opened, events.size()).stream()
                .filter(e -> e.type().equals(event.type()))
                .toList();
    }

    /** The newest event of one kind. */
    Optional<JournalEvent> last(RunEvent event) {
        List<JournalEvent> found = all(event);
        return found.isEmpty() ? Optional.empty() : Optional.of(found.get(found.size() - 1));
    }
}
