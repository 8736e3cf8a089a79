package dev.dpone.faults;

/** What happens in a trial. */
enum Kind {
    KILL_AT_STOP("", true),
    KILL_AT_ANY_MOMENT("at a random moment", true),
    /** A row of a stage is changed before the recovery. */
    STAGE_CHANGED("stage changed after the kill", true),
    SERVER_KILLED("target server killed", true),
    TARGET_AWAY("target away at COMMIT", false),
    SPOOL_FULL("spool full", false),
    TARGET_FULL("target's disk full", false),
    SAME_RUN_TWICE("two copies of a run, one paused", false),
    TWO_RUNS("two runs, one paused", false),
    WRITER_LIVES("taken over while its writer lives", false);

    private final String label;
    private final boolean kills;

    Kind(String label, boolean kills) {
        this.label = label;
        this.kills = kills;
    }

    /** The row of the result; a kill at a stop has the stop's name. */
    String label() {
        return label;
    }

    /** Whether it counts as a kill. */
    boolean kills() {
        return kills;
    }
}
