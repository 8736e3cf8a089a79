package dev.dpone.faults;

import java.util.Locale;

/** Where a process can be stopped, right before and right after it happens; in the order of a run that goes through. */
enum Boundary {
    FENCE_OPENED(false),
    RUN_OPENED(false),
    ATTEMPT_INTENDED(true),
    STAGE_IMPORTED(true),
    RECEIPT_ACCEPTED(true),
    STAGE_COMPLETE(false),
    PREPARED(false),
    PUBLISH_INTENDED(false),
    RECEIPT_RECORDED(false),
    COMMIT(false),
    PUBLISHED(false),
    EVIDENCE_FILE(false),
    EVIDENCE_WRITTEN(false),
    CHECKPOINT_STORED(false),
    CHECKPOINT_ADVANCED(false),
    STAGING_DROPPED(false),
    /** Only in a recovery. */
    RUN_RESUMED(false),
    /** Within an import: half of a sealed file is on its way. Only where a stop asks for it. */
    HALF_SENT(true);

    private final boolean perChunk;

    Boundary(boolean perChunk) {
        this.perChunk = perChunk;
    }

    /** Whether a delivery passes it once per chunk. */
    boolean perChunk() {
        return perChunk;
    }

    /** Whether every run that goes through passes it. */
    boolean inEveryRun() {
        return this != RUN_RESUMED && this != HALF_SENT;
    }

    /** The journal's name, for those that are events of it. */
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
