package dev.dpone.spi;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;

/** What a merge refuses, in the same words for every engine. Tells how many, never which values. */
public final class MergeRefusals {
    private MergeRefusals() {}

    /**
     * So many prepared rows cannot be found by their key.
     *
     * @param rows prepared rows with NULL in their key
     */
    public static DponeException nullKeys(Strategy.Merge merge, long rows) {
        return new DponeException(
                ErrorCode.VERIFICATION_FAILED,
                "The unique key " + columns(merge) + " holds NULL in " + rows + " of the delivered rows",
                "Leave them out in source.options.query.sql, or name columns without NULL in strategy.unique_key.");
    }

    /**
     * So many keys do not tell which row to write.
     *
     * @param keys keys that more than one prepared row has
     */
    public static DponeException repeatedKeys(Strategy.Merge merge, long keys) {
        return new DponeException(
                ErrorCode.VERIFICATION_FAILED,
                "The unique key " + columns(merge) + " repeats among the delivered rows, for " + keys
                        + " of its values",
                "Select one row per key in source.options.query.sql, or name more columns in strategy.unique_key.");
    }

    /**
     * So many keys do not tell which row of the target to write to.
     *
     * @param keys keys of prepared rows that more than one row of the target has
     */
    public static DponeException repeatedInTarget(Strategy.Merge merge, TableRef table, long keys) {
        return new DponeException(
                ErrorCode.VERIFICATION_FAILED,
                "The unique key " + columns(merge) + " repeats in the target " + table + ", for " + keys
                        + " of the delivered values",
                "Remove the surplus rows from the target and create a unique index on the key, or name more columns in"
                        + " strategy.unique_key.");
    }

    private static String columns(Strategy.Merge merge) {
        return "(" + String.join(", ", merge.uniqueKey()) + ")";
    }
}
