package dev.dpone.delivery;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.DeliveryId;
import dev.dpone.spi.StageAttempt;
import dev.dpone.spi.TargetDelivery;
import dev.dpone.state.JournalEvent;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/**
 * Drops what a run's processes made: stages once their writers are gone, prepared tables, spool folders. Names come from the
 * journal, ownership from the target's registry.
 */
final class Leftovers {
    /** The target may be back soon, and complete stages are worth keeping till then. */
    private static final Set<ErrorCode> TARGET_LOST =
            Set.of(ErrorCode.TARGET_UNREACHABLE, ErrorCode.TARGET_CONNECTION_LOST);

    private final RunJournal journal;
    private final TargetDelivery delivery;
    private final DeliveryId id;
    private final Path workDir;

    /** @param id of the run, whatever its epoch */
    Leftovers(RunJournal journal, TargetDelivery delivery, DeliveryId id, Path workDir) {
        this.journal = journal;
        this.delivery = delivery;
        this.id = id;
        this.workDir = workDir;
    }

    static Leftovers of(RunContext run) {
        return new Leftovers(
                run.journal(), run.delivery(), run.id(), run.request().workDir());
    }

    /** Drops everything, or throws at the first that cannot be dropped. */
    void drop() {
        for (JournalEvent event : journal.all(RunEvent.ATTEMPT_INTENDED)) {
            delivery.stages().settle(RunRecords.readAttempt(event.data()));
        }
        dropAllButStages();
    }

    /** Drops prepared tables and spool folders, which complete stages do not need. */
    void dropAllButStages() {
        for (JournalEvent event : journal.all(RunEvent.RUN_OPENED)) {
            Spool.removeLeftover(workDir, StageNames.spool(id.operationKey(), RunRecords.readEpoch(event.data())));
        }
        for (RunEvent tried : new RunEvent[] {RunEvent.RUN_OPENED, RunEvent.RUN_RESUMED}) {
            for (JournalEvent event : journal.all(tried)) {
                DeliveryId then = id.withEpoch(RunRecords.readEpoch(event.data()));
                delivery.preparation().drop(StageNames.prepared(then));
            }
        }
    }

    /**
     * After a failure of this try: everything goes, unless the publication may have happened, or another process works on
     * the same run, or complete stages wait for a target that was lost. Problems go onto {@code primary}.
     *
     * @return what to throw: {@code primary}, or the same with word of the stages that were kept
     */
    RuntimeException dropAfter(RuntimeException primary) {
        ErrorCode code = primary instanceof DponeException dpone ? dpone.code() : ErrorCode.INTERNAL;
        if (code == ErrorCode.PUBLICATION_UNKNOWN) {
            return primary;
        }
        boolean keep = TARGET_LOST.contains(code)
                && !journal.current(RunEvent.STAGE_COMPLETE).isEmpty();
        try {
            // Whoever of two processes of one run appends first may touch its stages; the other one may not.
            journal.append(keep ? RunEvent.RUN_INTERRUPTED : RunEvent.RUN_FAILED, Map.of("code", code.id()));
        } catch (RuntimeException e) {
            primary.addSuppressed(e);
            return primary;
        }
        if (keep) {
            return kept((DponeException) primary);
        }
        if (settleAll(primary)) {
            try {
                dropAllButStages();
                journal.append(RunEvent.STAGING_DROPPED, Map.of());
            } catch (RuntimeException e) {
                primary.addSuppressed(e);
            }
        }
        return primary;
    }

    private DponeException kept(DponeException primary) {
        return new DponeException(
                primary.code(),
                primary.getMessage()
                        + ". The target is unchanged; every row was staged before, and the stages are kept",
                primary.remedy() + " Then resume run " + id.runId() + ": the source is not read again.",
                primary);
    }

    /** Ends at the first that says the target cannot be reached: the others would only wait for the same. */
    private boolean settleAll(RuntimeException primary) {
        boolean settled = true;
        for (JournalEvent event : journal.current(RunEvent.ATTEMPT_INTENDED)) {
            StageAttempt attempt = RunRecords.readAttempt(event.data());
            try {
                delivery.stages().settle(attempt);
            } catch (RuntimeException e) {
                primary.addSuppressed(e);
                settled = false;
                if (e instanceof DponeException dpone && dpone.code() == ErrorCode.TARGET_UNREACHABLE) {
                    return false;
                }
            }
        }
        return settled;
    }
}
