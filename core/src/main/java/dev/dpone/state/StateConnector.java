package dev.dpone.state;

import dev.dpone.spi.ConnectionSpec;
import java.util.List;

/** A kind of database that keeps state. Stateless: everything here but {@link #open} works offline. */
public interface StateConnector {
    /** The manifest's {@code state.type}. */
    String type();

    /** The statements that create schema and tables where missing, in order; each may run again. */
    List<String> ddl(String schema);

    /** Throws {@code DPONE_CONNECTION_INVALID} or {@code DPONE_TARGET_NAME_INVALID} for what {@link #open} cannot use. */
    void check(ConnectionSpec connection, String schema);

    /**
     * The store in this schema, with tables that were missing created. Blocks on the network.
     *
     * @throws dev.dpone.error.DponeException {@code DPONE_STATE_FAILED} when the server cannot be reached, or tables are
     *     missing and may not be created
     */
    StateStore open(ConnectionSpec connection, String schema);
}
