package dev.dpone.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.canonical.CanonicalJson;
import dev.dpone.column.SourceColumn;
import dev.dpone.digest.RowSum;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.limits.NativeChunkLimits;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.CommitReceipt;
import dev.dpone.spi.Mutation;
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
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeliveryTest {
    private static final String TARGET = "t".repeat(64);

    @TempDir
    Path folder;

    private final FakeTarget target = new FakeTarget();
    private final List<String> evidence = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private int opened;
    private boolean evidenceFails;

    private static NativeChunkLimits limits(int maxRows, OptionalInt encoders) {
        return new NativeChunkLimits(1 << 20, 1 << 20, maxRows, 1000, 100, 2, 100, 1, encoders, OptionalInt.empty());
    }

    private DeliveryRequest request(String runId, NativeChunkLimits limits) {
        return request(runId, "db.t", limits, new Strategy.FullRefresh());
    }

    private DeliveryRequest request(String runId, String pipeline, NativeChunkLimits limits) {
        return request(runId, pipeline, limits, new Strategy.FullRefresh());
    }

    private DeliveryRequest request(String runId, NativeChunkLimits limits, Strategy strategy) {
        return request(runId, "db.t", limits, strategy);
    }

    private DeliveryRequest request(String runId, String pipeline, NativeChunkLimits limits, Strategy strategy) {
        SourceQuery query = new SourceQuery(new TableRef("db", "t"), Optional.empty(), List.of(), Optional.empty());
        List<ColumnMapping> columns = ToyRows.COLUMNS.stream()
                .map(column -> new ColumnMapping(column, "toy", "because"))
                .toList();
        TargetPlan plan = new TargetPlan(new TableRef("s", "t"), "stage", columns, TechnicalColumns.OFF, strategy);
        return new DeliveryRequest(runId, pipeline, query, "SELECT 1", plan, limits, folder.resolve("work"), 0);
    }

    private DeliveryResult run(DeliveryRequest request) {
        Source source = new Source() {
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
        EvidenceSink sink = facts -> {
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
        };
        try (FileStateStore state = FileStateStore.open(folder.resolve("state"), Clock.systemUTC())) {
            return new Delivery(
                            source,
                            target,
                            ToyRows.FORMAT,
                            state,
                            sink,
                            Clock.systemUTC(),
                            new Cancellation(),
                            listener)
                    .run(request, TARGET);
        }
    }

    private DeliveryResult run(String runId) {
        return run(request(runId, limits(2, OptionalInt.empty())));
    }

    private List<JournalEvent> journal(String runId) {
        try (FileStateStore state = FileStateStore.open(folder.resolve("state"), Clock.systemUTC())) {
            Journal journal = state.journal(runId);
            return journal.read();
        }
    }

    private String recordedLimits(String runId) {
        return CanonicalJson.orderedText(
                java.util.Objects.requireNonNull(journal(runId).get(0).data().get("limits")));
    }

    private void fails(String runId, ErrorCode code) {
        assertThatThrownBy(() -> run(runId))
                .isInstanceOf(DponeException.class)
                .satisfies(e -> assertThat(((DponeException) e).code()).isEqualTo(code));
    }

    /** Replaces the rows of every stage there is when the step is reached. */
    private void tamper(String step, UnaryOperator<RowSum> how) {
        target.before.put(step, t -> t.stages.replaceAll((name, sum) -> how.apply(sum)));
    }

    @Test
    void journalsEveryStepBeforeTheNextAndLeavesNothingBehind() {
        DeliveryResult result = run("r1");

        assertThat(result.receipt().rows()).isEqualTo(5);
        assertThat(result.receipt().chunks()).isEqualTo(3);
        assertThat(result.receipt().businessDigest()).isEqualTo(target.published.hex());
        assertThat(target.stages).isEmpty();
        assertThat(folder.resolve("work")).isEmptyDirectory();
        assertThat(journal("r1"))
                .extracting(JournalEvent::type)
                .startsWith("run_opened", "attempt_intended")
                .endsWith(
                        "stage_complete",
                        "prepared",
                        "publish_intended",
                        "published",
                        "evidence_written",
                        "checkpoint_advanced",
                        "staging_dropped");
        assertThat(journal("r1"))
                .extracting(JournalEvent::type)
                .filteredOn("receipt_accepted"::equals)
                .hasSize(3);
    }

    @Test
    void journalsTheLimitsRecordWithEightFieldsOrTen() {
        run("r8");
        run(request("r10", limits(2, OptionalInt.of(2))));

        assertThat(recordedLimits("r8"))
                .isEqualTo("{\"max_total_encoded_bytes\":1048576,\"stage_allocated_bytes_stop_threshold\":1048576,"
                        + "\"max_rows\":2,\"max_bytes\":1000,\"max_row_bytes\":100,\"max_pending\":2,"
                        + "\"max_staging_tables\":100,\"parallelism\":1}");
        assertThat(recordedLimits("r10"))
                .endsWith("\"parallelism\":1,\"encoding_parallelism\":2,\"import_parallelism\":1}");
    }

    @Test
    void aFinishedRunIdReturnsItsReceiptAndTouchesNothing() {
        DeliveryResult first = run("r1");
        long fence = target.fence;

        DeliveryResult second = run("r1");

        assertThat(second.replayed()).isTrue();
        assertThat(second.receipt()).isEqualTo(first.receipt());
        assertThat(opened).isEqualTo(1);
        assertThat(target.fence).isEqualTo(fence);
        assertThat(target.mutations).isEqualTo(1);
    }

    @Test
    void aRunIdWithOtherLimitsIsRefusedWithBothRecords() {
        target.before.put("import", t -> {
            throw new DponeException(ErrorCode.TARGET_REFUSED, "no", "no");
        });
        fails("r1", ErrorCode.TARGET_REFUSED);

        assertThatThrownBy(() -> run(request("r1", limits(3, OptionalInt.empty()))))
                .hasMessageContaining("was opened with another limits")
                .hasMessageContaining("\"max_rows\":2")
                .hasMessageContaining("\"max_rows\":3");
    }

    @Test
    void aRunIdIsRefusedForAnotherPipelineOfTheSameTarget() {
        run("r1");

        assertThatThrownBy(() -> run(request("r1", "db.renamed", limits(2, OptionalInt.empty()))))
                .hasMessage("Run r1 was opened with another pipeline: recorded db.t, now db.renamed");
        assertThat(target.mutations).isEqualTo(1);
    }

    @Test
    void aFailedRunIsReadAgainUnderTheSameId() {
        target.before.put("prepare", t -> {
            throw new DponeException(ErrorCode.TARGET_FAILED, "disk full", "free space");
        });
        fails("r1", ErrorCode.TARGET_FAILED);
        assertThat(target.stages).isEmpty();
        target.before.clear();

        assertThat(run("r1").replayed()).isFalse();
        assertThat(opened).isEqualTo(2);
        assertThat(target.mutations).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"imported", "inspect", "prepare", "prepared", "inspectPrepared", "lockPrepared"})
    void rowsThatChangeAtAnyBoundaryStopTheDeliveryBeforePublication(String step) {
        tamper(step, sum -> new RowSum(sum.count(), 1, 2, 3, 4));
        stopsBeforePublication("r1");

        tamper(step, sum -> sum.plus(new RowSum(1, 0, 0, 0, 0)));
        stopsBeforePublication("r2");
    }

    @ParameterizedTest
    @CsvSource({"immediate, 1", "before_prepare, 4", "before_publish, 7"})
    void eachLookAtTheThreeStagesIsABoundaryOfItsOwn(String boundary, int look) {
        AtomicInteger looks = new AtomicInteger();
        target.before.put("inspect", t -> {
            if (looks.incrementAndGet() == look) {
                t.stages.replaceAll((name, sum) -> new RowSum(sum.count(), 1, 2, 3, 4));
            }
        });

        assertThatThrownBy(() -> run("r1"))
                .hasMessageMatching("Stage 0 \\(dpone_s_\\w+\\) was changed before boundary " + boundary + ": .*");
        assertThat(target.mutations).isZero();
    }

    @ParameterizedTest
    @CsvSource({"inspectPrepared, before_publish", "lockPrepared, in_publication"})
    void thePreparedTableIsLookedAtTwiceMore(String step, String boundary) {
        tamper(step, sum -> new RowSum(sum.count(), 1, 2, 3, 4));

        assertThatThrownBy(() -> run("r1"))
                .hasMessageStartingWith("The prepared table was changed before boundary " + boundary + ": ");
        assertThat(target.mutations).isZero();
    }

    @Test
    void aPreparedTableWithOtherRowsThanItsStagesStopsTheDelivery() {
        target.before.put(
                "prepared",
                t -> t.stages.replaceAll(
                        (name, sum) -> name.startsWith("dpone_p_") ? new RowSum(sum.count(), 1, 2, 3, 4) : sum));

        assertThatThrownBy(() -> run("r1"))
                .hasMessageStartingWith("The prepared table differs from its stages: 5 rows with digest ");
        assertThat(target.mutations).isZero();
    }

    @Test
    void aTargetThatTakesFewerRowsThanPreparedIsRolledBack() {
        target.lostRows = 1;

        assertThatThrownBy(() -> run("r1"))
                .hasMessage("The target took 4 of 5 prepared rows")
                .satisfies(e -> assertThat(((DponeException) e).code()).isEqualTo(ErrorCode.VERIFICATION_FAILED));
        assertThat(target.mutations).isZero();
    }

    @Test
    void aTargetWhoseLockIsNotFreeIsLeftAlone() {
        target.lockIsFree = false;

        fails("r1", ErrorCode.TARGET_BUSY);
        assertThat(target.mutations).isZero();
        assertThat(target.stages).isEmpty();
    }

    @Test
    void anOperationThatIsFoundPublishedUnderTheLockIsNotPublishedAgain() {
        String key = request("r1", limits(2, OptionalInt.empty())).operationKey(TARGET);
        CommitReceipt earlier = new CommitReceipt(
                "dpone-v1:" + key,
                key,
                TARGET,
                "r1",
                "db.t",
                1,
                "plan",
                "append",
                new Mutation("insert", 0, 5),
                5,
                "business",
                "full",
                3,
                Instant.EPOCH,
                Instant.EPOCH);
        target.before.put("lockTarget", t -> t.receipts.put(key, earlier));

        assertThat(run("r1").receipt()).isEqualTo(earlier);
        assertThat(target.mutations).isZero();
    }

    private void stopsBeforePublication(String runId) {
        fails(runId, ErrorCode.VERIFICATION_FAILED);

        assertThat(target.mutations).isZero();
        assertThat(target.receipts).isEmpty();
        assertThat(target.stages).as("what is not published is dropped").isEmpty();
    }

    private DeliveryRequest merge(String runId, String... key) {
        return request(runId, limits(2, OptionalInt.empty()), new Strategy.Merge(List.of(key)));
    }

    @Test
    void aMergeTakesEveryRowByInsertingOrUpdatingIt() {
        target.updatedRows = 2;
        assertThat(run(merge("r1", "id")).receipt()).satisfies(receipt -> {
            assertThat(receipt.strategy()).isEqualTo("merge");
            assertThat(receipt.mutation()).isEqualTo(new Mutation("fake", 0, 3, 2));
        });
    }

    @Test
    void updatedRowsCountForMergeAlone() {
        target.updatedRows = 2;
        assertThatThrownBy(() -> run("r1")).isInstanceOfSatisfying(DponeException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.VERIFICATION_FAILED);
            assertThat(e).hasMessage("The target took 3 of 5 prepared rows");
        });
        assertThat(target.mutations).isZero();
    }

    @Test
    void aMergesKeyIsPartOfItsPlan() {
        run(merge("r1", "id"));
        assertThatThrownBy(() -> run(merge("r1", "name")))
                .isInstanceOfSatisfying(
                        DponeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RUN_CHANGED));
    }

    @Test
    void aDeliveryThatLostItsFencePublishesNothing() {
        target.before.put("fenceEpoch", t -> t.fence++);

        fails("r1", ErrorCode.FENCE_LOST);

        assertThat(target.mutations).isZero();
    }

    @Test
    void aLostCommitThatLandedIsDecidedFromTheReceipt() {
        target.loseCommit = true;

        DeliveryResult result = run("r1");

        assertThat(result.receipt().rows()).isEqualTo(5);
        assertThat(target.mutations).isEqualTo(1);
        assertThat(target.fence)
                .as("opened again, to wait for the commit's end")
                .isEqualTo(2);
        assertThat(evidence).hasSize(1);
    }

    @Test
    void aLostCommitThatProvablyDidNotLandIsACleanFailure() {
        target.loseCommit = true;
        target.commitLands = false;

        assertThatThrownBy(() -> run("r1"))
                .hasMessage("The connection was lost at COMMIT, and the target proves that nothing was published");

        assertThat(target.published).isEqualTo(RowSum.EMPTY);
        assertThat(target.stages).isEmpty();
    }

    @Test
    void anUnknownOutcomeKeepsEverythingAndIsDecidedByTheSameRunLater() {
        target.loseCommit = true;
        target.before.put("commitLost", t -> t.unreachable = true);
        fails("r1", ErrorCode.PUBLICATION_UNKNOWN);
        assertThat(target.stages).isNotEmpty();
        assertThat(evidence).isEmpty();

        target.unreachable = false;
        target.loseCommit = false;
        DeliveryResult result = run("r1");

        assertThat(result.replayed()).isTrue();
        assertThat(opened).isEqualTo(1);
        assertThat(target.mutations).isEqualTo(1);
        assertThat(evidence).hasSize(1);
        assertThat(target.stages).isEmpty();
    }

    @Test
    void aPublicationThatIsOnlySeenOnceTheFenceIsOpenedIsCompletedUnderItsOwnEpoch() {
        target.loseCommit = true;
        target.before.put("commitLost", t -> t.unreachable = true);
        fails("r1", ErrorCode.PUBLICATION_UNKNOWN);
        Map<String, CommitReceipt> inFlight = Map.copyOf(target.receipts);
        target.receipts.clear();
        target.unreachable = false;
        target.before.put("openFence", t -> t.receipts.putAll(inFlight));

        DeliveryResult result = run("r1");

        assertThat(result.replayed()).isTrue();
        assertThat(target.mutations).isEqualTo(1);
        assertThat(evidence).hasSize(1);
        assertThat(target.stages).isEmpty();
    }

    @Test
    void aFailureAfterThePublicationSaysThatItIsPublishedAndHowToCompleteIt() {
        target.before.put("commit", t -> spoilState());

        assertThatThrownBy(() -> run("r1"))
                .isInstanceOf(DponeException.class)
                .hasMessageStartingWith("The target is published, but its run r1 is not complete: ")
                .satisfies(e -> assertThat(((DponeException) e).remedy())
                        .endsWith(" Run again with --run-id r1 to complete it: the rows are not delivered again."));
        assertThat(target.mutations).isEqualTo(1);
    }

    /** Another process writes to the run's journal. */
    private void spoilState() {
        try (FileStateStore state = FileStateStore.open(folder.resolve("state"), Clock.systemUTC())) {
            Journal journal = state.journal("r1");
            assertThat(journal.append(
                            journal.read().size(),
                            new JournalEvent("foreign", Clock.systemUTC().instant(), Map.of())))
                    .isTrue();
        }
    }

    @Test
    void stagesThatCouldNotBeDroppedAreDroppedByTheSameRunLater() {
        target.before.put("settle", t -> {
            throw new DponeException(ErrorCode.TARGET_BUSY, "somebody reads it", "Wait.");
        });
        run("r1");
        assertThat(warnings)
                .containsExactly("Published, but staging tables of this run are left: somebody reads it."
                        + " Run again with --run-id r1 to drop them.");
        assertThat(target.stages).isNotEmpty();
        target.before.clear();

        DeliveryResult again = run("r1");

        assertThat(again.replayed()).isTrue();
        assertThat(target.stages).isEmpty();
        assertThat(target.mutations).isEqualTo(1);
        assertThat(evidence).hasSize(1);
    }

    @Test
    void settlingStopsAtAnUnreachableTargetAndKeepsThePrimaryError() {
        AtomicInteger settled = new AtomicInteger();
        target.before.put("prepare", t -> {
            throw new DponeException(ErrorCode.TARGET_FAILED, "disk full", "free space");
        });
        target.before.put("settle", t -> {
            settled.incrementAndGet();
            throw new DponeException(ErrorCode.TARGET_UNREACHABLE, "no answer", "Start it.");
        });

        assertThatThrownBy(() -> run("r1")).hasMessage("disk full");

        assertThat(settled).hasValue(1);
    }

    @Test
    void aBugWhileSettlingDoesNotHideThePrimaryError() {
        target.before.put("prepare", t -> {
            throw new DponeException(ErrorCode.TARGET_FAILED, "disk full", "free space");
        });
        target.before.put("settle", t -> {
            throw new IllegalStateException("a bug");
        });

        assertThatThrownBy(() -> run("r1")).hasMessage("disk full");
    }

    @Test
    void theCheckpointWaitsForTheEvidenceAndTheRunIsCompletedWithoutTheSource() {
        evidenceFails = true;
        fails("r1", ErrorCode.EVIDENCE_FAILED);
        assertThat(journal("r1")).extracting(JournalEvent::type).doesNotContain("checkpoint_advanced");

        evidenceFails = false;
        DeliveryResult result = run("r1");

        assertThat(result.replayed()).isTrue();
        assertThat(opened).isEqualTo(1);
        assertThat(journal("r1"))
                .extracting(JournalEvent::type)
                .endsWith("evidence_written", "checkpoint_advanced", "staging_dropped");
    }

    @Test
    void aReceiptThatVanishedIsNeverDeliveredAgain() {
        run("r1");
        target.receipts.clear();

        fails("r1", ErrorCode.PUBLICATION_UNKNOWN);
        assertThat(target.mutations).isEqualTo(1);
    }

    @Test
    void aSecondCopyIsTurnedAwayByTheLease() {
        try (FileStateStore state = FileStateStore.open(folder.resolve("state"), Clock.systemUTC())) {
            assertThat(state.leases().acquire(TARGET, "other", Duration.ofMinutes(1)))
                    .isPresent();
        }

        assertThatThrownBy(() -> run("r1"))
                .hasMessageStartingWith("Another delivery to this target is running (run other, until ")
                .satisfies(e -> assertThat(((DponeException) e).code()).isEqualTo(ErrorCode.LEASE_HELD));
        assertThat(opened).isZero();
        assertThat(target.fence).isZero();
    }

    @Test
    void stagesPastTheStopThresholdEndTheDelivery() {
        target.before.put("imported", t -> t.allocatedBytes = 1 << 20);

        assertThatThrownBy(() -> run("r1"))
                .hasMessage(
                        "The limit stage_allocated_bytes_stop_threshold (1048576) is reached: dpone's staging tables"
                                + " take 1048576 bytes in the target database");
        assertThat(target.mutations).isZero();
    }

    @Test
    void budgetsThatAreJustEnoughAreEnough() {
        NativeChunkLimits exact =
                new NativeChunkLimits(65, 1 << 20, 2, 1000, 100, 2, 4, 1, OptionalInt.empty(), OptionalInt.empty());

        assertThat(run(request("r1", exact)).encodedBytes()).isEqualTo(65);
    }

    @Test
    void stagingTablesOfOthersCountToo() {
        target.stages.put("other", RowSum.EMPTY);
        target.stages.put("another", RowSum.EMPTY);
        NativeChunkLimits limits = new NativeChunkLimits(
                1 << 20, 1 << 20, 2, 1000, 100, 2, 4, 1, OptionalInt.empty(), OptionalInt.empty());

        assertThatThrownBy(() -> run(request("r1", limits)))
                .hasMessage("The limit max_staging_tables (4) is reached: the target database holds 5 of dpone's"
                        + " staging tables");
        assertThat(target.stages).containsOnlyKeys("other", "another");
    }

    @Test
    void aBudgetIsRefusedBeforeTheFrameIsEncoded() {
        NativeChunkLimits tables = new NativeChunkLimits(
                1 << 20, 1 << 20, 2, 1000, 100, 2, 3, 1, OptionalInt.empty(), OptionalInt.empty());
        assertThatThrownBy(() -> run(request("r1", tables)))
                .hasMessageStartingWith("The limit max_staging_tables (3) is reached: frame 2");

        NativeChunkLimits bytes =
                new NativeChunkLimits(30, 1 << 20, 2, 1000, 100, 2, 100, 1, OptionalInt.empty(), OptionalInt.empty());
        assertThatThrownBy(() -> run(request("r2", bytes)))
                .hasMessage("The limit max_total_encoded_bytes (30) is reached: the rows up to row 4 take 52 bytes");
        assertThat(target.mutations).isZero();
    }
}
