package dev.dpone.spi;

import static java.util.Objects.requireNonNull;

import dev.dpone.column.SourceColumn;

/**
 * Where a source column's values go.
 *
 * @param targetType the target column's exact type, in the target's own spelling
 * @param reason why this type, in one sentence for the plan's table
 */
public record ColumnMapping(SourceColumn source, String targetType, String reason) {
    public ColumnMapping {
        requireNonNull(source, "source is null");
        requireNonNull(targetType, "targetType is null");
        requireNonNull(reason, "reason is null");
    }

    public String name() {
        return source.name();
    }
}
