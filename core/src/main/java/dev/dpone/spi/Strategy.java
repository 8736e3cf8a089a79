package dev.dpone.spi;

import java.util.HashSet;
import java.util.List;

/** How the prepared rows change the target. */
public sealed interface Strategy {
    /** All rows of the target are replaced; the table object and all that hangs on it stays. */
    record FullRefresh() implements Strategy {}

    /** Rows whose window column lies in the window are replaced; an empty source empties the window. */
    record PartitionReplace(Window window) implements Strategy {}

    /** Rows are added. */
    record Append() implements Strategy {}

    /**
     * A row of the target with the key of a prepared row takes that row's other columns, technical ones included; prepared
     * rows whose key the target lacks are added; all other rows of the target stay. Keys are equal when the target's own
     * {@code =} on the key's columns says so. Refused with {@code DPONE_VERIFICATION_FAILED} before anything is changed: a
     * prepared row with NULL in its key, a key that several prepared rows have, a key of a prepared row that several rows of
     * the target have.
     *
     * @param uniqueKey names of delivered columns, each once
     */
    record Merge(List<String> uniqueKey) implements Strategy {
        public Merge {
            uniqueKey = List.copyOf(uniqueKey);
            if (uniqueKey.isEmpty() || new HashSet<>(uniqueKey).size() < uniqueKey.size()) {
                throw new IllegalArgumentException("uniqueKey must name columns, each once, but was " + uniqueKey);
            }
        }
    }

    /** The manifest's {@code strategy.mode}. */
    default String mode() {
        if (this instanceof FullRefresh) {
            return "full_refresh";
        }
        if (this instanceof PartitionReplace) {
            return "partition_replace";
        }
        return this instanceof Merge ? "merge" : "append";
    }
}
