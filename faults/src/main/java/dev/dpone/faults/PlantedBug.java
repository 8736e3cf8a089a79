package dev.dpone.faults;

import dev.dpone.cli.Wiring;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/** Mistakes that the harness has to notice, each made by decorating a port: the product has none of this. */
public enum PlantedBug {
    NONE,
    /** The commit receipt is written after the publication's transaction, by one of its own. */
    RECEIPT_OUTSIDE_TRANSACTION,
    /** A stage is dropped without waiting for the session that writes it. */
    CLEANUP_BEFORE_SETTLEMENT,
    FENCE_UNCHECKED,
    CHECKPOINT_BEFORE_EVIDENCE,
    /** A sealed file is removed before its receipt is durable. */
    SLOT_FREED_EARLY,
    PUBLISH_WITHOUT_PROBE,
    /** What landed is told to be what was sent. */
    DIGEST_AGAINST_ITSELF,
    /** An event is acknowledged before it is in the journal. */
    JOURNAL_LATE;

    /** The name in the command line. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    static PlantedBug of(String id) {
        return Arrays.stream(values())
                .filter(bug -> bug.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no planted bug " + id));
    }

    /** The wiring with the bug in it. */
    Wiring plantedInto(Wiring gates, Map<String, String> environment) {
        return switch (this) {
            case NONE -> gates;
            case RECEIPT_OUTSIDE_TRANSACTION -> around(gates, PublicationBugs.receiptOutsideTransaction());
            case CLEANUP_BEFORE_SETTLEMENT -> around(gates, StageBugs.cleanupBeforeSettlement(environment));
            case FENCE_UNCHECKED -> around(gates, PublicationBugs.fenceUnchecked());
            case CHECKPOINT_BEFORE_EVIDENCE -> around(gates, StateBugs.checkpointBeforeEvidence());
            case SLOT_FREED_EARLY -> around(gates, StageBugs.slotFreedEarly());
            case PUBLISH_WITHOUT_PROBE -> around(gates, PublicationBugs.publishWithoutProbe());
            case DIGEST_AGAINST_ITSELF -> around(gates, StageBugs.digestAgainstItself());
            // The gate has to see what the delivery sees: an acknowledgement.
            case JOURNAL_LATE -> around(StateBugs.journalLate(), gates);
        };
    }

    private static Wiring around(Wiring inner, Wiring outer) {
        return new Wiring(
                target -> outer.target().apply(inner.target().apply(target)),
                state -> outer.state().apply(inner.state().apply(state)),
                evidence -> outer.evidence().apply(inner.evidence().apply(evidence)));
    }
}
