package dev.dpone.state.database;

import static java.util.Objects.requireNonNull;

import dev.dpone.canonical.RunId;
import dev.dpone.error.DponeException;
import dev.dpone.state.Journal;
import dev.dpone.state.JournalEvent;
import dev.dpone.state.codec.CorruptStateException;
import dev.dpone.state.codec.JournalChain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One run's journal as rows of lines. Thread-safe. */
final class DatabaseJournal implements Journal {
    private static final String REMEDY =
            "Restore the rows from a backup, or delete the run's rows and deliver under a new run id."
                    + " The commit receipt in the target tells whether the run was published.";

    private final PatientTables tables;
    private final RunId run;

    /** What was seen intact and committed, so that an append reads only what came after. */
    private volatile JournalChain known = JournalChain.START;

    DatabaseJournal(PatientTables tables, RunId run) {
        this.tables = tables;
        this.run = run;
    }

    @Override
    public List<JournalEvent> read() {
        return tables.transaction("read the " + name(), transaction -> {
            lock(transaction);
            List<JournalEvent> events = new ArrayList<>();
            known = scan(transaction, JournalChain.START, events::add);
            return List.copyOf(events);
        });
    }

    @Override
    public boolean append(long expectedVersion, JournalEvent event) {
        requireNonNull(event, "event is null");
        return tables.transaction("append to the " + name(), new Append(expectedVersion, event));
    }

    /** An append that may run again: the one before may have been committed although its answer was lost. */
    private final class Append implements StateTables.Work<Boolean> {
        private final long expected;
        private final JournalEvent event;

        /** The event's line as it was sent by the run before. */
        private byte @Nullable [] sent;

        Append(long expected, JournalEvent event) {
            this.expected = expected;
            this.event = event;
        }

        @Override
        public Boolean run(StateTransaction transaction) {
            // Whoever sent a line held this lock, so that what is not there now is not to come.
            lock(transaction);
            JournalChain end = scan(transaction, known, seen -> {});
            known = end;
            if (end.events() < expected) {
                throw unreadable("it has " + end.events() + " events, but had " + expected);
            }
            if (end.events() > expected) {
                return sent != null && isStored(transaction, sent);
            }
            return add(transaction, end);
        }

        private boolean isStored(StateTransaction transaction, byte[] line) {
            return Arrays.equals(transaction.lines(run, expected + 1).get(expected + 1), line);
        }

        private boolean add(StateTransaction transaction, JournalChain end) {
            long seq = end.lines();
            for (byte[] line : end.lines(run, event)) {
                sent = line;
                if (!transaction.add(run, seq, line)) {
                    return false;
                }
                seq++;
            }
            return true;
        }
    }

    private void lock(StateTransaction transaction) {
        transaction.lock("journal " + run);
    }

    /** Checks the last line that is known and all that follow. */
    private JournalChain scan(StateTransaction transaction, JournalChain from, Consumer<JournalEvent> events) {
        long last = Math.max(0, from.lines() - 1);
        SortedMap<Long, byte[]> lines = transaction.lines(run, last);
        if (from.lines() > 0) {
            checkLast(from, lines.get(last));
        }
        JournalChain end = from;
        for (Map.Entry<Long, byte[]> line : lines.tailMap(from.lines()).entrySet()) {
            if (line.getKey() != end.lines()) {
                throw unreadable("line " + (end.lines() + 1) + " is missing");
            }
            try {
                end.read(line.getValue(), run).ifPresent(events);
            } catch (CorruptStateException e) {
                throw e.in(place(), REMEDY);
            }
            end = end.plus(line.getValue());
        }
        return end;
    }

    private void checkLast(JournalChain chain, byte @Nullable [] stored) {
        if (stored == null) {
            throw unreadable("line " + chain.lines() + " is gone");
        }
        if (!chain.endsIn(stored)) {
            throw unreadable("line " + chain.lines() + " was changed");
        }
    }

    private DponeException unreadable(String problem) {
        return new CorruptStateException(problem).in(place(), REMEDY);
    }

    private String name() {
        return "journal of run " + run;
    }

    private String place() {
        return "The " + name() + " in " + tables.place();
    }
}
