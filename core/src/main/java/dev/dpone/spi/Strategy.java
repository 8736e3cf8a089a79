package dev.dpone.spi;

/** How the prepared rows change the target. */
public sealed interface Strategy {
    /** All rows of the target are replaced; the table object and all that hangs on it stays. */
    record FullRefresh() implements Strategy {}

    /** Rows whose window column lies in the window are replaced; an empty source empties the window. */
    record PartitionReplace(Window window) implements Strategy {}

    /** Rows are added. */
    record Append() implements Strategy {}

    /** The manifest's {@code strategy.mode}. */
    default String mode() {
        if (this instanceof FullRefresh) {
            return "full_refresh";
        }
        return this instanceof PartitionReplace ? "partition_replace" : "append";
    }
}
