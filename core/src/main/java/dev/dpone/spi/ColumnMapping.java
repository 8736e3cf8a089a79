package dev.dpone.spi;

import static java.util.Objects.requireNonNull;

import dev.dpone.column.SourceColumn;
import java.util.Optional;

/**
 * Where a source column's values go.
 *
 * @param source the column as it is sent, after its policy where it has one
 * @param targetType the target column's exact type, in the target's own spelling
 * @param reason why this type, in one sentence for the plan's table
 * @param treatment what the column's policy does to its values
 */
public record ColumnMapping(SourceColumn source, String targetType, String reason, Optional<Treatment> treatment) {
    public ColumnMapping {
        requireNonNull(source, "source is null");
        requireNonNull(targetType, "targetType is null");
        requireNonNull(reason, "reason is null");
        requireNonNull(treatment, "treatment is null");
    }

    /** A column without a policy. */
    public ColumnMapping(SourceColumn source, String targetType, String reason) {
        this(source, targetType, reason, Optional.empty());
    }

    /** The column as the source has it, before its policy. */
    public SourceColumn origin() {
        return treatment.map(Treatment::origin).orElse(source);
    }

    public String name() {
        return source.name();
    }
}
