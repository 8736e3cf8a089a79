package dev.dpone.sandbox;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;

/** A target server for the demo and for benchmarks: a PostgreSQL of the sandbox, or a SQL Server that a URL names. */
public interface SandboxTarget extends AutoCloseable {
    /** Names a SQL Server: one cannot be embedded. */
    String MSSQL_URL = "DPONE_SANDBOX_MSSQL_URL";

    /** The same for the tests; demo and benchmarks take it too. */
    String MSSQL_TEST_URL = "DPONE_TEST_MSSQL_URL";

    /** The manifest's {@code sink.type}. */
    String type();

    /** Where published tables are. */
    String schema();

    /** Connection fields, as in {@code DPONE_CONN_<ID>_<FIELD>}. */
    Map<String, String> connection();

    /** A new connection that has nothing to do with dpone's; the caller closes it. */
    Connection connect() throws SQLException;

    /** NaN, or the number that is delivered in its place where the target holds none. */
    String notANumber();

    /** How a person reaches it; without secrets. */
    String address();

    @Override
    void close();

    /** Starts or finds the target; {@code DPONE_SANDBOX_UNAVAILABLE} says what to set where there is none. */
    static SandboxTarget start(String type, SandboxOptions options, Map<String, String> environment) {
        return type.equals("mssql") ? mssql(environment) : postgres(PostgresServer.start(options));
    }

    private static SandboxTarget postgres(PostgresServer server) {
        return new SandboxTarget() {
            @Override
            public String type() {
                return "postgres";
            }

            @Override
            public String schema() {
                return "public";
            }

            @Override
            public Map<String, String> connection() {
                return Map.of(
                        "HOST", server.host(),
                        "PORT", String.valueOf(server.port()),
                        "DATABASE", server.database(),
                        "USERNAME", server.username(),
                        "PASSWORD", server.password());
            }

            @Override
            public Connection connect() throws SQLException {
                return server.connect();
            }

            @Override
            public String notANumber() {
                return "nan";
            }

            @Override
            public String address() {
                return "PostgreSQL " + server.jdbcUrl() + ", user " + server.username();
            }

            @Override
            public void close() {
                server.close();
            }
        };
    }

    private static SandboxTarget mssql(Map<String, String> environment) {
        String url = environment.getOrDefault(MSSQL_URL, environment.getOrDefault(MSSQL_TEST_URL, ""));
        if (url.isBlank()) {
            throw new DponeException(
                    ErrorCode.SANDBOX_UNAVAILABLE,
                    "There is no SQL Server: it cannot be embedded",
                    "Set " + MSSQL_URL + " to a JDBC URL like"
                            + " jdbc:sqlserver://host:1433;databaseName=db;user=u;password=p;encrypt=true.");
        }
        return new SandboxTarget() {
            @Override
            public String type() {
                return "mssql";
            }

            @Override
            public String schema() {
                return "dbo";
            }

            @Override
            public Map<String, String> connection() {
                return Map.of("URL", url);
            }

            @Override
            public Connection connect() throws SQLException {
                return DriverManager.getConnection(url);
            }

            @Override
            public String notANumber() {
                return "0.5";
            }

            @Override
            public String address() {
                return "SQL Server at the URL given";
            }

            @Override
            public void close() {}
        };
    }
}
