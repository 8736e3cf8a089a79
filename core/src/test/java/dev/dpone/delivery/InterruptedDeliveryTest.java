package dev.dpone.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.digest.RowSum;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A delivery that is asked to stop while a long statement of its preparation or publication runs. */
class InterruptedDeliveryTest extends DeliveryScenario {
    /** The statement runs until somebody stops it, and would never end by itself. */
    private void hangsAt(String step) {
        target.before.put(step, t -> {
            Thread person = new Thread(cancellation::interrupt, "person");
            person.start();
            t.awaitInterrupt();
            throw new DponeException(ErrorCode.TARGET_CONNECTION_LOST, "The session is gone", "Look.");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"prepare", "inspectPrepared", "lockTarget", "mutate"})
    void aStatementThatRunsIsStoppedAndNothingIsPublished(String step) {
        hangsAt(step);

        fails("r1", ErrorCode.INTERRUPTED_BY_USER);

        assertThat(target.published).isEqualTo(RowSum.EMPTY);
        assertThat(target.stages).isEmpty();
        target.before.clear();
        assertThat(run("r1").receipt().rows()).isEqualTo(5);
    }

    @Test
    void aCommitThatWentThroughIsASuccessWhoeverAskedToStopMeanwhile() {
        target.before.put("commit", t -> cancellation.interrupt());

        assertThat(run("r1").receipt().rows()).isEqualTo(5);
        assertThat(evidence).hasSize(1);
    }

    @Test
    void anOutcomeThatBecameUnknownStaysUnknownAndKeepsEverything() {
        target.loseCommit = true;
        target.before.put("commitLost", t -> {
            cancellation.interrupt();
            t.unreachable = true;
        });

        fails("r1", ErrorCode.PUBLICATION_UNKNOWN);

        assertThat(target.stages).isNotEmpty();
    }

    @Test
    void whatComesAfterTheStepThatWasStoppedIsNotStopped() {
        hangsAt("prepare");
        fails("r1", ErrorCode.INTERRUPTED_BY_USER);

        assertThat(target.interrupts).hasValue(1);
    }
}
