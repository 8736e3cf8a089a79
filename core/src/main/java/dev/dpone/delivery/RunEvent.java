package dev.dpone.delivery;

import java.util.Locale;

/** The events of a run's journal, in the order they come. */
enum RunEvent {
    RUN_OPENED,
    ATTEMPT_INTENDED,
    ATTEMPT_SETTLED,
    RECEIPT_ACCEPTED,
    STAGE_COMPLETE,
    PREPARED,
    PUBLISH_INTENDED,
    PUBLISHED,
    EVIDENCE_WRITTEN,
    CHECKPOINT_ADVANCED,
    STAGING_DROPPED,
    RUN_FAILED;

    /** The event's name in the journal. */
    String type() {
        return name().toLowerCase(Locale.ROOT);
    }
}
