package dev.dpone.delivery;

import java.util.List;
import java.util.Locale;

/** How far a run has come, by its journal alone. Whether a process is at work on it, its target's lease tells. */
public enum RunState {
    STAGING("the source was not read to its end; resuming reads it again", true, true),
    STAGED("every row is in a verified stage; resuming does not open the source", true, true),
    PUBLISHING("a publication was intended; the receipt in the target decides what happened", true, true),
    PUBLISHED("published; evidence, checkpoint or cleanup is missing", true, false),
    SUCCEEDED("published, with evidence and checkpoint; nothing is left to do", false, false),
    FAILED("failed; the target is unchanged; resuming reads the source again", true, true),
    ABANDONED("given up; nothing of it is left", false, false);

    private final String words;
    private final boolean mayResume;
    private final boolean mayAbandon;

    RunState(String words, boolean mayResume, boolean mayAbandon) {
        this.words = words;
        this.mayResume = mayResume;
        this.mayAbandon = mayAbandon;
    }

    /** For people. */
    public String words() {
        return words;
    }

    /** The commands that make sense now. */
    public List<String> actions() {
        if (mayAbandon) {
            return List.of("resume", "abandon");
        }
        return mayResume ? List.of("resume") : List.of();
    }

    /** The name in results, such as {@code staged}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The state after one more event. */
    RunState after(RunEvent event) {
        return switch (event) {
            case RUN_OPENED, REEXTRACT_REQUIRED -> STAGING;
            case STAGE_COMPLETE, RUN_RESUMED -> STAGED;
            case PUBLISH_INTENDED -> PUBLISHING;
            case PUBLISHED, EVIDENCE_WRITTEN, CHECKPOINT_ADVANCED -> PUBLISHED;
            case STAGING_DROPPED -> this == PUBLISHED ? SUCCEEDED : this;
            case RUN_FAILED -> FAILED;
            case RUN_ABANDONED -> ABANDONED;
            case ATTEMPT_INTENDED, ATTEMPT_SETTLED, RECEIPT_ACCEPTED, PREPARED, RUN_INTERRUPTED -> this;
        };
    }
}
