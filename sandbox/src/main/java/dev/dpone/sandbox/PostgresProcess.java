package dev.dpone.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;

/** One PostgreSQL child on its own cluster: started, crashed, started again. Used by one thread at a time. */
final class PostgresProcess implements AutoCloseable {
    private static final int PORT_ATTEMPTS = 5;
    private static final long POLL_MILLIS = 25;

    private final SandboxOptions options;
    private final PostgresCluster cluster;
    private ChildProcess child;
    private int port;

    private PostgresProcess(SandboxOptions options, PostgresCluster cluster) throws IOException {
        this.options = options;
        this.cluster = cluster;
        for (int attempt = 1; ; attempt++) {
            this.port = PostgresCluster.freePort();
            this.child = cluster.serve(port);
            if (awaitReady()) {
                return;
            }
            String output = child.lastLines();
            if (attempt == PORT_ATTEMPTS || !output.contains("could not bind")) {
                RuntimeException failure = notReady(output);
                child.close();
                throw failure;
            }
        }
    }

    static PostgresProcess start(SandboxOptions options) {
        return start(options, Unprivileged.here());
    }

    static PostgresProcess start(SandboxOptions options, Unprivileged user) {
        Path bin = PostgresBinaries.folder(options);
        try {
            Path folder = Files.createTempDirectory("dpone-postgres-").toAbsolutePath();
            try {
                PostgresCluster cluster = new PostgresCluster(
                        folder,
                        PostgresBinaries.readableBy(user, bin, folder.resolve("programs")),
                        user,
                        options.postgresSettings());
                cluster.initialise();
                return new PostgresProcess(options, cluster);
            } catch (IOException | RuntimeException e) {
                Folders.delete(folder);
                throw e;
            }
        } catch (IOException e) {
            throw Unavailable.postgres("Cannot start the sandbox's PostgreSQL: " + e.getMessage(), e);
        }
    }

    int port() {
        return port;
    }

    /** The server's first process, the postmaster. */
    long pid() {
        return child.serverPid();
    }

    /** Kills all processes of the server as a crash would; the data stays. */
    void kill() {
        List<ProcessHandle> sessions = ProcessHandle.of(pid()).stream()
                .flatMap(ProcessHandle::children)
                .toList();
        child.crash();
        // They would end by themselves a moment later, and answer their clients until then.
        sessions.forEach(ProcessHandle::destroyForcibly);
    }

    /** Serves the same data on the same port again; ends a running server cleanly first. */
    void restart() {
        if (child.isAlive()) {
            child.stop();
        }
        long deadline = System.nanoTime() + options.startTimeout().toNanos();
        try {
            do {
                child = cluster.serve(port);
                if (awaitReady()) {
                    return;
                }
                // Sessions of the crashed server may hold its shared memory a little longer.
            } while (child.lastLines().contains("shared memory") && System.nanoTime() < deadline);
        } catch (IOException e) {
            throw Unavailable.postgres("Cannot restart the sandbox's PostgreSQL: " + e.getMessage(), e);
        }
        throw notReady(child.lastLines());
    }

    @Override
    public void close() {
        child.close();
        try {
            Folders.delete(cluster.folder());
        } catch (IOException e) {
            throw Unavailable.postgres("Cannot delete the sandbox's PostgreSQL folder " + cluster.folder(), e);
        }
    }

    private Connection open() throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", PostgresCluster.USER);
        properties.setProperty("password", PostgresCluster.PASSWORD);
        // Whatever else may have won the port doesn't have to answer.
        properties.setProperty("loginTimeout", "10");
        return DriverManager.getConnection(PostgresAddress.localUrl(port), properties);
    }

    /** False once the child has ended or the time is over. */
    private boolean awaitReady() {
        long deadline = System.nanoTime() + options.startTimeout().toNanos();
        while (child.isAlive() && System.nanoTime() < deadline) {
            try (Connection connection = open()) {
                // Another server may have won the port, so the child has to be alive as well.
                return connection.isValid(1) && child.isAlive();
            } catch (SQLException e) {
                pause();
            }
        }
        return false;
    }

    private void pause() {
        try {
            Thread.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            child.close();
            throw Unavailable.postgres("Interrupted", e);
        }
    }

    private RuntimeException notReady(String output) {
        String end = child.isAlive()
                ? "did not answer within " + options.startTimeout().toSeconds() + " s"
                : "ended before it answered";
        return Unavailable.postgres("The sandbox's PostgreSQL " + end + ". Its last output:\n" + output, null);
    }
}
