package dev.dpone.sandbox;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One server of each kind per JVM, started on first use and stopped when the JVM ends; for tests. */
public final class SharedServers {
    private static final Lazy<ClickHouseServer> CLICKHOUSE =
            new Lazy<>(() -> ClickHouseServer.start(System.err::println));
    private static final Lazy<PostgresServer> POSTGRES = new Lazy<>(() -> PostgresServer.start(System.err::println));

    private SharedServers() {}

    /** The shared ClickHouse; callers use databases of their own in it and never close it. */
    public static ClickHouseServer clickhouse() {
        return CLICKHOUSE.get();
    }

    /** The shared PostgreSQL; callers use schemas of their own in it and never close or kill it. */
    public static PostgresServer postgres() {
        return POSTGRES.get();
    }

    private static final class Lazy<S extends AutoCloseable> {
        private final Object lock = new Object();
        private final Supplier<S> start;
        private @Nullable S server;

        Lazy(Supplier<S> start) {
            this.start = start;
        }

        S get() {
            synchronized (lock) {
                if (server == null) {
                    S started = start.get();
                    Runtime.getRuntime().addShutdownHook(new Thread(() -> close(started), "sandbox-stop"));
                    server = started;
                }
                return server;
            }
        }

        private static void close(AutoCloseable server) {
            try {
                server.close();
            } catch (Exception e) {
                System.err.println("Cannot stop a sandbox server: " + e.getMessage());
            }
        }
    }
}
