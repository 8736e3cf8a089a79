package dev.dpone.spi;

import dev.dpone.column.SourceColumn;
import java.util.List;

/** A kind of source. Stateless: everything here but {@link #connect} works offline. */
public interface SourceConnector {
    /** The manifest's {@code source.type}. */
    String type();

    /** Reads a type's spelling. Throws {@code DPONE_TYPE_UNSUPPORTED} with what to write in the query instead. */
    SourceColumn column(String name, String typeText);

    /**
     * The text of the one data query, with every column named.
     *
     * @param columns as they are sent, after the query's treatments
     */
    String dataQuery(SourceQuery query, List<SourceColumn> columns);

    /** A handle on the server; opens nothing yet. Throws {@code DPONE_CONNECTION_INVALID} for a spec it cannot use. */
    Source connect(ConnectionSpec connection);
}
