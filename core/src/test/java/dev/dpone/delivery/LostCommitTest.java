package dev.dpone.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.digest.RowSum;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.CommitReceipt;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A commit whose answer was lost: decided from the receipt, at once or by the same run later. */
class LostCommitTest extends DeliveryScenario {
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
                .hasMessage(
                        "The connection was lost at COMMIT, and the target proves that nothing was published. The target"
                                + " is unchanged; every row was staged before, and the stages are kept")
                .satisfies(e -> assertThat(((DponeException) e).remedy())
                        .endsWith(" Then resume run r1: the source is not read again."));

        assertThat(target.published).isEqualTo(RowSum.EMPTY);
        target.loseCommit = false;
        assertThat(run("r1").receipt().rows()).isEqualTo(5);
        assertThat(opened).as("the stages were kept").isEqualTo(1);
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
    void whileTheTargetCannotBeAskedAnUnknownOutcomeStaysUnknown() {
        target.loseCommit = true;
        target.before.put("commitLost", t -> t.unreachable = true);
        fails("r1", ErrorCode.PUBLICATION_UNKNOWN);

        RunHistory history = RunHistory.of("r1", journal("r1")).orElseThrow();
        DponeException away = new DponeException(ErrorCode.TARGET_UNREACHABLE, "No answer", "Start it.");
        DponeException busy = new DponeException(ErrorCode.LEASE_HELD, "Somebody works", "Wait.");

        assertThat(history.explain(away).code()).isEqualTo(ErrorCode.PUBLICATION_UNKNOWN);
        assertThat(history.explain(away)).hasMessage("Whether run r1 was published is still unknown: No answer");
        assertThat(history.explain(busy)).isSameAs(busy);
    }

    @Test
    void onceTheTargetWasAskedAFailureIsAFailure() {
        target.before.put("mutate", t -> {
            throw new DponeException(ErrorCode.TARGET_CONNECTION_LOST, "gone", "Look.");
        });
        fails("r1", ErrorCode.TARGET_CONNECTION_LOST);

        RunHistory history = RunHistory.of("r1", journal("r1")).orElseThrow();
        DponeException away = new DponeException(ErrorCode.TARGET_UNREACHABLE, "No answer", "Start it.");

        assertThat(history.state()).isEqualTo(RunState.PUBLISHING);
        assertThat(history.explain(away)).isSameAs(away);
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
}
