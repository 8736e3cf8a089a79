package dev.dpone.spi;

import dev.dpone.column.SourceColumn;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What an author wants done with a column's values that its target type cannot hold. */
public enum Policy {
    /** They become NULL. */
    NULL,
    /** What is no text in them becomes U+FFFD. */
    REPLACE,
    /** Fraction digits beyond the target's are cut off, toward the past. */
    TRUNCATE,
    /** The column is delivered as text. */
    TEXT;

    /** The manifest's word. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The policy of a manifest's word. */
    public static Optional<Policy> of(String id) {
        return Arrays.stream(values()).filter(policy -> policy.id().equals(id)).findFirst();
    }

    /** Refuses a column that can be delivered under {@link #TEXT} only, and has no policy. */
    public static DponeException textRequired(SourceColumn column) {
        return new DponeException(
                ErrorCode.TYPE_UNSUPPORTED,
                "Column " + column.name() + ": " + column.spelling() + " can be delivered as JSON text only",
                "Set sink.policies." + column.name() + " to text, or write toJSONString(" + column.name() + ") AS "
                        + column.name() + " in source.options.query.sql.");
    }

    /** Refuses this policy for a column, with those that apply. */
    DponeException refusal(SourceColumn column, List<Treatment> applicable) {
        String words = String.join(
                " or ", applicable.stream().map(each -> each.policy().id()).toList());
        return new DponeException(
                ErrorCode.POLICY_INVALID,
                "Policy " + id() + " does not apply to column " + column.name() + ", which is " + column.spelling()
                        + (words.isEmpty() ? ": no policy does" : "; " + words + " would"),
                (words.isEmpty() ? "Remove" : "Write " + words + " for it, or remove") + " sink.policies."
                        + column.name() + ".");
    }
}
