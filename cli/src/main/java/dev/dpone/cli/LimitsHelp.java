package dev.dpone.cli;

/** What the help says about the durable record of a run's limits; each line fits 80 columns. */
final class LimitsHelp {
    static final String TITLE = "The limits that a run is opened with are recorded durably:";
    static final String EIGHT = "  eight fields when both stages have chunking.parallelism workers;";
    static final String TEN = "  ten, with encoding_parallelism and import_parallelism, otherwise;";
    static final String KEPT = "  a run goes on with exactly the record it was opened with.";

    private LimitsHelp() {}
}
