package dev.dpone.faults;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server that speaks SQL Server's protocol, given by its JDBC URL. */
final class MssqlEngine implements Engine {
    static final String URL = "DPONE_TEST_MSSQL_URL";

    private static final Pattern SERVER = Pattern.compile("jdbc:sqlserver://(?<host>[^:;]+):(?<port>\\d+)");
    private static final Pattern PASSWORD = Pattern.compile("(?i);password=(?<password>[^;]*)");

    private final String url;

    private MssqlEngine(String url) {
        this.url = url;
    }

    static MssqlEngine given(Map<String, String> environment) {
        String url = environment.getOrDefault(URL, "");
        if (!SERVER.matcher(url).lookingAt()) {
            throw new DponeException(
                    ErrorCode.SANDBOX_UNAVAILABLE,
                    "There is no SQL Server for the faults: it cannot be embedded",
                    "Set " + URL + " to a JDBC URL like"
                            + " jdbc:sqlserver://127.0.0.1:1433;databaseName=db;user=u;password=p;encrypt=true.");
        }
        return new MssqlEngine(url);
    }

    @Override
    public String type() {
        return "mssql";
    }

    @Override
    public String schema() {
        return "dbo";
    }

    @Override
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url);
    }

    @Override
    public int port() {
        return URI.create("tds://" + server().group("host") + ":" + server().group("port"))
                .getPort();
    }

    private Matcher server() {
        Matcher matcher = SERVER.matcher(url);
        if (!matcher.lookingAt()) {
            throw new IllegalStateException("The URL was checked before");
        }
        return matcher;
    }

    @Override
    public Map<String, String> connection(int port) {
        return Map.of("URL", "jdbc:sqlserver://" + server().group("host") + ":" + port + url.substring(server().end()));
    }

    @Override
    public String password() {
        Matcher matcher = PASSWORD.matcher(url);
        return matcher.find() ? matcher.group("password") : "";
    }

    @Override
    public List<String> columns() {
        return List.of(
                "id bigint NOT NULL",
                "name nvarchar(max) NULL",
                "amount decimal(18,4) NULL",
                "ratio float(53) NOT NULL",
                "at datetime2(3) NOT NULL",
                "day date NULL",
                "flag bit NOT NULL");
    }

    @Override
    public String row() {
        return """
                n, CASE WHEN n % 7 = 0 THEN NULL WHEN n % 11 = 0 THEN N''
                     ELSE N'имя-' + CAST(n AS nvarchar(20)) + N'-😀é' END,
                CASE WHEN n % 5 = 0 THEN NULL
                     ELSE CAST(CAST(n * 37 - 100000 AS decimal(18,4)) / 10000 AS decimal(18,4)) END,
                CAST(n AS float(53)) / 8,
                DATEADD(millisecond, n % 1000, DATEADD(second, n * 3, CAST('2026-09-27' AS datetime2(3)))),
                CASE WHEN n % 13 = 0 THEN NULL ELSE DATEADD(day, n % 3650, CAST('2020-01-01' AS date)) END,
                CAST(CASE WHEN n % 3 = 0 THEN 1 ELSE 0 END AS bit)""";
    }

    @Override
    public String oldRow() {
        return """
                n * 20, N'old-' + CAST(n AS nvarchar(20)), CAST(NULL AS decimal(18,4)), 0,
                CASE WHEN n % 2 = 0 THEN CAST('2026-09-27T12:00:00' AS datetime2(3))
                     ELSE CAST('2026-09-20T12:00:00' AS datetime2(3)) END,
                CAST(NULL AS date), CAST(0 AS bit)""";
    }

    @Override
    public String inWindow() {
        return "at >= CAST('2026-09-27' AS datetime2(3)) AND at < CAST('2026-09-28' AS datetime2(3))";
    }

    /** The server is somebody else's. */
    @Override
    public void close() {}
}
