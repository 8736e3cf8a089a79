package dev.dpone.delivery;

import java.nio.file.Path;

/** Where a delivery's evidence goes before its checkpoint is advanced. */
public interface EvidenceSink {
    /** Writes the evidence durably: on return it survives the machine. Throws {@code DPONE_EVIDENCE_FAILED}. */
    Written write(DeliveryFacts facts);

    /**
     * A written document.
     *
     * @param sha256 lower-case hex of the file's bytes
     */
    record Written(Path path, String sha256) {}
}
