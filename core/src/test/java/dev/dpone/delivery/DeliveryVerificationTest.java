package dev.dpone.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.digest.RowSum;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.limits.NativeChunkLimits;
import dev.dpone.spi.Mutation;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows and counts that are not what they have to be, and budgets. */
class DeliveryVerificationTest extends DeliveryScenario {
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
