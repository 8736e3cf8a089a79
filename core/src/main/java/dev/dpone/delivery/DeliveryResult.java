package dev.dpone.delivery;

import dev.dpone.spi.ChangedValues;
import dev.dpone.spi.CommitReceipt;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * How a delivery that did not fail ended.
 *
 * @param receipt the target's proof
 * @param evidence the evidence file
 * @param replayed the run had been published before; nothing was read and nothing changed
 * @param encodedBytes bytes of sealed rows
 * @param changed what policies changed, a count per column that has one
 */
public record DeliveryResult(
        CommitReceipt receipt,
        Optional<Path> evidence,
        boolean replayed,
        long encodedBytes,
        List<ChangedValues> changed) {
    public DeliveryResult {
        changed = List.copyOf(changed);
    }
}
