package dev.dpone.spi;

/** Stage two's work on private stage tables. Thread-safe: importers call it side by side, each with its own connection. */
public interface Stages {
    /**
     * Creates the attempt's stage table with its ownership record, loads the sealed file in one transaction, and takes
     * boundary one from what landed. Makes no table once another delivery has opened the fence: {@code DPONE_FENCE_LOST}. A
     * failure whose code {@code mayRetry()} may be followed by {@link #settle} and a
     * new attempt with the same file.
     */
    ChunkReceipt importFile(SealedFile file, StageAttempt attempt);

    /** Looks at a stage again, on another connection than the import's. */
    StageObservation inspect(ChunkReceipt receipt);

    /**
     * Ends an attempt: waits until its writer is gone (with a bound), then drops its table if dpone made it. A table of
     * that name that dpone did not make is left alone and refused with {@code DPONE_STAGE_NOT_OWNED}. Idempotent.
     */
    void settle(StageAttempt attempt);

    /** Catalog sizes; unreadable is a failure, never zero. */
    StageUsage usage();

    /** Makes imports in progress fail soon. From any thread. */
    void cancel();
}
