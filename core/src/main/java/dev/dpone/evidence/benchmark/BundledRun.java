package dev.dpone.evidence.benchmark;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An envelope with what it names.
 *
 * @param ref names the envelope
 * @param receipts of its samples, by sample id
 */
public record BundledRun(
        Ref ref,
        RunEnvelope envelope,
        Map<String, CorrectnessReceipt> receipts,
        CorrectnessReceipt fidelity,
        CorrectnessReceipt recovery) {
    public BundledRun {
        receipts = Collections.unmodifiableMap(new LinkedHashMap<>(receipts));
        for (Sample sample : envelope.samples()) {
            requireNonNull(receipts.get(sample.id()), "a sample has no receipt");
        }
    }

    /** Of the sample with this id, which is one of the envelope's. */
    CorrectnessReceipt receipt(String sampleId) {
        return requireNonNull(receipts.get(sampleId), "no sample has this id");
    }
}
