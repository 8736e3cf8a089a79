package dev.dpone.evidence.benchmark;

/** What is known of a run, a sample, a receipt or a comparison. */
public enum Status implements Word {
    PASS,
    FAIL,
    /** Not done, and not meant to be. */
    SKIP,
    /** Neither shown to be good nor to be bad. */
    UNVERIFIED;

    @Override
    public String id() {
        return name();
    }
}
