package dev.dpone.cli;

import dev.dpone.mssql.MssqlConnector;
import dev.dpone.spi.TargetConnector;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The server that speaks SQL Server's protocol, where one is given. */
final class MssqlTestTarget implements TestTarget {
    private static final Pattern ADDRESS = Pattern.compile("^(jdbc:sqlserver://[^:;]+:)([0-9]+)");

    private final String url;

    MssqlTestTarget() {
        this.url = System.getenv().getOrDefault(DemoTarget.MSSQL_TEST_URL, "");
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
    public TargetConnector connector() {
        return new MssqlConnector();
    }

    @Override
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url);
    }

    @Override
    public Map<String, String> connection() {
        return Map.of("URL", url);
    }

    @Override
    public int port() {
        Matcher matcher = ADDRESS.matcher(url);
        if (!matcher.find()) {
            throw new IllegalStateException(DemoTarget.MSSQL_TEST_URL + " names no port");
        }
        return Integer.parseInt(matcher.group(2));
    }

    @Override
    public Map<String, String> connection(int port) {
        return Map.of("URL", ADDRESS.matcher(url).replaceFirst("$1" + port));
    }

    @Override
    public String length(String column) {
        return "CAST(len(" + column + ") AS bigint)";
    }

    @Override
    public String literal(Instant instant) {
        return "CAST('" + instant.toString().replace("Z", "") + "' AS datetime2(7))";
    }
}
