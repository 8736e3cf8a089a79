package dev.dpone.faults;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** A target server as the harness sees it: by its own SQL, never through dpone. */
interface Engine extends AutoCloseable {
    /** The manifest's {@code sink.type}. */
    String type();

    /** Where the harness's tables are. */
    String schema();

    Connection connect() throws SQLException;

    /** Where it listens on this machine. */
    int port();

    /**
     * Connection fields, as in {@code DPONE_CONN_<ID>_<FIELD>}.
     *
     * @param port its own, or a proxy's
     */
    Map<String, String> connection(int port);

    /** What must not be found in any file or stream. */
    String password();

    /** Column definitions of the source's rows. */
    List<String> columns();

    /** The values of the source's row {@code n} of a table of numbers, in the columns' order. */
    String row();

    /** The values of the row {@code n} that the target has before a delivery; half of them in the window. */
    String oldRow();

    /** The condition of the window's rows. */
    String inWindow();

    @Override
    void close();
}
