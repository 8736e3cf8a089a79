package dev.dpone.mssql;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.sqlserver.jdbc.SQLServerDriver;
import dev.dpone.spi.ConnectionSpec;
import dev.dpone.spi.DeliveryId;
import dev.dpone.spi.Secret;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.TableRef;
import dev.dpone.spi.TargetPlan;
import dev.dpone.spi.TechnicalColumns;
import java.sql.Connection;
import java.sql.DriverPropertyInfo;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The server that the environment names, with schemas of a test's own, emptied when it ends. */
final class TestServer implements AutoCloseable {
    private static final AtomicInteger NEXT = new AtomicInteger();
    private static final AtomicReference<@Nullable MssqlTarget> SHARED = new AtomicReference<>();
    static final String VARIABLE = "DPONE_TEST_MSSQL_URL";

    /** Short, so that tests of busy targets end soon; long enough for a loaded machine to do its part. */
    static final Waits WAITS = new Waits(Duration.ofSeconds(30), Duration.ofSeconds(2), Duration.ofMillis(500));

    final String schema =
            "T" + NEXT.incrementAndGet() + "_" + ProcessHandle.current().pid();
    final String staging = schema + "_stage";
    private final String url;
    private final Connection jdbc;

    TestServer() {
        url = url();
        jdbc = connect();
        run("CREATE SCHEMA " + schema);
    }

    /** Skips the test where no server is given. */
    static String url() {
        String url = System.getenv(VARIABLE);
        assumeTrue(url != null && !url.isBlank(), VARIABLE + " is not set: no SQL Server to test with");
        return String.valueOf(url);
    }

    /** The server's port, for a proxy in front of it. */
    int port() {
        try {
            for (DriverPropertyInfo info : new SQLServerDriver().getPropertyInfo(url, new Properties())) {
                if (info.name.equals("portNumber")) {
                    return Integer.parseInt(String.valueOf(info.value));
                }
            }
            throw new IllegalStateException(VARIABLE + " names no port");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    Connection connect() {
        return connect("somebody else");
    }

    /** A session that calls itself by the program's name. */
    Connection connect(String program) {
        Properties properties = new Properties();
        properties.setProperty("applicationName", program);
        try {
            Connection connection = new SQLServerDriver().connect(url, properties);
            if (connection == null) {
                throw new IllegalStateException(VARIABLE + " is not a SQL Server JDBC URL");
            }
            return connection;
        } catch (SQLException e) {
            throw new IllegalStateException("Cannot connect to the server of " + VARIABLE, e);
        }
    }

    ConnectionSpec spec() {
        return spec(OptionalInt.empty());
    }

    ConnectionSpec spec(OptionalInt port) {
        return new ConnectionSpec(
                "mssql",
                Optional.of(new Secret(url)),
                Optional.empty(),
                port,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                Optional.empty(),
                Map.of());
    }

    /** One for all tests: a session's first statements are slow on Babelfish. */
    MssqlTarget target() {
        SHARED.compareAndSet(null, new MssqlConnector(WAITS).connect(spec()));
        return java.util.Objects.requireNonNull(SHARED.get());
    }

    TargetPlan plan(Cells rows, TechnicalColumns technical, Strategy strategy) {
        return new TargetPlan(new TableRef(schema, "events"), staging, rows.mappings(), technical, strategy);
    }

    DeliveryId id(String runId) {
        return new DeliveryId(
                runId, "analytics.events", "identity-" + schema, "operation-" + schema + runId, "plan", 1);
    }

    void run(String sql) {
        try (Statement statement = jdbc.createStatement()) {
            statement.setEscapeProcessing(false);
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** The first column of every row as text; NULL is "NULL". */
    List<String> texts(String sql) {
        try (Statement statement = jdbc.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> texts = new ArrayList<>();
            while (rows.next()) {
                String text = rows.getString(1);
                texts.add(text == null ? "NULL" : text);
            }
            return texts;
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    String text(String sql) {
        return texts(sql).get(0);
    }

    /** Returns once a session waits for an application lock. */
    void awaitWaiter() {
        String waiting = target().capabilities().babelfish()
                ? "SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND granted = 'f'"
                : "SELECT COUNT(*) FROM sys.dm_tran_locks WHERE resource_type = 'APPLICATION' AND request_status = 'WAIT'";
        while (text(waiting).equals("0")) {
            Thread.onSpinWait();
        }
    }

    boolean exists(String table) {
        return !text("SELECT OBJECT_ID(N'" + table + "')").equals("NULL");
    }

    @Override
    public void close() {
        dropSchema(schema);
        dropSchema(staging);
        if (exists("dpone.stages")) {
            run("DELETE FROM dpone.stages WHERE schema_name = N'" + staging + "'");
        }
        try {
            jdbc.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void dropSchema(String name) {
        if (text("SELECT SCHEMA_ID(N'" + name + "')").equals("NULL")) {
            return;
        }
        String tables = "SELECT CASE TABLE_TYPE WHEN 'VIEW' THEN 'VIEW ' ELSE 'TABLE ' END + '[' + TABLE_SCHEMA + '].['"
                + " + TABLE_NAME + ']' FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = N'" + name
                + "' ORDER BY CASE TABLE_TYPE WHEN 'VIEW' THEN 0 ELSE 1 END, TABLE_NAME DESC";
        for (String table : texts(tables)) {
            run("DROP " + table);
        }
        run("DROP SCHEMA [" + name + "]");
    }
}
