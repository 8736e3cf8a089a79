package dev.dpone.delivery;

/** What a delivery is doing, for progress. */
public enum DeliveryPhase {
    ADMISSION("checking the target"),
    STAGING("reading, encoding and importing"),
    PREPARING("preparing the rows for publication"),
    VERIFYING("verifying stages and prepared rows"),
    PUBLISHING("publishing"),
    EVIDENCE("writing evidence and checkpoint"),
    CLEANUP("dropping staging tables"),
    DONE("done");

    private final String words;

    DeliveryPhase(String words) {
        this.words = words;
    }

    /** For people. */
    public String words() {
        return words;
    }
}
