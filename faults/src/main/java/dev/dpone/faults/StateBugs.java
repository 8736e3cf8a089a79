package dev.dpone.faults;

import dev.dpone.cli.Wiring;
import dev.dpone.delivery.EvidenceSink;
import dev.dpone.state.Checkpoint;
import dev.dpone.state.Journal;
import dev.dpone.state.JournalEvent;
import dev.dpone.state.StateStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Planted bugs of the state store. */
final class StateBugs {
    private StateBugs() {}

    static Wiring checkpointBeforeEvidence() {
        AtomicReference<@Nullable StateStore> store = new AtomicReference<>();
        UnaryOperator<StateStore> state = real -> {
            store.set(real);
            return real;
        };
        UnaryOperator<EvidenceSink> evidence = real -> facts -> {
            StateStore known = store.get();
            if (known != null) {
                known.checkpoints()
                        .advance(
                                facts.id().targetIdentity(),
                                new Checkpoint(
                                        facts.id().pipeline(),
                                        facts.id().runId(),
                                        facts.receipt().receiptId(),
                                        facts.receipt().fenceEpoch(),
                                        Optional.empty(),
                                        Optional.empty(),
                                        facts.finishedAt()));
            }
            return real.write(facts);
        };
        return new Wiring(UnaryOperator.identity(), state, evidence);
    }

    /** Every event is written only when the next one comes, or when the store is closed. */
    static Wiring journalLate() {
        List<LateJournal> open = new ArrayList<>();
        UnaryOperator<StateStore> state = real -> new ForwardingStateStore(real) {
            @Override
            public Journal journal(String runId) {
                LateJournal journal = new LateJournal(real.journal(runId));
                open.add(journal);
                return journal;
            }

            @Override
            public void close() {
                open.forEach(LateJournal::flush);
                real.close();
            }
        };
        return new Wiring(UnaryOperator.identity(), state, UnaryOperator.identity());
    }

    private static final class LateJournal implements Journal {
        private final Journal real;
        private long version;
        private @Nullable JournalEvent late;

        LateJournal(Journal real) {
            this.real = real;
        }

        @Override
        public List<JournalEvent> read() {
            flush();
            return real.read();
        }

        @Override
        public boolean append(long expectedVersion, JournalEvent event) {
            flush();
            version = expectedVersion;
            late = event;
            return true;
        }

        void flush() {
            if (late != null) {
                JournalEvent event = late;
                late = null;
                real.append(version, event);
            }
        }
    }
}
