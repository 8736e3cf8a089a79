package dev.dpone.spi;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How many values of a column its policy changed. */
public record ChangedValues(String column, Policy policy, long values) {
    public ChangedValues {
        requireNonNull(column, "column is null");
        requireNonNull(policy, "policy is null");
    }

    /** The counts of several chunks added up, in the order of the first. */
    public static List<ChangedValues> sum(List<ChunkReceipt> chunks) {
        Map<String, ChangedValues> sums = new LinkedHashMap<>();
        for (ChunkReceipt chunk : chunks) {
            for (ChangedValues more : chunk.changed()) {
                sums.merge(
                        more.column(),
                        more,
                        (a, b) -> new ChangedValues(a.column(), a.policy(), Math.addExact(a.values(), b.values())));
            }
        }
        return new ArrayList<>(sums.values());
    }
}
