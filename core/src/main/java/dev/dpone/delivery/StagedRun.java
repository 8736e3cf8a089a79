package dev.dpone.delivery;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.CommitReceipt;
import dev.dpone.spi.Preparation;
import dev.dpone.spi.Prepared;
import dev.dpone.spi.Target;
import dev.dpone.state.JournalEvent;
import java.util.List;
import java.util.Map;

/** From complete stages to a committed receipt: verify, prepare, verify, publish. Never needs the source. */
final class StagedRun {
    private final Target target;
    private final RunContext run;
    private final Boundaries boundaries;
    private final Cancellation cancellation;
    private final DeliveryListener listener;

    StagedRun(
            Target target,
            RunContext run,
            Boundaries boundaries,
            Cancellation cancellation,
            DeliveryListener listener) {
        this.target = target;
        this.run = run;
        this.boundaries = boundaries;
        this.cancellation = cancellation;
        this.listener = listener;
    }

    /**
     * What an earlier process of the run left, looked at again.
     *
     * @return its receipts, or empty when a stage is no longer what its receipt says
     */
    List<ChunkReceipt> reverify() {
        JournalEvent complete = run.journal().last(RunEvent.STAGE_COMPLETE).orElseThrow();
        List<ChunkReceipt> chunks = run.journal().acceptedReceipts();
        checkContiguous(chunks, RunRecords.number(complete.data(), "chunks"));
        for (JournalEvent event : run.journal().current(RunEvent.RECEIPT_ACCEPTED)) {
            boundaries.restore(RunRecords.readReceipt(event.data()), RunRecords.readImmediateMethod(event.data()));
        }
        inspectAll(DeliveryFacts.BEFORE_PREPARE, chunks);
        return chunks;
    }

    private void checkContiguous(List<ChunkReceipt> chunks, long expected) {
        boolean contiguous = chunks.size() == expected;
        for (int i = 0; contiguous && i < chunks.size(); i++) {
            contiguous = chunks.get(i).attempt().ordinal() == i;
        }
        if (!contiguous) {
            throw new DponeException(
                    ErrorCode.STATE_UNREADABLE,
                    "The journal of run " + run.request().runId() + " says that " + expected
                            + " stages are complete, but has receipts of " + chunks.size(),
                    "Restore the journal from a backup, or abandon this run and start a new one.");
        }
    }

    /** Boundary three, for stages of this process. */
    void verify(List<ChunkReceipt> chunks) {
        inspectAll(DeliveryFacts.BEFORE_PREPARE, chunks);
    }

    /** Prepares what was verified, verifies it again, and publishes it. */
    CommitReceipt publish(List<ChunkReceipt> chunks) {
        Prepared prepared = prepare(chunks);
        listener.phase(DeliveryPhase.PUBLISHING);
        cancellation.check();
        run.journal()
                .append(
                        RunEvent.PUBLISH_INTENDED,
                        Map.of(
                                "operation_key",
                                run.id().operationKey(),
                                "methods",
                                RunRecords.methods(boundaries.methods())));
        return new Publisher(target, run.id(), run.request().target().strategy(), boundaries)
                .publish(run.delivery(), prepared, chunks);
    }

    private Prepared prepare(List<ChunkReceipt> chunks) {
        StageBudget budget =
                new StageBudget(run.request().limits(), run.delivery().stages());
        budget.checkTarget();
        Preparation preparation = run.delivery().preparation();
        cancellation.check();
        Prepared prepared = preparation.prepare(chunks, StageNames.prepared(run.id()));
        boundaries.prepared(prepared, chunks);
        run.journal().append(RunEvent.PREPARED, RunRecords.prepared(prepared));
        listener.phase(DeliveryPhase.VERIFYING);
        inspectAll(DeliveryFacts.BEFORE_PUBLISH, chunks);
        boundaries.preparedAgain(preparation, prepared);
        budget.checkTarget();
        return prepared;
    }

    private void inspectAll(String boundary, List<ChunkReceipt> chunks) {
        for (ChunkReceipt chunk : chunks) {
            cancellation.check();
            boundaries.stage(boundary, run.delivery().stages(), chunk);
        }
    }
}
