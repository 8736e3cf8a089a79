package dev.dpone.delivery;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The events of a run's journal, in the order they come in a run that goes through; the last five are of others. */
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
    /** A later process goes on with stages that an earlier one had completed. */
    RUN_RESUMED,
    /** Completed stages are not what their receipts say; the source has to be read again. */
    REEXTRACT_REQUIRED,
    /** The target was lost after the stages were complete; they are kept. */
    RUN_INTERRUPTED,
    /** The run's process is about to drop what it made. */
    RUN_FAILED,
    RUN_ABANDONED;

    /** The event of this name in the journal; empty for one that this version does not know. */
    static Optional<RunEvent> of(String type) {
        return Arrays.stream(values())
                .filter(event -> event.type().equals(type))
                .findFirst();
    }

    /** The event's name in the journal. */
    String type() {
        return name().toLowerCase(Locale.ROOT);
    }
}
