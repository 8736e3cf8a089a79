package dev.dpone.column;

import static java.util.Objects.requireNonNull;

/**
 * One column of the source's result.
 *
 * @param name the column's name, as the source spells it
 * @param spelling the source's own text of the type, for messages and for comparing headers
 * @param type what its values mean
 * @param nullable whether NULL occurs
 */
public record SourceColumn(String name, String spelling, DataType type, boolean nullable) {
    public SourceColumn {
        requireNonNull(name, "name is null");
        requireNonNull(spelling, "spelling is null");
        requireNonNull(type, "type is null");
    }
}
