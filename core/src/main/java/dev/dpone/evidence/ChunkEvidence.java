package dev.dpone.evidence;

import static java.util.Objects.requireNonNull;

import dev.dpone.spi.ChunkReceipt;

/**
 * A sealed file's receipt, and how its stage table was verified after boundary one, whose method the receipt names.
 *
 * @param inspection boundary two, right after the import on another connection
 * @param beforePrepare boundary three
 * @param beforePublication boundary four
 */
public record ChunkEvidence(ChunkReceipt receipt, String inspection, String beforePrepare, String beforePublication) {
    public ChunkEvidence {
        requireNonNull(receipt, "receipt is null");
        requireNonNull(inspection, "inspection is null");
        requireNonNull(beforePrepare, "beforePrepare is null");
        requireNonNull(beforePublication, "beforePublication is null");
    }
}
