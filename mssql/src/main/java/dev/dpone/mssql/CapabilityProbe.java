package dev.dpone.mssql;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;

/** Finds out what a server is and can do. */
final class CapabilityProbe {
    private static final int OLDEST_MAJOR = 13;
    private static final int AZURE_DATABASE = 5;
    private static final int AZURE_INSTANCE = 8;
    private static final int AZURE_EDGE = 9;

    private static final String SERVER = """
            SELECT CAST(SERVERPROPERTY('ProductVersion') AS nvarchar(128)),
              CAST(SERVERPROPERTY('EngineEdition') AS int),
              CAST(SERVERPROPERTY('Edition') AS nvarchar(128)),
              CAST(SERVERPROPERTY('Babelfish') AS int),
              CAST(DATABASEPROPERTYEX(DB_NAME(), 'Collation') AS nvarchar(128)),
              CAST(DATABASEPROPERTYEX(DB_NAME(), 'Updateability') AS nvarchar(128)),
              @@VERSION,
              (SELECT COUNT(*) FROM sys.fn_helpcollations() WHERE name = ?)""";

    private CapabilityProbe() {}

    private record Server(
            String version,
            int engine,
            String edition,
            boolean babelfish,
            String collation,
            boolean writable,
            String banner,
            boolean utf8) {

        static Server read(ResultSet row) throws SQLException {
            return new Server(
                    text(row, 1),
                    row.getInt(2),
                    text(row, 3),
                    row.getInt(4) == 1,
                    text(row, 5),
                    !"READ_ONLY".equals(row.getString(6)),
                    text(row, 7),
                    row.getInt(8) > 0);
        }

        private static String text(ResultSet row, int column) throws SQLException {
            String text = row.getString(column);
            return text == null ? "" : text;
        }

        int major() {
            return Integer.parseInt(version.substring(0, Math.max(0, version.indexOf('.'))));
        }

        String product() {
            if (babelfish) {
                return "Babelfish";
            }
            return switch (engine) {
                case AZURE_DATABASE -> "Azure SQL Database";
                case AZURE_INSTANCE -> "Azure SQL Managed Instance";
                case AZURE_EDGE -> "Azure SQL Edge";
                default -> "SQL Server";
            };
        }
    }

    static Capabilities probe(Sessions sessions) {
        String doing = "ask the server what it can do";
        Server server =
                sessions.transaction(doing, session -> session.get(SERVER, Server::read, TypeMapping.UTF8_COLLATION));
        check(server);
        BulkProbe bulk = BulkProbe.run(sessions);
        return new Capabilities(
                server.product(),
                server.babelfish() ? banner(server) : server.version(),
                server.edition(),
                server.babelfish(),
                server.utf8(),
                bulk.converts(),
                bulk.rowVersions(),
                server.collation().toUpperCase(Locale.ROOT).contains("_CI"));
    }

    /** Babelfish gives SQL Server's old version number; its own stands in the banner's brackets. */
    private static String banner(Server server) {
        int from = server.banner().indexOf("(Babelfish ");
        int to = server.banner().indexOf(')', Math.max(0, from));
        return from < 0 || to < from ? server.version() : server.banner().substring(from + "(Babelfish ".length(), to);
    }

    private static void check(Server server) {
        boolean boxed = server.engine() >= 1 && server.engine() <= 4;
        boolean azure =
                server.engine() == AZURE_DATABASE || server.engine() == AZURE_INSTANCE || server.engine() == AZURE_EDGE;
        if (!server.babelfish() && !azure && !(boxed && server.major() >= OLDEST_MAJOR)) {
            throw unsupported(
                    "The server must be SQL Server 2016 (13) or later, Azure SQL or Babelfish, but is "
                            + server.product() + " " + server.version() + " (" + server.edition() + ")",
                    "Upgrade the server, or deliver into another one.");
        }
        if (!server.writable()) {
            throw unsupported(
                    "The database is read-only here", "Set the connection's host to the primary, or make it writable.");
        }
    }

    private static DponeException unsupported(String message, String remedy) {
        return new DponeException(ErrorCode.TARGET_UNSUPPORTED, message, remedy);
    }
}
