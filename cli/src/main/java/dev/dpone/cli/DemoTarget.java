package dev.dpone.cli;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.sandbox.PostgresServer;
import dev.dpone.sandbox.SandboxOptions;
import java.util.Map;

/** Where the demo delivers to. */
interface DemoTarget extends AutoCloseable {
    /** Names a SQL Server for the demo: one cannot be embedded. */
    String MSSQL_URL = "DPONE_SANDBOX_MSSQL_URL";

    /** The same for the tests; the demo takes it too. */
    String MSSQL_TEST_URL = "DPONE_TEST_MSSQL_URL";

    /** The manifest's {@code sink.type}. */
    String type();

    /** The published table's schema. */
    String schema();

    /** Connection fields, as in {@code DPONE_CONN_<ID>_<FIELD>}. */
    Map<String, String> connection();

    /** NaN, or the number that the demo delivers in its place where the target holds none. */
    String notANumber();

    /** How a person reaches it; without secrets. */
    String address();

    @Override
    void close();

    /** Starts or finds the target; {@code DPONE_SANDBOX_UNAVAILABLE} says what to set where there is none. */
    static DemoTarget start(String type, SandboxOptions options, Map<String, String> environment) {
        return type.equals("mssql") ? mssql(environment) : postgres(PostgresServer.start(options));
    }

    private static DemoTarget postgres(PostgresServer server) {
        return new DemoTarget() {
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

    private static DemoTarget mssql(Map<String, String> environment) {
        String url = environment.getOrDefault(MSSQL_URL, environment.getOrDefault(MSSQL_TEST_URL, ""));
        if (url.isBlank()) {
            throw new DponeException(
                    ErrorCode.SANDBOX_UNAVAILABLE,
                    "There is no SQL Server for the demo: it cannot be embedded",
                    "Set " + MSSQL_URL + " to a JDBC URL like"
                            + " jdbc:sqlserver://host:1433;databaseName=db;user=u;password=p;encrypt=true.");
        }
        return new DemoTarget() {
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
