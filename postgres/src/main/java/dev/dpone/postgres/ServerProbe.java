package dev.dpone.postgres;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ServerInfo;
import java.sql.SQLException;

/** Who a server is, and whether dpone can work with it. */
final class ServerProbe {
    private static final int OLDEST_VERSION = 140_000;

    private final String address;

    /**
     * @param address what tells the server apart when it does not tell its own identifier
     */
    ServerProbe(String address) {
        this.address = address;
    }

    ServerInfo info(Session session) throws SQLException {
        String version = session.get("SELECT current_setting('server_version')", row -> row.getString(1));
        boolean tells = session.get(
                "SELECT has_function_privilege('pg_control_system()', 'EXECUTE')", row -> row.getBoolean(1));
        String server = tells
                ? session.get("SELECT system_identifier::text FROM pg_control_system()", row -> row.getString(1))
                : address;
        String database = session.get(
                "SELECT oid::text || '/' || datname FROM pg_database WHERE datname = current_database()",
                row -> row.getString(1));
        return new ServerInfo("PostgreSQL", version, server + "/" + database);
    }

    void check(Session session) throws SQLException {
        int version = session.get("SELECT current_setting('server_version_num')::integer", row -> row.getInt(1));
        if (version < OLDEST_VERSION) {
            throw unsupported(
                    "PostgreSQL must be 14 or later, but the server is " + version / 10_000,
                    "Upgrade the server, or deliver into another one.");
        }
        String encoding = session.get("SELECT current_setting('server_encoding')", row -> row.getString(1));
        if (!encoding.equals("UTF8")) {
            throw unsupported(
                    "The database's encoding must be UTF8, but is " + encoding,
                    "Deliver into a database created with ENCODING 'UTF8'.");
        }
        if (session.get("SELECT pg_is_in_recovery()", row -> row.getBoolean(1))) {
            throw unsupported(
                    "The server is a standby, which takes no changes", "Set the connection's host to the primary.");
        }
    }

    private static DponeException unsupported(String message, String remedy) {
        return new DponeException(ErrorCode.TARGET_UNSUPPORTED, message, remedy);
    }
}
