package dev.dpone.delivery;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.digest.RowSum;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.CommitReceipt;
import dev.dpone.state.Journal;
import dev.dpone.state.JournalEvent;
import dev.dpone.state.file.FileStateStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes after a failure: cleanup, the same run again, and going on with complete stages. */
class DeliveryRecoveryTest extends DeliveryScenario {
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
    void aJournalThatSomebodyElseWroteToNeverSaysThatStagesAreComplete() {
        AtomicInteger imports = new AtomicInteger();
        target.before.put("import", t -> {
            if (imports.incrementAndGet() == 2) {
                spoilState();
            }
        });

        fails("r1", ErrorCode.STATE_CONFLICT);

        assertThat(journal("r1")).extracting(JournalEvent::type).doesNotContain("stage_complete", "publish_intended");
        assertThat(target.mutations).isZero();
        target.before.clear();
        assertThat(run("r1").receipt().rows()).isEqualTo(5);
        assertThat(opened).as("nothing half-read is gone on with").isEqualTo(2);
        assertThat(target.stages).isEmpty();
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

    /** Leaves complete stages and an intended publication behind. */
    private void loseTheTargetWhilePublishing() {
        target.before.put("lockTarget", t -> {
            throw new DponeException(ErrorCode.TARGET_CONNECTION_LOST, "cut", "Run again.");
        });
        fails("r1", ErrorCode.TARGET_CONNECTION_LOST);
        target.before.clear();
    }

    private RunState state(String runId) {
        return RunHistory.of(runId, journal(runId)).orElseThrow().state();
    }

    @Test
    void completeStagesAreKeptForALostTargetAndPublishedWithoutTheSource() {
        loseTheTargetWhilePublishing();
        assertThat(state("r1")).isEqualTo(RunState.PUBLISHING);
        assertThat(target.mutations).isZero();

        DeliveryResult result = run("r1");

        assertThat(result.replayed()).isFalse();
        assertThat(result.receipt().rows()).isEqualTo(5);
        assertThat(opened).isEqualTo(1);
        assertThat(target.mutations).isEqualTo(1);
        assertThat(target.stages).isEmpty();
        assertThat(folder.resolve("work")).isEmptyDirectory();
        assertThat(state("r1")).isEqualTo(RunState.SUCCEEDED);
    }

    @Test
    void goingOnWithARunLeavesTheBytesOfItsJournalAsTheyWere() throws IOException {
        Path file = folder.resolve("state/journal/r1/events.jsonl");
        loseTheTargetWhilePublishing();
        byte[] before = Files.readAllBytes(file);

        run("r1");

        byte[] after = Files.readAllBytes(file);
        assertThat(after).hasSizeGreaterThan(before.length).startsWith(before);
    }

    @Test
    void aRunOfTenFieldsIsNotResumedWithEightNorTheOtherWay() {
        target.before.put("lockTarget", t -> {
            throw new DponeException(ErrorCode.TARGET_CONNECTION_LOST, "cut", "Run again.");
        });
        DeliveryRequest ten = request("r10", limits(2, OptionalInt.of(2)));
        assertThatThrownBy(() -> run(ten)).hasMessageStartingWith("cut");
        fails("r8", ErrorCode.TARGET_CONNECTION_LOST);
        target.before.clear();

        for (DeliveryRequest other :
                List.of(request("r10", limits(2, OptionalInt.empty())), request("r8", limits(2, OptionalInt.of(2))))) {
            assertThatThrownBy(() -> run(other)).isInstanceOfSatisfying(DponeException.class, e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.RUN_CHANGED);
                assertThat(e)
                        .hasMessageContaining(
                                "{\"encoding_parallelism\":2,\"import_parallelism\":1,\"max_bytes\":1000,")
                        .hasMessageContaining(" {\"max_bytes\":1000,");
            });
        }

        assertThat(target.mutations).isZero();
        assertThat(run(ten).receipt().rows()).isEqualTo(5);
        assertThat(run("r8").receipt().rows()).isEqualTo(5);
        assertThat(opened).as("both went on with their stages").isEqualTo(2);
    }

    @Test
    void aTargetLostBeforeTheStagesAreCompleteLeavesNothingToGoOnWith() {
        target.before.put("import", t -> {
            throw new DponeException(ErrorCode.TARGET_UNREACHABLE, "no answer", "Start it.");
        });

        fails("r1", ErrorCode.TARGET_UNREACHABLE);

        assertThat(state("r1")).isEqualTo(RunState.FAILED);
        assertThat(target.stages).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"changed", "emptied", "gone"})
    void aStageThatIsNoLongerWhatItsReceiptSaysIsReadAgainAndNeverPublished(String what) {
        loseTheTargetWhilePublishing();
        String first = RunRecords.readAttempt(journal("r1").stream()
                        .filter(event -> event.type().equals("attempt_intended"))
                        .findFirst()
                        .orElseThrow()
                        .data())
                .table();
        RowSum right = requireNonNull(target.stages.get(first));
        if (what.equals("gone")) {
            target.stages.remove(first);
        } else {
            target.stages.put(first, what.equals("emptied") ? RowSum.EMPTY : right.plus(right));
        }

        DeliveryResult result = run("r1");

        assertThat(result.receipt().rows()).isEqualTo(5);
        assertThat(opened).isEqualTo(2);
        assertThat(target.published.hex()).isEqualTo(result.receipt().businessDigest());
        assertThat(target.stages).isEmpty();
        assertThat(warnings).singleElement().asString().endsWith("The source is read again.");
        assertThat(journal("r1")).extracting(JournalEvent::type).contains("reextract_required");
    }

    @Test
    void aRunWithOtherLimitsIsNotResumed() {
        loseTheTargetWhilePublishing();

        assertThatThrownBy(() -> run(request("r1", limits(3, OptionalInt.empty()))))
                .isInstanceOf(DponeException.class)
                .hasMessageContaining("\"max_rows\":2")
                .hasMessageContaining("\"max_rows\":3");
        assertThat(target.mutations).isZero();
    }

    @Test
    void aSourceWhoseColumnsChangedIsNotReadAgainUnderTheSameId() {
        evidenceFails = true;
        target.before.put("prepare", t -> {
            throw new DponeException(ErrorCode.TARGET_FAILED, "disk full", "free space");
        });
        fails("r1", ErrorCode.TARGET_FAILED);
        target.before.clear();
        columns = List.of(ToyRows.COLUMNS.get(0));

        assertThatThrownBy(() -> run("r1")).isInstanceOf(DponeException.class).hasMessageContaining("source schema");
        assertThat(opened).isEqualTo(1);
    }

    private void abandon() {
        try (FileStateStore store = FileStateStore.open(folder.resolve("state"), Clock.systemUTC())) {
            RunHistory history = RunHistory.of("r1", store.journal("r1").read()).orElseThrow();
            new Abandonment(target, store, folder.resolve("work"), Clock.systemUTC())
                    .run(history, request("r1", limits(2, OptionalInt.empty())).target());
        }
    }

    @Test
    void anAbandonedRunLeavesNothingAndIsOverForGood() {
        loseTheTargetWhilePublishing();
        assertThat(target.stages).hasSize(4);

        abandon();
        abandon();

        assertThat(target.stages).isEmpty();
        assertThat(state("r1")).isEqualTo(RunState.ABANDONED);
        fails("r1", ErrorCode.RUN_ABANDONED);
        assertThat(target.mutations).isZero();
    }

    @Test
    void aPublishedRunIsNotAbandoned() {
        evidenceFails = true;
        fails("r1", ErrorCode.EVIDENCE_FAILED);

        assertThatThrownBy(this::abandon)
                .isInstanceOfSatisfying(
                        DponeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RUN_PUBLISHED));
        assertThat(target.stages).isNotEmpty();
    }

    @Test
    void aPublicationThatIsSeenOnceTheFenceIsOpenedKeepsTheRunFromBeingAbandoned() {
        target.loseCommit = true;
        target.before.put("commitLost", t -> t.unreachable = true);
        fails("r1", ErrorCode.PUBLICATION_UNKNOWN);
        Map<String, CommitReceipt> inFlight = Map.copyOf(target.receipts);
        target.receipts.clear();
        target.unreachable = false;
        target.before.put("openFence", t -> t.receipts.putAll(inFlight));

        assertThatThrownBy(this::abandon)
                .isInstanceOfSatisfying(
                        DponeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RUN_PUBLISHED));
        assertThat(target.stages).isNotEmpty();
    }

    @Test
    void aRunThatAnotherProcessWorksOnIsNotAbandoned() {
        loseTheTargetWhilePublishing();
        try (FileStateStore store = FileStateStore.open(folder.resolve("state"), Clock.systemUTC())) {
            store.leases().acquire(TARGET, "other", Duration.ofMinutes(1));
        }

        assertThatThrownBy(this::abandon)
                .isInstanceOfSatisfying(
                        DponeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LEASE_HELD));
        assertThat(target.stages).hasSize(4);
    }

    @Test
    void abandoningAnOldRunLeavesAnothersFenceAlone() {
        loseTheTargetWhilePublishing();
        target.openFence(TARGET, "r2");

        abandon();

        assertThat(target.fence).isEqualTo(2);
        assertThat(target.stages).isEmpty();
    }
}
