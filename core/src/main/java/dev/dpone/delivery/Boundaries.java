package dev.dpone.delivery;

import dev.dpone.digest.RowSum;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.Preparation;
import dev.dpone.spi.Prepared;
import dev.dpone.spi.SealedFile;
import dev.dpone.spi.StageObservation;
import dev.dpone.spi.Stages;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The verification boundaries: what every stage and the prepared table have to be at each of them. No setting turns one
 * off. Remembers the method used at each, for the evidence. Thread-safe.
 */
final class Boundaries {
    private static final String REMEDY =
            "Something else wrote to dpone's staging schema; find it, then run again. The target is unchanged.";

    /** By boundary, then by ordinal: the method that was used. */
    private final Map<String, Map<Integer, String>> methods = new ConcurrentHashMap<>();

    /** Boundary one: what landed is what was sealed. */
    void afterImport(SealedFile file, ChunkReceipt receipt) {
        if (receipt.rows() != file.rows() || !receipt.sum().equals(file.sum())) {
            throw new DponeException(
                    ErrorCode.VERIFICATION_FAILED,
                    "Stage " + receipt.attempt().ordinal() + " differs from what was sent: " + file.rows()
                            + " rows with digest " + file.sum().hex() + " were sealed, " + receipt.rows()
                            + " rows with digest " + receipt.sum().hex() + " landed",
                    REMEDY);
        }
        note(DeliveryFacts.AFTER_IMPORT, receipt.attempt().ordinal(), receipt.method());
    }

    /** Boundaries two to four: a stage still is what its receipt says. */
    void stage(String boundary, Stages stages, ChunkReceipt receipt) {
        StageObservation seen = stages.inspect(receipt);
        require(
                "Stage " + receipt.attempt().ordinal() + " ("
                        + receipt.attempt().table() + ")",
                boundary,
                seen,
                receipt.objectId(),
                receipt.rows(),
                receipt.sum());
        note(boundary, receipt.attempt().ordinal(), seen.method());
    }

    /** The prepared table holds exactly the stages' rows. */
    void prepared(Prepared prepared, List<ChunkReceipt> receipts) {
        RowSum stages = receipts.stream().map(ChunkReceipt::sum).reduce(RowSum.EMPTY, RowSum::plus);
        if (prepared.rows() != stages.count() || !prepared.business().equals(stages)) {
            throw new DponeException(
                    ErrorCode.VERIFICATION_FAILED,
                    "The prepared table differs from its stages: " + stages.count() + " rows with digest "
                            + stages.hex() + " were staged, " + prepared.rows() + " rows with digest "
                            + prepared.business().hex() + " were prepared",
                    REMEDY);
        }
        note("prepared", DeliveryFacts.PREPARED, prepared.method());
    }

    /** The prepared table still is what was prepared. */
    void preparedAgain(Preparation preparation, Prepared prepared) {
        StageObservation seen = preparation.inspect(prepared);
        require(
                "The prepared table",
                DeliveryFacts.BEFORE_PUBLISH,
                seen,
                prepared.objectId(),
                prepared.rows(),
                prepared.full());
        note(DeliveryFacts.BEFORE_PUBLISH, DeliveryFacts.PREPARED, seen.method());
    }

    /** Inside the publication transaction, with writers locked out. */
    void preparedLocked(StageObservation seen, Prepared prepared) {
        require("The prepared table", "in_publication", seen, prepared.objectId(), prepared.rows(), prepared.full());
    }

    /** The method used at a boundary of one stage. */
    String method(String boundary, int ordinal) {
        String method = methods.getOrDefault(boundary, Map.of()).get(ordinal);
        if (method == null) {
            throw new IllegalStateException("Boundary " + boundary + " of stage " + ordinal + " was not taken");
        }
        return method;
    }

    /** What an earlier process of the run noted for a stage that this one goes on with. */
    void restore(ChunkReceipt receipt, String immediateMethod) {
        note(DeliveryFacts.AFTER_IMPORT, receipt.attempt().ordinal(), receipt.method());
        note(DeliveryFacts.IMMEDIATE, receipt.attempt().ordinal(), immediateMethod);
    }

    /** The methods used so far, by boundary and ordinal. */
    Map<String, Map<Integer, String>> methods() {
        Map<String, Map<Integer, String>> copy = new TreeMap<>();
        methods.forEach((boundary, byOrdinal) -> copy.put(boundary, new TreeMap<>(byOrdinal)));
        return copy;
    }

    private void note(String boundary, int ordinal, String method) {
        methods.computeIfAbsent(boundary, b -> new ConcurrentHashMap<>()).put(ordinal, method);
    }

    private static void require(
            String what, String boundary, StageObservation seen, long objectId, long rows, RowSum sum) {
        if (!seen.confirms(objectId, rows, sum)) {
            throw new DponeException(
                    ErrorCode.VERIFICATION_FAILED,
                    what + " was changed before boundary " + boundary + ": expected table " + objectId + " with " + rows
                            + " rows and digest " + sum.hex() + ", found " + describe(seen),
                    REMEDY);
        }
    }

    private static String describe(StageObservation seen) {
        if (seen.objectId() < 0) {
            return "no table";
        }
        return "table " + seen.objectId() + (seen.owned() ? "" : " (not made by this delivery)") + " with "
                + seen.rows() + " rows"
                + seen.alteredRows()
                        .map(n -> ", " + n + " of them written by others")
                        .orElse("")
                + seen.sum().map(s -> " and digest " + s.hex()).orElse("");
    }
}
