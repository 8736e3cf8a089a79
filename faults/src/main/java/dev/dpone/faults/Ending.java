package dev.dpone.faults;

/** How a trial came to its right end. */
enum Ending {
    /** The run had not been opened; run again with its id. */
    STARTED_AFRESH("started afresh"),
    READ_AGAIN("read again"),
    RESUMED("resumed without source"),
    ALREADY_PUBLISHED("already published, completed"),
    NOTHING_TO_DO("nothing left to do"),
    ABANDONED("abandoned, new run"),
    /** A paused process of the run woke up to find another one at it. */
    TAKEN_OVER("taken over"),
    /** A paused process woke up to find another run's publication. */
    OVERTAKEN("overtaken by a new run");

    private final String words;

    Ending(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }
}
