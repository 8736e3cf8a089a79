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

    /** The encoder for these columns. */
    RowFormat format(List<ColumnMapping> columns);

    /** The statements a run would send, in order. */
    List<PlannedStatement> statements(TargetPlan plan);

    /** The statements that create dpone's own schemas and tables where missing, in order; each may run again. */
    List<String> controlDdl(String stagingSchema);

    /** A handle on the server; opens nothing yet. Throws {@code DPONE_CONNECTION_INVALID} for a spec it cannot use. */
    Target connect(ConnectionSpec connection);
}
