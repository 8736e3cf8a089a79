package dev.dpone.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.limits.NativeChunkLimits;
import dev.dpone.state.Checkpoint;
import dev.dpone.state.Checkpoints;
import dev.dpone.state.Journal;
import dev.dpone.state.JournalEvent;
import dev.dpone.state.Lease;
import dev.dpone.state.Leases;
import dev.dpone.state.StateStore;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a state store promises, wherever it keeps its lines. */
@Timeout(300)
abstract class StateStoreContract {
    private static final Instant AT = Instant.parse("2026-09-13T12:34:56.123456789Z");
    private static final String TARGET = StateProcess.TARGET;
    private static final Path GOLDEN = Path.of("../core/src/test/resources/dev/dpone/state/file/journal-v1.jsonl");

    private StateStore store;

    /** The store under test, empty before each test. */
    abstract StateProcess.Address address();

    /** A handle of its own on the store, as another process has one. */
    abstract StateStore open();

    /** A run's lines as they are stored, header first. */
    abstract List<byte[]> lines(String run);

    /** Puts other bytes in the place of a line, behind the store's back. */
    abstract void replace(String run, int line, byte[] bytes);

    /** Takes a line away, behind the store's back. */
    abstract void remove(String run, int line);

    /** Short where a test can only wait for it. */
    abstract Duration ttl();

    /** Returns once the store's clock has passed the lease's expiry. */
    abstract void awaitExpiry(Lease lease);

    @BeforeEach
    void openStore() {
        store = open();
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    static JournalEvent event(long number) {
        return new JournalEvent("event", AT, Map.of("number", number));
    }

    private Journal journal() {
        return store.journal("run-1");
    }

    /** The journal through a handle that has seen nothing yet. */
    private void withFresh(String run, java.util.function.Consumer<Journal> use) {
        try (StateStore fresh = open()) {
            use.accept(fresh.journal(run));
        }
    }

    private List<JournalEvent> stored(String run) {
        try (StateStore fresh = open()) {
            return fresh.journal(run).read();
        }
    }

    @Test
    void writesTheBytesOfVersionOne() throws Exception {
        journal()
                .append(
                        0,
                        new JournalEvent(
                                "run_opened",
                                AT,
                                Map.of("limits", NativeChunkLimits.defaults().record(), "b", 1)));
        journal().append(1, new JournalEvent("publish_intended", AT, Map.of("note", "é\n", "none", Optional.empty())));

        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] line : lines("run-1")) {
            bytes.writeBytes(line);
            bytes.write('\n');
        }
        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo(Files.readString(GOLDEN));
    }

    @Test
    void isEmptyBeforeTheFirstEvent() {
        assertThat(journal().read()).isEmpty();
        assertThat(store.runs()).isEmpty();
    }

    @Test
    void readsBackWhatItWasGiven() {
        JournalEvent event = new JournalEvent(
                "a",
                AT,
                Map.of(
                        "long",
                        Long.MIN_VALUE,
                        "text",
                        "\"\\\u0000é😀",
                        "long text",
                        "x".repeat(100_000),
                        "list",
                        List.of(1L, List.of(), Map.of("k", "v"))));
        assertThat(journal().append(0, event)).isTrue();
        assertThat(stored("run-1")).containsExactly(event);
    }

    @Test
    void listsRunsByTheirIdsWhichDifferInEveryByte() {
        for (String run : List.of("..", "a:b+c", "A:B+C", ".x", "Z".repeat(128))) {
            assertThat(store.journal(run).append(0, event(0))).isTrue();
        }
        assertThat(store.runs()).containsExactlyInAnyOrder("..", "a:b+c", "A:B+C", ".x", "Z".repeat(128));
        assertThatThrownBy(() -> store.journal("../x"))
                .isInstanceOfSatisfying(
                        DponeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RUN_ID_INVALID));
    }

    @Test
    void appendsOnlyAtTheVersionTheCallerHasSeen() {
        Journal journal = journal();
        assertThat(journal.append(0, event(0))).isTrue();
        withFresh("run-1", other -> {
            assertThat(other.append(0, event(9))).isFalse();
            assertThat(other.append(1, event(1))).isTrue();
        });
        assertThat(journal.append(1, event(9))).isFalse();
        // The very event that is stored: another's, since this caller's was never sent.
        assertThat(journal.append(1, event(1))).isFalse();
        assertThat(journal.append(2, event(2))).isTrue();
        assertThat(stored("run-1")).containsExactly(event(0), event(1), event(2));
    }

    @Test
    void noticesEveryChangedLine() {
        for (int i = 0; i < 3; i++) {
            journal().append(i, event(i));
        }
        List<byte[]> intact = lines("run-1");
        for (int line = 0; line < intact.size(); line++) {
            for (int at = 0; at < intact.get(line).length; at += 37) {
                byte[] changed = intact.get(line).clone();
                changed[at] ^= 1;
                replace("run-1", line, changed);
                assertUnreadable("run-1", 3);
            }
            replace("run-1", line, intact.get(line));
        }
        assertThat(stored("run-1")).hasSize(3);
    }

    @Test
    void noticesAnEventOfAnotherHistory() {
        for (String run : List.of("run-1", "run-2")) {
            store.journal(run).append(0, event(run.equals("run-1") ? 0 : 7));
            store.journal(run).append(1, event(1));
        }
        replace("run-1", 2, lines("run-2").get(2));
        assertUnreadable("run-1", 2);
        replace("run-2", 0, lines("run-1").get(0));
        assertUnreadable("run-2", 2);
    }

    @Test
    void noticesAMissingLine() {
        for (int line = 0; line < 4; line++) {
            String run = "run-" + line;
            Journal journal = store.journal(run);
            for (int i = 0; i < 3; i++) {
                journal.append(i, event(i));
            }
            remove(run, line);
            if (line < 3) {
                assertUnreadable(run, 3);
            } else {
                // Nothing that is left tells of the last line; who has seen it does.
                assertUnreadable(() -> journal.append(3, event(3)));
                withFresh(run, fresh -> assertUnreadable(() -> fresh.append(3, event(3))));
            }
        }
    }

    @Test
    void refusesVersionsItDoesNotKnowAndLeavesThemAlone() {
        journal().append(0, event(0));
        byte[] unknown = "{\"format\":\"dpone.journal\",\"version\":2,\"sealed\":\"otherwise\"}"
                .getBytes(StandardCharsets.UTF_8);
        replace("run-1", 0, unknown);
        withFresh("run-1", fresh -> {
            for (Runnable use : List.<Runnable>of(fresh::read, () -> fresh.append(1, event(1)))) {
                assertThatThrownBy(use::run)
                        .hasMessageEndingWith("line 1: its version of dpone.journal must be 1, but is 2")
                        .isInstanceOfSatisfying(DponeException.class, e -> {
                            assertThat(e.code()).isEqualTo(ErrorCode.STATE_UNREADABLE);
                            assertThat(e.remedy())
                                    .isEqualTo("Use the dpone version that wrote it. It was left as it is.");
                        });
            }
        });
        assertThat(lines("run-1").get(0)).isEqualTo(unknown);
        assertThat(lines("run-1")).hasSize(2);
    }

    private void assertUnreadable(String run, long version) {
        withFresh(run, fresh -> assertUnreadable(fresh::read));
        withFresh(run, fresh -> assertUnreadable(() -> fresh.append(version, event(9))));
    }

    private static void assertUnreadable(Runnable use) {
        assertThatThrownBy(use::run).isInstanceOfSatisfying(DponeException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.STATE_UNREADABLE);
            assertThat(e.remedy()).isNotEmpty();
        });
    }

    @Test
    void refusesEventsItCouldNotReadBack() {
        assertThatThrownBy(() -> journal().append(0, new JournalEvent("a", AT, Map.of("x", 1.5))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(journal().read()).isEmpty();
        assertThat(journal().append(0, event(0))).isTrue();
    }

    @Test
    void ofEightThreadsExactlyOneWinsEachVersion() throws Exception {
        int threads = 8;
        int versions = 10;
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            for (int version = 0; version < versions; version++) {
                int expected = version;
                List<Future<Boolean>> futures = new ArrayList<>();
                for (int thread = 0; thread < threads; thread++) {
                    long id = thread;
                    // Half of them share a handle.
                    futures.add(executor.submit(() -> {
                        if (id % 2 == 0) {
                            return journal().append(expected, event(id));
                        }
                        try (StateStore own = open()) {
                            return own.journal("run-1").append(expected, event(id));
                        }
                    }));
                }
                long winners = 0;
                for (Future<Boolean> future : futures) {
                    winners += future.get() ? 1 : 0;
                }
                assertThat(winners).as("winners of version %s", version).isEqualTo(1);
            }
        } finally {
            executor.shutdownNow();
        }
        assertThat(stored("run-1")).hasSize(versions);
    }

    @Test
    void twoProcessesAppendEachEventExactlyOnce() throws Exception {
        int count = 30;
        try (StateProcess a = StateProcess.start(address(), "append", "a", count);
                StateProcess b = StateProcess.start(address(), "append", "b", count)) {
            letGo(a, b);
            assertThat(a.finish()).hasSize(count);
            assertThat(b.finish()).hasSize(count);
        }
        List<JournalEvent> events = stored(StateProcess.RUN);
        assertThat(events).hasSize(2 * count);
        for (String name : List.of("a", "b")) {
            assertThat(events.stream()
                            .filter(e -> name.equals(e.data().get("name")))
                            .map(e -> e.data().get("number")))
                    .containsExactlyElementsOf(
                            LongStream.range(0, count).boxed().toList());
        }
    }

    @Test
    void twoProcessesNeverHoldOneLeaseAndEpochsNeverRepeat() throws Exception {
        int count = 20;
        Set<Long> epochs = new TreeSet<>();
        try (StateProcess a = StateProcess.start(address(), "lease", "a", count);
                StateProcess b = StateProcess.start(address(), "lease", "b", count)) {
            letGo(a, b);
            for (StateProcess process : List.of(a, b)) {
                for (String epoch : process.finish()) {
                    assertThat(epochs.add(Long.parseLong(epoch)))
                            .as("epoch %s is new", epoch)
                            .isTrue();
                }
            }
        }
        assertThat(epochs)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, 2L * count).boxed().toList());
    }

    private static void letGo(StateProcess... processes) throws Exception {
        for (StateProcess process : processes) {
            process.awaitReady();
        }
        for (StateProcess process : processes) {
            process.proceed();
        }
    }

    @Test
    void aFreeTargetIsLeasedAndAHeldOneIsNot() {
        Leases leases = store.leases();
        Lease lease = leases.acquire(TARGET, "a", Duration.ofHours(1)).orElseThrow();
        assertThat(lease.owner()).isEqualTo("a");
        assertThat(lease.epoch()).isEqualTo(1);
        assertThat(leases.acquire(TARGET, "b", Duration.ofHours(1))).isEmpty();
        assertThat(leases.current(TARGET)).contains(lease);
        assertThat(leases.acquire("cd".repeat(32), "b", Duration.ofHours(1))).isPresent();
        try (StateStore other = open()) {
            assertThat(other.leases().acquire(TARGET, "b", Duration.ofHours(1))).isEmpty();
            assertThat(other.leases().current(TARGET)).contains(lease);
        }
    }

    @Test
    void theSameOwnerTakesItAgainUnderTheNextEpoch() {
        Leases leases = store.leases();
        Lease first = leases.acquire(TARGET, "a", Duration.ofHours(1)).orElseThrow();
        Lease second = leases.acquire(TARGET, "a", Duration.ofHours(1)).orElseThrow();
        assertThat(second.epoch()).isEqualTo(2);
        assertThat(leases.renew(first, Duration.ofHours(1))).isEmpty();
        leases.release(first);
        assertThat(leases.current(TARGET)).contains(second);
    }

    @Test
    void anExpiredLeaseIsTakenOverAndNeverResurrected() {
        Leases leases = store.leases();
        Lease lease = leases.acquire(TARGET, "a", ttl()).orElseThrow();
        assertThat(leases.acquire(TARGET, "b", Duration.ofHours(1))).isEmpty();
        awaitExpiry(lease);
        assertThat(leases.current(TARGET)).isEmpty();
        assertThat(leases.renew(lease, Duration.ofHours(1))).isEmpty();
        assertThat(leases.acquire(TARGET, "b", Duration.ofHours(1)))
                .map(Lease::epoch)
                .contains(2L);
        assertThat(leases.renew(lease, Duration.ofHours(1))).isEmpty();
        leases.release(lease);
        assertThat(leases.current(TARGET)).map(Lease::owner).contains("b");
    }

    @Test
    void renewalsKeepTheEpochAndMoveTheExpiry() {
        Leases leases = store.leases();
        Lease lease = leases.acquire(TARGET, "a", ttl()).orElseThrow();
        Lease renewed = leases.renew(lease, Duration.ofHours(1)).orElseThrow();
        assertThat(renewed.epoch()).isEqualTo(1);
        assertThat(renewed.expires()).isAfter(lease.expires());
        awaitExpiry(lease);
        assertThat(leases.current(TARGET)).contains(renewed);
        // The first handle is still the same lease.
        assertThat(leases.renew(lease, Duration.ofHours(2))).isPresent();
    }

    @Test
    void releasingFreesTheTargetAndKeepsTheEpoch() {
        Leases leases = store.leases();
        leases.release(new Lease(TARGET, "nobody", 1, AT));
        Lease lease = leases.acquire(TARGET, "a", Duration.ofHours(1)).orElseThrow();
        leases.release(lease);
        assertThat(leases.current(TARGET)).isEmpty();
        assertThat(leases.renew(lease, Duration.ofHours(1))).isEmpty();
        assertThat(leases.acquire(TARGET, "b", Duration.ofHours(1)))
                .map(Lease::epoch)
                .contains(2L);
    }

    @Test
    void refusesTargetsThatAreNoKeysAndLeasesThatDoNotLast() {
        assertThatThrownBy(() -> store.leases().acquire("../x", "a", ttl()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> store.leases().acquire(TARGET, "a", Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("A lease must last, but was given PT0S");
    }

    @Test
    void keepsOneCheckpointPerPipelineAndTarget() {
        Checkpoints checkpoints = store.checkpoints();
        Checkpoint plain = checkpoint("a.b", "r1", 1);
        Checkpoint windowed =
                new Checkpoint("größe/../x y", "r2", "receipt", 7, Optional.of(AT), Optional.of(AT.plusSeconds(1)), AT);
        Checkpoint longest = checkpoint("ü".repeat(255) + "." + "😀".repeat(127), "r3", 1);
        assertThat(checkpoints.read("a.b", TARGET)).isEmpty();
        assertThat(checkpoints.advance(TARGET, plain)).isTrue();
        assertThat(checkpoints.advance(TARGET, windowed)).isTrue();
        assertThat(checkpoints.advance("cd", windowed)).isTrue();
        assertThat(checkpoints.advance("cd", longest)).isTrue();
        try (StateStore reopened = open()) {
            assertThat(reopened.checkpoints().read("a.b", TARGET)).contains(plain);
            assertThat(reopened.checkpoints().read("größe/../x y", TARGET)).contains(windowed);
            assertThat(reopened.checkpoints().read("größe/../x y", "cd")).contains(windowed);
            assertThat(reopened.checkpoints().read(longest.pipeline(), "cd")).contains(longest);
            assertThat(reopened.checkpoints().read("a.b", "cd")).isEmpty();
            assertThat(reopened.checkpoints().read("A.B", TARGET)).isEmpty();
        }
    }

    @Test
    void aCheckpointNeverGoesBackToALowerFenceEpoch() {
        Checkpoints checkpoints = store.checkpoints();
        assertThat(checkpoints.advance(TARGET, checkpoint("a.b", "r5", 5))).isTrue();
        assertThat(checkpoints.advance(TARGET, checkpoint("a.b", "r4", 4))).isFalse();
        assertThat(checkpoints.read("a.b", TARGET)).map(Checkpoint::runId).contains("r5");
        assertThat(checkpoints.advance(TARGET, checkpoint("a.b", "again", 5))).isTrue();
        assertThat(checkpoints.advance(TARGET, checkpoint("a.b", "r6", 6))).isTrue();
        assertThat(checkpoints.read("a.b", TARGET)).map(Checkpoint::runId).contains("r6");
    }

    private static Checkpoint checkpoint(String pipeline, String run, long epoch) {
        return new Checkpoint(pipeline, run, "receipt-" + run, epoch, Optional.empty(), Optional.empty(), AT);
    }
}
