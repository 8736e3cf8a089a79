package dev.dpone.state.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.canonical.RunId;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.state.JournalEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What becomes of failures. The order of things is the contract of all stores, tested on real databases. */
class DatabaseStateStoreTest {
    private static final List<Duration> PAUSES = List.of(Duration.ofNanos(1), Duration.ofNanos(1));
    private static final JournalEvent EVENT = new JournalEvent("a", Instant.EPOCH, Map.of());

    private final MemoryTables tables = new MemoryTables();

    @Test
    void beginsAgainAfterALostConnectionAndAConflict() {
        DatabaseStateStore store = DatabaseStateStore.open(tables, PAUSES);
        tables.failures.add(ErrorCode.TARGET_CONNECTION_LOST);
        tables.failures.add(ErrorCode.TARGET_CONFLICT);

        assertThat(store.journal("r").append(0, EVENT)).isTrue();
        assertThat(store.journal("r").read()).containsExactly(EVENT);
    }

    @Test
    void anAppendWhoseAnswerWasLostIsNotMistakenForAnothers() {
        DatabaseStateStore store = DatabaseStateStore.open(tables, PAUSES);
        tables.lostAnswers = 1;

        assertThat(store.journal("r").append(0, EVENT)).isTrue();
        assertThat(store.journal("r").append(0, EVENT)).isFalse();
        assertThat(store.journal("r").read()).containsExactly(EVENT);
    }

    @Test
    void givesUpInTheEndWithACodeOfState() {
        DatabaseStateStore store = DatabaseStateStore.open(tables, PAUSES);
        for (int i = 0; i < 3; i++) {
            tables.failures.add(ErrorCode.TARGET_UNREACHABLE);
        }

        assertFails(() -> store.journal("r").append(0, EVENT), "Check that.");
        assertThat(tables.failures).isEmpty();
    }

    @Test
    void doesNotRepeatWhatTheServerRefused() {
        DatabaseStateStore store = DatabaseStateStore.open(tables, PAUSES);
        tables.failures.add(ErrorCode.TARGET_REFUSED);
        tables.failures.add(ErrorCode.TARGET_FAILED);

        assertFails(() -> store.journal("r").append(0, EVENT), "Check that.");
        assertThat(tables.failures).hasSize(1);
    }

    @Test
    void tablesThatMayNotBeCreatedNameTheStatements() {
        tables.complete = false;
        tables.failures.add(ErrorCode.TARGET_REFUSED);

        assertFails(
                () -> DatabaseStateStore.open(tables, PAUSES),
                "Let an administrator run the statements that 'dpone state ddl MANIFEST' prints,"
                        + " or grant the right that is missing.");
        assertThat(tables.closed).isTrue();
    }

    private static void assertFails(Runnable use, String remedy) {
        assertThatThrownBy(use::run).isInstanceOfSatisfying(DponeException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.STATE_FAILED);
            assertThat(e.remedy()).isEqualTo(remedy);
        });
    }

    /** Keeps lines in memory, one transaction at a time, and fails when it is told to. */
    private static final class MemoryTables implements StateTables {
        private final Deque<ErrorCode> failures = new ArrayDeque<>();
        private final SortedMap<Long, byte[]> lines = new TreeMap<>();
        private final Map<String, byte[]> keyed = new HashMap<>();
        private boolean complete = true;
        private boolean closed;
        private int lostAnswers;

        @Override
        public String place() {
            return "memory";
        }

        @Override
        public boolean complete() {
            return complete;
        }

        @Override
        public void create() {
            fail();
            complete = true;
        }

        @Override
        public <T> T transaction(String doing, Work<T> work) {
            fail();
            T result = work.run(new MemoryTransaction());
            if (lostAnswers > 0) {
                lostAnswers--;
                throw failure(ErrorCode.TARGET_CONNECTION_LOST);
            }
            return result;
        }

        private void fail() {
            ErrorCode code = failures.poll();
            if (code != null) {
                throw failure(code);
            }
        }

        private static DponeException failure(ErrorCode code) {
            return new DponeException(code, "Cannot do that", "Check that.");
        }

        @Override
        public void close() {
            closed = true;
        }

        private final class MemoryTransaction implements StateTransaction {
            @Override
            public Instant lock(String name) {
                return Instant.EPOCH;
            }

            @Override
            public SortedMap<Long, byte[]> lines(RunId run, long from) {
                return lines.tailMap(from);
            }

            @Override
            public boolean add(RunId run, long seq, byte[] line) {
                return lines.putIfAbsent(seq, line) == null;
            }

            @Override
            public List<String> runs() {
                return List.of();
            }

            @Override
            public Optional<byte[]> read(KeyedTable table, String key) {
                return Optional.ofNullable(keyed.get(table + key));
            }

            @Override
            public void write(KeyedTable table, String key, byte[] line) {
                keyed.put(table + key, line);
            }
        }
    }
}
