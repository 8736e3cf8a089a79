package dev.dpone.cli;

/** How progress is shown on stderr. */
enum ProgressMode {
    /** One line that is overwritten where a person watches, else {@link #PLAIN}. */
    AUTO,
    /** A line per phase and every ten seconds. */
    PLAIN,
    NONE
}
