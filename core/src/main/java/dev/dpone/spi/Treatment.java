package dev.dpone.spi;

import static java.util.Objects.requireNonNull;

import dev.dpone.column.SourceColumn;
import java.util.Optional;

/**
 * A policy made definite for one column and one target.
 *
 * @param origin the column as the source has it
 * @param rule what the source does to each value before it sends it
 * @param naturalType the target's type where the manifest names none; empty where the delivered type decides
 * @param effect what becomes of which values, such as {@code NaN and infinities become NULL}
 */
public record Treatment(
        Policy policy, SourceColumn origin, ValueRule rule, Optional<String> naturalType, String effect) {
    public Treatment {
        requireNonNull(policy, "policy is null");
        requireNonNull(origin, "origin is null");
        requireNonNull(rule, "rule is null");
        requireNonNull(naturalType, "naturalType is null");
        requireNonNull(effect, "effect is null");
    }

    /** A treatment after which the delivered type decides on the target's. */
    public static Treatment of(Policy policy, SourceColumn origin, ValueRule rule, String effect) {
        return new Treatment(policy, origin, rule, Optional.empty(), effect);
    }

    /** The column as it is sent. */
    public SourceColumn delivered() {
        return new SourceColumn(
                origin.name(),
                origin.spelling() + " under policy " + policy.id(),
                rule.delivered(origin.type()),
                origin.nullable() || rule.makesNull());
    }
}
