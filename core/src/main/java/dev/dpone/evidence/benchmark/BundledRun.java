package dev.dpone.evidence.benchmark;

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
    }
}
