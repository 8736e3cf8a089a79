package dev.dpone.delivery;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.DeliveryId;
import dev.dpone.spi.Target;
import dev.dpone.spi.TargetDelivery;
import dev.dpone.spi.TargetPlan;
import dev.dpone.state.StateStore;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;

/** Gives a run up that is not published: drops what it made, as far as that is provably its own, and closes its journal. */
public final class Abandonment {
    private final Target target;
    private final StateStore state;
    private final Path workDir;
    private final Clock clock;

    public Abandonment(Target target, StateStore state, Path workDir, Clock clock) {
        this.target = target;
        this.state = state;
        this.workDir = workDir;
        this.clock = clock;
    }

    /**
     * Abandons, or does nothing when it was abandoned before.
     *
     * @param plan as the run recorded it
     * @throws DponeException {@code DPONE_RUN_PUBLISHED} for a published run, {@code DPONE_LEASE_HELD} while a process works
     *     on the target, {@code DPONE_TARGET_*} when the target can't tell or a stage's writer is still there; nothing is
     *     dropped before the receipt is provably absent
     */
    public void run(RunHistory history, TargetPlan plan) {
        Cancellation cancellation = new Cancellation();
        LeaseKeeper lease =
                LeaseKeeper.acquire(state.leases(), history.targetIdentity(), history.runId(), cancellation);
        try {
            RunJournal journal = RunJournal.open(state.journal(history.runId()), clock);
            if (journal.state() == RunState.ABANDONED) {
                return;
            }
            DeliveryId id = new DeliveryId(
                    history.runId(),
                    history.pipeline(),
                    history.targetIdentity(),
                    history.operationKey(),
                    history.planFingerprint(),
                    0);
            requireUnpublished(journal, id);
            try (TargetDelivery delivery = target.deliver(plan, id)) {
                new Leftovers(journal, delivery, id, workDir).drop();
            }
            cancellation.check();
            journal.append(RunEvent.RUN_ABANDONED, Map.of());
        } finally {
            lease.close();
        }
    }

    private void requireUnpublished(RunJournal journal, DeliveryId id) {
        if (target.fenceHolder(id.targetIdentity()).filter(id.runId()::equals).isPresent()) {
            // Afterwards no process of this run makes another table, and a publication that was under way has its
            // receipt, or
            // never will have. Where another run holds the fence, that is so already, and its delivery must go on.
            target.openFence(id.targetIdentity(), id.runId());
        }
        if (journal.last(RunEvent.PUBLISHED).isPresent()
                || target.findReceipt(id.operationKey()).isPresent()) {
            throw new DponeException(
                    ErrorCode.RUN_PUBLISHED,
                    "Run " + id.runId() + " is published and cannot be abandoned",
                    "Complete it with dpone resume.");
        }
    }
}
