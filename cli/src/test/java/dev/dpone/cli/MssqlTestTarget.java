package dev.dpone.cli;

import dev.dpone.mssql.MssqlConnector;
import dev.dpone.sandbox.SandboxTarget;
import dev.dpone.spi.TargetConnector;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The server that speaks SQL Server's protocol, where one is given. */
final class MssqlTestTarget implements TestTarget {
    private static final Pattern ADDRESS = Pattern.compile("^(jdbc:sqlserver://[^:;]+:)([0-9]+)");
    private static final Deque<Connection> IDLE = new ConcurrentLinkedDeque<>();
    private static final AtomicBoolean CLEANING = new AtomicBoolean();

    private final String url;

    MssqlTestTarget() {
        this.url = System.getenv().getOrDefault(SandboxTarget.MSSQL_TEST_URL, "");
        if (CLEANING.compareAndSet(false, true)) {
            Runtime.getRuntime().addShutdownHook(new Thread(this::dropAll, "mssql-clean"));
        }
    }

    /** The server outlives this process; what its tests made does not. */
    private void dropAll() {
        String schemas = "('" + staging() + "', '" + exampleSchema() + "')";
        rows("SELECT 'DROP TABLE [' + table_schema + '].[' + table_name + ']' FROM information_schema.tables"
                        + " WHERE table_schema IN " + schemas + " OR table_name LIKE 't%[_]"
                        + ProcessHandle.current().pid() + "'")
                .forEach(this::execute);
        rows("SELECT 'DROP SCHEMA [' + name + ']' FROM sys.schemas WHERE name IN " + schemas)
                .forEach(this::execute);
    }

    /** Where the example delivers to: others may run it on the same server. */
    String exampleSchema() {
        return staging() + "_example";
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

    /** On a connection that is kept: a session's first statements are slow on Babelfish. */
    @Override
    public <T> T with(Work<T> work) {
        try {
            Connection kept = IDLE.pollFirst();
            Connection connection = kept == null ? connect() : kept;
            T result = work.run(connection);
            IDLE.addFirst(connection);
            return result;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public Map<String, String> connection() {
        return Map.of("URL", url);
    }

    @Override
    public int port() {
        Matcher matcher = ADDRESS.matcher(url);
        if (!matcher.find()) {
            throw new IllegalStateException(SandboxTarget.MSSQL_TEST_URL + " names no port");
        }
        return Integer.parseInt(matcher.group(2));
    }

    @Override
    public Map<String, String> connection(int port) {
        return Map.of("URL", ADDRESS.matcher(url).replaceFirst("$1" + port));
    }

    @Override
    public byte[] wire(String text) {
        return text.getBytes(StandardCharsets.UTF_16LE);
    }

    @Override
    public String importing() {
        return "INSERT BULK " + quoted(staging());
    }

    /** Babelfish, on which these tests have run, looks for a cancellation only when the lock is there. */
    @Override
    public boolean stopsStatementsThatWait() {
        return false;
    }

    @Override
    public String committing() {
        return "COMMIT TRAN";
    }

    @Override
    public String quoted(String name) {
        return '[' + name + ']';
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
