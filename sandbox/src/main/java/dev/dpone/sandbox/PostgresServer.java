package dev.dpone.sandbox;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A real PostgreSQL: a child process of its own on a free port of 127.0.0.1, or the server that
 * {@value SandboxOptions#POSTGRES_URL} names. The child ends with this process, however that ends.
 */
public final class PostgresServer implements AutoCloseable {
    private final PostgresAddress address;
    private final @Nullable PostgresProcess process;

    private PostgresServer(PostgresAddress address, @Nullable PostgresProcess process) {
        this.address = address;
        this.process = process;
    }

    /** Starts the server as the environment says. */
    public static PostgresServer start(Consumer<String> progress) {
        return start(SandboxOptions.fromEnvironment(System.getenv(), progress));
    }

    /**
     * Starts the server, or connects to the one the options name; returns when it answers.
     *
     * @throws dev.dpone.error.DponeException SANDBOX_UNAVAILABLE, with the way around
     */
    public static PostgresServer start(SandboxOptions options) {
        String own = options.postgresUrl();
        if (own != null) {
            return connect(own);
        }
        PostgresProcess process = PostgresProcess.start(options);
        return new PostgresServer(PostgresAddress.local(process.port()), process);
    }

    /** The server's address without user and password. */
    public String jdbcUrl() {
        return address.jdbcUrl();
    }

    public String host() {
        return address.host();
    }

    public int port() {
        return address.port();
    }

    public String database() {
        return address.database();
    }

    public String username() {
        return address.username();
    }

    public String password() {
        return address.password();
    }

    /** The server's first process, the postmaster; only for a server started here. */
    public long pid() {
        return started().pid();
    }

    /** A new connection as the server's superuser; the caller closes it. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(address.jdbcUrl(), address.username(), address.password());
    }

    /** Kills the server as a crash would; its data stays for {@link #restart}. */
    public void kill() {
        started().kill();
    }

    /** Serves the same data at the same address again; a running server is ended cleanly first. */
    public void restart() {
        started().restart();
    }

    /** Stops the server and deletes its data; leaves a server that was not started here alone. */
    @Override
    public void close() {
        if (process != null) {
            process.close();
        }
    }

    private PostgresProcess started() {
        if (process == null) {
            throw new IllegalStateException("PostgreSQL at " + address.jdbcUrl() + " was not started by the sandbox");
        }
        return process;
    }

    private static PostgresServer connect(String own) {
        PostgresServer server = new PostgresServer(PostgresAddress.parse(own), null);
        try (Connection connection = server.connect()) {
            if (connection.isValid(10)) {
                return server;
            }
            throw new SQLException("the connection is not usable");
        } catch (SQLException e) {
            throw Unavailable.postgres(
                    "No PostgreSQL answers at " + server.jdbcUrl() + " for user " + server.username() + ": "
                            + e.getMessage(),
                    e);
        }
    }
}
