package dev.dpone.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.CommitReceipt;
import dev.dpone.spi.Mutation;
import dev.dpone.state.JournalEvent;
import dev.dpone.state.file.FileStateStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class DeliveryTest extends DeliveryScenario {
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
    void aRetriedImportIsJournaledAsSettledBeforeItsNextAttempt() {
        target.before.put("import", t -> {
            t.before.clear();
            throw new DponeException(ErrorCode.TARGET_CONNECTION_LOST, "cut", "Again.");
        });

        assertThat(run("r1").receipt().rows()).isEqualTo(5);

        List<String> types = journal("r1").stream().map(JournalEvent::type).toList();
        assertThat(types).containsOnlyOnce("attempt_settled");
        assertThat(types.subList(types.indexOf("attempt_settled"), types.size()))
                .contains("attempt_intended");
    }

    @Test
    void aDeliveryThatIsInterruptedAfterItsLastVerificationIntendsNoPublication() {
        target.before.put("inspectPrepared", t -> cancellation.interrupt());

        fails("r1", ErrorCode.INTERRUPTED_BY_USER);

        assertThat(journal("r1")).extracting(JournalEvent::type).doesNotContain("publish_intended");
        assertThat(target.mutations).isZero();
        assertThat(target.stages).isEmpty();
    }
}
