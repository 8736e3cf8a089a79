package dev.dpone.spi;

import java.time.Duration;
import java.util.Optional;

/**
 * The publication's one transaction, step by step; the engine calls the steps in this order and compares what they
 * return. Any exception but from {@link #commit} means that nothing was changed. For one thread.
 */
public interface Publication extends AutoCloseable {
    /** Takes the target's application lock. False when it was not to be had within the time. */
    boolean lockTarget(Duration wait);

    /** Locks the fence's row until the end of the transaction and returns its epoch. */
    long fenceEpoch();

    /** The receipt of this operation, if it was committed before. */
    Optional<CommitReceipt> receipt();

    /** Locks the prepared table against writers and looks whether it is still what was prepared. */
    StageObservation lockPrepared();

    /**
     * Changes the target: creates it where missing, checks it again where not, applies the strategy. For a merge it holds
     * a lock that keeps all other writers out from before it looks for keys until the end of the transaction.
     */
    Mutation mutate();

    /** Writes the receipt; its {@code committedAt} is replaced by the target's clock. Returns it as stored. */
    CommitReceipt record(CommitReceipt receipt);

    /**
     * Commits. Throws {@code DPONE_PUBLICATION_UNKNOWN} when the connection was lost after the commit was sent; any other
     * exception means that nothing was changed.
     */
    void commit();

    /** Rolls back unless committed. */
    @Override
    void close();
}
