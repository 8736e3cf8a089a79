package dev.dpone.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.column.SourceColumn;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.limits.NativeChunkLimits;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.ReadLimits;
import dev.dpone.spi.ServerInfo;
import dev.dpone.spi.Source;
import dev.dpone.spi.SourceQuery;
import dev.dpone.spi.SourceStream;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.TableRef;
import dev.dpone.spi.TargetPlan;
import dev.dpone.spi.TechnicalColumns;
import dev.dpone.state.Checkpoint;
import dev.dpone.state.Checkpoints;
import dev.dpone.state.Journal;
import dev.dpone.state.JournalEvent;
import dev.dpone.state.Lease;
import dev.dpone.state.Leases;
import dev.dpone.state.StateStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process that ends at any event of its journal, and the same run started again. */
@Timeout(120)
class KilledDeliveryTest {
    private static final String TARGET = "t".repeat(64);

    @TempDir
    Path folder;

    private FakeTarget target = new FakeTarget();
    private Store state = new Store();
    private int evidenceWritten;
    private int opened;

    /** Ends everything, as a kill does: no handler of the delivery's own takes it for a failure. */
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    /** State in memory; the process dies before or after its nth event is durable. Leases die with it. */
    private static final class Store implements StateStore, Journal, Leases, Checkpoints {
        final List<JournalEvent> events = new ArrayList<>();
        final Map<String, Checkpoint> checkpoints = new HashMap<>();
        int dieAt = -1;
        boolean durable;
        Consumer<JournalEvent> watch = event -> {};

        @Override
        public List<JournalEvent> read() {
            return List.copyOf(events);
        }

        @Override
        public boolean append(long expectedVersion, JournalEvent event) {
            if (expectedVersion != events.size()) {
                return false;
            }
            watch.accept(event);
            if (events.size() != dieAt) {
                events.add(event);
                return true;
            }
            if (durable) {
                events.add(event);
            }
            throw new Killed();
        }

        @Override
        public Journal journal(String runId) {
            return this;
        }

        @Override
        public List<String> runs() {
            return List.of("r1");
        }

        @Override
        public Leases leases() {
            return this;
        }

        @Override
        public Checkpoints checkpoints() {
            return this;
        }

        @Override
        public Optional<Lease> acquire(String name, String owner, Duration ttl) {
            return Optional.of(new Lease(name, owner, 1, Instant.MAX));
        }

        @Override
        public Optional<Lease> renew(Lease lease, Duration ttl) {
            return Optional.of(lease);
        }

        @Override
        public void release(Lease lease) {}

        @Override
        public Optional<Lease> current(String name) {
            return Optional.empty();
        }

        @Override
        public Optional<Checkpoint> read(String pipeline, String name) {
            return Optional.ofNullable(checkpoints.get(name));
        }

        @Override
        public boolean advance(String name, Checkpoint next) {
            checkpoints.put(name, next);
            return true;
        }

        @Override
        public void close() {}
    }

    private final Source source = new Source() {
        @Override
        public ServerInfo server() {
            return new ServerInfo("Toy", "1", "toy");
        }

        @Override
        public List<SourceColumn> describe(SourceQuery query) {
            return ToyRows.COLUMNS;
        }

        @Override
        public SourceStream open(SourceQuery query, List<SourceColumn> columns, ReadLimits limits, String queryId) {
            opened++;
            return ToyRows.stream(ToyRows.block(1, "a", "b", "c"), ToyRows.block(4, "d", "e"));
        }

        @Override
        public void close() {}
    };

    @BeforeEach
    void startOver() {
        target = new FakeTarget();
        state = new Store();
        evidenceWritten = 0;
        opened = 0;
    }

    private DeliveryResult deliver() {
        SourceQuery query = new SourceQuery(new TableRef("db", "t"), Optional.empty(), List.of(), Optional.empty());
        List<ColumnMapping> columns = ToyRows.COLUMNS.stream()
                .map(column -> new ColumnMapping(column, "toy", "because"))
                .toList();
        NativeChunkLimits limits = new NativeChunkLimits(
                1 << 20, 1 << 20, 2, 1000, 100, 2, 100, 1, OptionalInt.empty(), OptionalInt.empty());
        DeliveryRequest request = new DeliveryRequest(
                "r1",
                "db.t",
                query,
                "SELECT 1",
                new TargetPlan(new TableRef("s", "t"), "stage", columns, TechnicalColumns.OFF, new Strategy.Append()),
                limits,
                folder.resolve("work"),
                0);
        EvidenceSink sink = facts -> {
            assertThat(facts.id().fenceEpoch()).isEqualTo(facts.receipt().fenceEpoch());
            assertThat(facts.chunks()).hasSize(3);
            evidenceWritten++;
            return new EvidenceSink.Written(Path.of("/evidence.json"), "sha");
        };
        return new Delivery(
                        source,
                        target,
                        ToyRows.FORMAT,
                        state,
                        sink,
                        Clock.systemUTC(),
                        new Cancellation(),
                        DeliveryListener.NONE)
                .run(request, TARGET);
    }

    /** A dead process has no threads; those of this one end by themselves. */
    private static void awaitWorkers() throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().matches("(source|encode|import)-\\d+")) {
                thread.join(20_000);
            }
        }
    }

    private void killAt(int event, boolean durable) throws InterruptedException {
        startOver();
        state.dieAt = event;
        state.durable = durable;
        assertThatThrownBy(this::deliver).isInstanceOf(Killed.class);
        awaitWorkers();
        state.dieAt = -1;
    }

    @Test
    void theSameRunDeliversOnceWhereverTheFirstProcessDied() throws InterruptedException {
        deliver();
        int events = state.events.size();
        List<String> types = state.events.stream().map(JournalEvent::type).toList();
        assertThat(types).startsWith("run_opened").endsWith("staging_dropped");
        int complete = types.indexOf("stage_complete");

        for (int event = 0; event < events; event++) {
            for (boolean durable : new boolean[] {false, true}) {
                String where = (durable ? "after" : "before") + " event " + event + " of " + types;
                killAt(event, durable);

                DeliveryResult result = deliver();

                assertThat(result.receipt().rows()).as(where).isEqualTo(5);
                assertThat(target.mutations)
                        .as("publications when killed " + where)
                        .isEqualTo(1);
                assertThat(target.published.hex())
                        .as(where)
                        .isEqualTo(result.receipt().businessDigest());
                assertThat(target.stages).as("stages when killed " + where).isEmpty();
                assertThat(folder.resolve("work")).as(where).isEmptyDirectory();
                assertThat(evidenceWritten).as("evidence when killed " + where).isBetween(1, 2);
                assertThat(state.checkpoints).as(where).containsKey(TARGET);
                assertThat(state.events.get(state.events.size() - 1).type()).isEqualTo("staging_dropped");
                boolean once = event == 0 || event > complete || (event == complete && durable);
                assertThat(opened).as("source queries when killed " + where).isEqualTo(once ? 1 : 2);
            }
        }
    }

    @Test
    void aResumedRunMayDieAnywhereAgain() throws InterruptedException {
        deliver();
        int complete = state.events.stream().map(JournalEvent::type).toList().indexOf("stage_complete");
        int left = state.events.size() - complete;
        for (int second = 1; second <= left; second++) {
            for (boolean durable : new boolean[] {false, true}) {
                killAt(complete, true);
                String where = (durable ? "after" : "before") + " event " + second + " of the second try";
                state.dieAt = complete + second;
                state.durable = durable;
                assertThatThrownBy(this::deliver).as(where).isInstanceOf(Killed.class);
                state.dieAt = -1;

                assertThat(deliver().receipt().rows()).as(where).isEqualTo(5);

                assertThat(target.mutations).as(where).isEqualTo(1);
                assertThat(target.stages).as(where).isEmpty();
                assertThat(opened).as("source queries when killed " + where).isEqualTo(1);
                assertThat(folder.resolve("work")).as(where).isEmptyDirectory();
            }
        }
    }

    @Test
    void completeStagesWithoutAReceiptForEachAreNotPublished() throws InterruptedException {
        deliver();
        int complete = state.events.stream().map(JournalEvent::type).toList().indexOf("stage_complete");
        killAt(complete, true);
        int receipt = state.events.stream().map(JournalEvent::type).toList().indexOf("receipt_accepted");
        state.events.remove(receipt);

        assertThatThrownBy(this::deliver)
                .isInstanceOfSatisfying(
                        DponeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STATE_UNREADABLE))
                .hasMessage("The journal of run r1 says that 3 stages are complete, but has receipts of 2");
        assertThat(target.mutations).isZero();
    }

    private boolean sealedFileExists(Object ordinal) throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("work"))) {
            return files.anyMatch(file -> file.endsWith(ordinal + ".sealed"));
        }
    }

    @Test
    void aSealedFileIsKeptUntilItsReceiptIsDurableAndRemovedBeforeAnythingElse() {
        List<Object> accepted = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        state.watch = event -> {
            try {
                for (Object ordinal : accepted) {
                    if (sealedFileExists(ordinal)) {
                        problems.add("file " + ordinal + " is still there at " + event.type());
                    }
                }
                Object ordinal = event.data().get("ordinal");
                if (ordinal != null && !sealedFileExists(ordinal)) {
                    problems.add("file " + ordinal + " is gone at " + event.type());
                }
                if (ordinal != null && event.type().equals("receipt_accepted")) {
                    accepted.add(ordinal);
                }
            } catch (IOException | UncheckedIOException e) {
                problems.add(e.toString());
            }
        };

        deliver();

        assertThat(problems).isEmpty();
        assertThat(accepted).hasSize(3);
    }

    @Test
    void anOwnerThatWakesUpAfterAnotherTookOverPublishesNothingAndTouchesNothingOfTheOther() {
        List<String> stagesOfTheOther = new ArrayList<>();
        target.before.put("lockTarget", paused -> {
            // While this owner sleeps, a second process of the same run takes over and gets as far as its publication.
            paused.before.put("lockTarget", second -> {
                second.before.remove("lockTarget");
                stagesOfTheOther.addAll(second.stages.keySet());
                throw new Killed();
            });
            assertThatThrownBy(this::deliver).isInstanceOf(Killed.class);
        });

        assertThatThrownBy(this::deliver)
                .isInstanceOf(DponeException.class)
                .satisfies(e -> assertThat(((DponeException) e).code()).isEqualTo(ErrorCode.FENCE_LOST));

        assertThat(target.mutations).isZero();
        assertThat(stagesOfTheOther).hasSize(4);
        assertThat(target.stages.keySet()).containsExactlyInAnyOrderElementsOf(stagesOfTheOther);
        assertThat(deliver().receipt().rows()).isEqualTo(5);
        assertThat(target.mutations).isEqualTo(1);
        assertThat(target.stages).isEmpty();
    }

    @Test
    void anOwnerThatWakesUpAfterItsRunWasCompletedMakesNoTableMore() {
        target.before.put("prepare", paused -> {
            paused.before.clear();
            assertThat(deliver().receipt().rows()).isEqualTo(5);
        });

        assertThatThrownBy(this::deliver).isInstanceOf(DponeException.class);

        assertThat(target.stages).isEmpty();
        assertThat(target.mutations).isEqualTo(1);
    }
}
