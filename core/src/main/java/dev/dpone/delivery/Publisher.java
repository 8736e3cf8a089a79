package dev.dpone.delivery;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.CommitReceipt;
import dev.dpone.spi.DeliveryId;
import dev.dpone.spi.Mutation;
import dev.dpone.spi.Prepared;
import dev.dpone.spi.Publication;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.Target;
import dev.dpone.spi.TargetDelivery;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The publication: one transaction, in which the fence, the receipt probe, the prepared table and the counts are checked
 * before anything is committed. Never guesses about a commit: the receipt decides.
 */
final class Publisher {
    static final Duration LOCK_WAIT = Duration.ofMinutes(5);

    private final Target target;
    private final DeliveryId id;
    private final Strategy strategy;
    private final Boundaries boundaries;

    Publisher(Target target, DeliveryId id, Strategy strategy, Boundaries boundaries) {
        this.target = target;
        this.id = id;
        this.strategy = strategy;
        this.boundaries = boundaries;
    }

    /**
     * Publishes, or returns the receipt of an earlier publication of the same operation.
     *
     * @throws DponeException with {@code DPONE_PUBLICATION_UNKNOWN} when nobody can tell; any other means unchanged
     */
    CommitReceipt publish(TargetDelivery delivery, Prepared prepared, List<ChunkReceipt> chunks) {
        try (Publication publication = delivery.beginPublication(prepared, chunks)) {
            return publish(publication, prepared, chunks);
        } catch (DponeException e) {
            if (e.code() != ErrorCode.PUBLICATION_UNKNOWN) {
                throw e;
            }
            return decideFromReceipt(e);
        }
    }

    private CommitReceipt publish(Publication publication, Prepared prepared, List<ChunkReceipt> chunks) {
        if (!publication.lockTarget(LOCK_WAIT)) {
            throw new DponeException(
                    ErrorCode.TARGET_BUSY,
                    "Another delivery is publishing to the target; its lock was not free within "
                            + LOCK_WAIT.toSeconds() + " seconds",
                    "Run again once it has ended; the target is unchanged by this run.");
        }
        long epoch = publication.fenceEpoch();
        if (epoch != id.fenceEpoch()) {
            throw new DponeException(
                    ErrorCode.FENCE_LOST,
                    "Another delivery to this target has started since: the fence is at " + epoch + ", this run opened "
                            + id.fenceEpoch(),
                    "Nothing was published by this run. Let the other one finish, then run again.");
        }
        Optional<CommitReceipt> earlier = publication.receipt();
        if (earlier.isPresent()) {
            return earlier.get();
        }
        boundaries.preparedLocked(publication.lockPrepared(), prepared);
        Mutation mutation = publication.mutate();
        checkTaken(mutation, prepared);
        CommitReceipt stored = publication.record(receipt(prepared, chunks, mutation));
        publication.commit();
        return stored;
    }

    /** Every prepared row is in one row of the target: an inserted one, or with a merge an updated one. */
    private void checkTaken(Mutation mutation, Prepared prepared) {
        boolean merges = strategy instanceof Strategy.Merge;
        long taken = merges ? mutation.writtenRows() : mutation.insertedRows();
        if (taken != prepared.rows()) {
            throw new DponeException(
                    ErrorCode.VERIFICATION_FAILED,
                    "The target took " + taken + " of " + prepared.rows() + " prepared rows",
                    "Look for triggers or rules on the target table; the transaction was rolled back.");
        }
    }

    private CommitReceipt receipt(Prepared prepared, List<ChunkReceipt> chunks, Mutation mutation) {
        return new CommitReceipt(
                "dpone-v1:" + id.operationKey(),
                id.operationKey(),
                id.targetIdentity(),
                id.runId(),
                id.pipeline(),
                id.fenceEpoch(),
                id.planFingerprint(),
                strategy.mode(),
                mutation,
                prepared.rows(),
                prepared.business().hex(),
                prepared.full().hex(),
                chunks.size(),
                prepared.loadedAt(),
                Instant.EPOCH);
    }

    /**
     * The connection was lost after COMMIT was sent. Opening the fence once more waits for that transaction to end, since it
     * holds the fence's row; then the receipt is there, or never will be.
     */
    private CommitReceipt decideFromReceipt(DponeException unknown) {
        Optional<CommitReceipt> found;
        try {
            target.openFence(id.targetIdentity(), id.runId());
            found = target.findReceipt(id.operationKey());
        } catch (DponeException e) {
            DponeException still = new DponeException(
                    ErrorCode.PUBLICATION_UNKNOWN,
                    unknown.getMessage() + ", and the target cannot be asked for the receipt: " + e.getMessage(),
                    "Run the same command with --run-id " + id.runId()
                            + " once the server is back: it looks for the receipt first. Stages and prepared table were kept.",
                    unknown);
            still.addSuppressed(e);
            throw still;
        }
        return found.orElseThrow(() -> new DponeException(
                ErrorCode.TARGET_CONNECTION_LOST,
                "The connection was lost at COMMIT, and the target proves that nothing was published",
                "Check the network and the server's log.",
                unknown));
    }
}
