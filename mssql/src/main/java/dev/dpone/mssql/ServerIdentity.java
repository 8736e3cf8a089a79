package dev.dpone.mssql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** What tells a server and database from any other, over restarts, and over failovers of an availability group. */
final class ServerIdentity {
    private static final String DATABASE = """
            SELECT CAST(SERVERPROPERTY('ServerName') AS nvarchar(256)), name,
              LOWER(CAST(group_database_id AS nvarchar(36))), LOWER(CAST(service_broker_guid AS nvarchar(36))),
              CONVERT(nvarchar(32), create_date, 121)
            FROM sys.databases WHERE name = DB_NAME()""";

    private ServerIdentity() {}

    private record Database(
            String server, String name, Optional<String> group, Optional<String> broker, String created) {
        static Database read(ResultSet row) throws SQLException {
            return new Database(
                    String.valueOf(row.getString(1)),
                    row.getString(2),
                    Optional.ofNullable(row.getString(3)),
                    Optional.ofNullable(row.getString(4)),
                    row.getString(5));
        }
    }

    /**
     * @param address what tells servers apart that all give themselves one name
     */
    static String read(Session session, Capabilities capabilities, String address) throws SQLException {
        Database database = session.get(DATABASE, Database::read);
        if (capabilities.babelfish()) {
            return address + "/" + database.name() + "/" + database.created();
        }
        String server = database.group().map(group -> "group " + group).orElse(database.server());
        return server + "/" + database.name() + "/" + database.broker().orElse(database.created());
    }
}
