package dev.dpone.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.canonical.CanonicalJson;
import dev.dpone.column.Block;
import dev.dpone.column.SourceColumn;
import dev.dpone.digest.RowSum;
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
import dev.dpone.state.Journal;
import dev.dpone.state.JournalEvent;
import dev.dpone.state.file.FileStateStore;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.io.TempDir;

/** A delivery of five toy rows to a target in memory, with state in files. */
abstract class DeliveryScenario {
    static final String TARGET = "t".repeat(64);

    @TempDir
    Path folder;

    final FakeTarget target = new FakeTarget();
    final List<String> evidence = new ArrayList<>();
    final List<String> warnings = new ArrayList<>();
    List<SourceColumn> columns = ToyRows.COLUMNS;
    Cancellation cancellation = new Cancellation();
    List<DeliveryFacts> facts = new ArrayList<>();
    int opened;
    boolean evidenceFails;
    DeliveryObserver observer = DeliveryObserver.NONE;

    static NativeChunkLimits limits(int maxRows, OptionalInt encoders) {
        return new NativeChunkLimits(1 << 20, 1 << 20, maxRows, 1000, 100, 2, 100, 1, encoders, OptionalInt.empty());
    }

    DeliveryRequest request(String runId, NativeChunkLimits limits) {
        return request(runId, "db.t", limits, new Strategy.FullRefresh());
    }

    DeliveryRequest request(String runId, String pipeline, NativeChunkLimits limits) {
        return request(runId, pipeline, limits, new Strategy.FullRefresh());
    }

    DeliveryRequest request(String runId, NativeChunkLimits limits, Strategy strategy) {
        return request(runId, "db.t", limits, strategy);
    }

    DeliveryRequest request(String runId, String pipeline, NativeChunkLimits limits, Strategy strategy) {
        SourceQuery query = new SourceQuery(new TableRef("db", "t"), Optional.empty(), List.of(), Optional.empty());
        List<ColumnMapping> columns = ToyRows.COLUMNS.stream()
                .map(column -> new ColumnMapping(column, "toy", "because"))
                .toList();
        TargetPlan plan = new TargetPlan(new TableRef("s", "t"), "stage", columns, TechnicalColumns.OFF, strategy);
        return new DeliveryRequest(runId, pipeline, query, "SELECT 1", plan, limits, folder.resolve("work"), 0);
    }

    /** A delivery whose text column has a policy. */
    DeliveryRequest treated(String runId) {
        DeliveryRequest plain = request(runId, limits(2, OptionalInt.empty()));
        TargetPlan plan = new TargetPlan(
                plain.target().table(),
                plain.target().stagingSchema(),
                ToyRows.TREATED,
                TechnicalColumns.OFF,
                plain.target().strategy());
        return new DeliveryRequest(
                runId,
                plain.pipeline(),
                plain.query().treated(ToyRows.TREATED),
                plain.queryText(),
                plan,
                plain.limits(),
                plain.workDir(),
                0);
    }

    DeliveryResult run(DeliveryRequest request) {
        Source source = new Source() {
            @Override
            public ServerInfo server() {
                return new ServerInfo("Toy", "1", "toy");
            }

            @Override
            public List<SourceColumn> describe(SourceQuery query) {
                return columns;
            }

            @Override
            public SourceStream open(SourceQuery query, List<SourceColumn> columns, ReadLimits limits, String queryId) {
                opened++;
                List<Block> blocks = List.of(ToyRows.block(1, "a", "B", "c"), ToyRows.block(4, "D", "E"));
                return ToyRows.stream((query.treatments().isEmpty()
                                ? blocks
                                : blocks.stream().map(ToyRows::treated).toList())
                        .toArray(new Block[0]));
            }

            @Override
            public void close() {}
        };
        EvidenceSink sink = facts -> {
            this.facts.add(facts);
            if (evidenceFails) {
                throw new DponeException(ErrorCode.EVIDENCE_FAILED, "No evidence", "Mend the disk.");
            }
            assertThat(facts.id().fenceEpoch()).isEqualTo(facts.receipt().fenceEpoch());
            facts.chunks()
                    .forEach(chunk -> assertThat(List.of(
                                    facts.method("immediate", chunk.attempt().ordinal()),
                                    facts.method(
                                            "before_prepare", chunk.attempt().ordinal()),
                                    facts.method(
                                            "before_publish", chunk.attempt().ordinal())))
                            .containsOnly("readback"));
            assertThat(facts.method("before_publish", DeliveryFacts.PREPARED)).isEqualTo("readback");
            evidence.add(facts.receipt().receiptId());
            return new EvidenceSink.Written(Path.of("/evidence.json"), "sha");
        };
        DeliveryListener listener = new DeliveryListener() {
            @Override
            public void warning(String message) {
                warnings.add(message);
            }

            @Override
            public DeliveryObserver observer() {
                return observer;
            }
        };
        // What stopped one delivery does not stop the next.
        cancellation = new Cancellation();
        try (FileStateStore state = FileStateStore.open(folder.resolve("state"), Clock.systemUTC())) {
            return new Delivery(source, target, ToyRows.FORMAT, state, sink, Clock.systemUTC(), cancellation, listener)
                    .run(request, TARGET);
        }
    }

    DeliveryResult run(String runId) {
        return run(request(runId, limits(2, OptionalInt.empty())));
    }

    List<JournalEvent> journal(String runId) {
        try (FileStateStore state = FileStateStore.open(folder.resolve("state"), Clock.systemUTC())) {
            Journal journal = state.journal(runId);
            return journal.read();
        }
    }

    String recordedLimits(String runId) {
        return CanonicalJson.orderedText(
                java.util.Objects.requireNonNull(journal(runId).get(0).data().get("limits")));
    }

    void fails(String runId, ErrorCode code) {
        assertThatThrownBy(() -> run(runId))
                .isInstanceOf(DponeException.class)
                .satisfies(e -> assertThat(((DponeException) e).code()).isEqualTo(code));
    }

    /** Replaces the rows of every stage there is when the step is reached. */
    void tamper(String step, UnaryOperator<RowSum> how) {
        target.before.put(step, t -> t.stages.replaceAll((name, sum) -> how.apply(sum)));
    }

    DeliveryRequest merge(String runId, String... key) {
        return request(runId, limits(2, OptionalInt.empty()), new Strategy.Merge(List.of(key)));
    }

    void stopsBeforePublication(String runId) {
        fails(runId, ErrorCode.VERIFICATION_FAILED);

        assertThat(target.mutations).isZero();
        assertThat(target.receipts).isEmpty();
        assertThat(target.stages).as("what is not published is dropped").isEmpty();
    }
}
