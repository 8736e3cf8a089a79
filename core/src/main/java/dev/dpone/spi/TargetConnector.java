package dev.dpone.spi;

import dev.dpone.column.SourceColumn;
import java.util.List;
import java.util.Optional;

/** A kind of target. Stateless: everything here but {@link #connect} works offline. */
public interface TargetConnector {
    /** The manifest's {@code sink.type}. */
    String type();

    /**
     * Maps a column: losslessly, or not at all. Throws {@code DPONE_TYPE_UNSUPPORTED} or {@code DPONE_TARGET_TYPE_INVALID}
     * with what to write instead.
     *
     * @param authoredType the manifest's {@code sink.types} entry
     */
    ColumnMapping map(SourceColumn column, Optional<String> authoredType);

    /**
     * What each policy that applies to the column would do; none where the target type holds every value as it is.
     *
     * @param authoredType the manifest's {@code sink.types} entry
     */
    List<Treatment> treatments(SourceColumn column, Optional<String> authoredType);

    /**
     * Maps a column under its policy. Throws {@code DPONE_POLICY_INVALID} for a policy that does not apply to it, with
     * those that do.
     */
    default ColumnMapping map(SourceColumn column, Optional<String> authoredType, Optional<Policy> policy) {
        if (policy.isEmpty()) {
            return map(column, authoredType);
        }
        List<Treatment> applicable = treatments(column, authoredType);
        Treatment treatment = applicable.stream()
                .filter(each -> each.policy() == policy.get())
                .findFirst()
                .orElseThrow(() -> policy.get().refusal(column, applicable));
        ColumnMapping mapped = map(treatment.delivered(), authoredType.or(treatment::naturalType));
        return new ColumnMapping(
                mapped.source(),
                mapped.targetType(),
                "policy " + policy.get().id() + ": " + treatment.effect(),
                Optional.of(treatment));
    }

    /** The encoder for these columns. */
    RowFormat format(List<ColumnMapping> columns);

    /** The statements a run would send, in order. */
    List<PlannedStatement> statements(TargetPlan plan);

    /** The statements that create dpone's own schemas and tables where missing, in order; each may run again. */
    List<String> controlDdl(String stagingSchema);

    /** A handle on the server; opens nothing yet. Throws {@code DPONE_CONNECTION_INVALID} for a spec it cannot use. */
    Target connect(ConnectionSpec connection);
}
