package dev.dpone.evidence;

import static java.util.Objects.requireNonNull;

import dev.dpone.spi.Prepared;

/**
 * The prepared table, and how it was verified again after its own method.
 *
 * @param beforePublication in the publication's transaction
 */
public record PreparedEvidence(Prepared prepared, String beforePublication) {
    public PreparedEvidence {
        requireNonNull(prepared, "prepared is null");
        requireNonNull(beforePublication, "beforePublication is null");
    }
}
