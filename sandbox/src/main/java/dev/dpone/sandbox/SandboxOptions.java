package dev.dpone.sandbox;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How the sandbox finds or starts its servers.
 *
 * @param cacheDirectory where downloads are kept between runs, outside any checkout
 * @param progress receives one sentence per slow step; called by the starting thread
 * @param clickhouseUrl a ClickHouse to use instead of starting one, such as {@code http://user:password@host:8123}
 * @param postgresUrl a PostgreSQL to use instead of starting one, as a JDBC URL
 * @param postgresBin a folder holding {@code initdb} and {@code postgres} to use instead of the bundled ones
 * @param postgresSettings server settings, passed on the command line
 * @param clickhouseMemoryBytes the memory ClickHouse may use for all its queries
 * @param startTimeout how long a server may take until it answers, downloads not counted
 */
public record SandboxOptions(
        Path cacheDirectory,
        Consumer<String> progress,
        @Nullable String clickhouseUrl,
        @Nullable String postgresUrl,
        @Nullable Path postgresBin,
        Map<String, String> postgresSettings,
        long clickhouseMemoryBytes,
        Duration startTimeout) {
    public static final String CLICKHOUSE_URL = "DPONE_SANDBOX_CLICKHOUSE_URL";
    public static final String POSTGRES_URL = "DPONE_SANDBOX_POSTGRES_URL";
    public static final String POSTGRES_BIN = "DPONE_SANDBOX_POSTGRES_BIN";
    static final String CACHE = "DPONE_CACHE";

    private static final long DEFAULT_CLICKHOUSE_MEMORY = 2L << 30;
    private static final Duration DEFAULT_START_TIMEOUT = Duration.ofSeconds(90);

    public SandboxOptions {
        requireNonNull(cacheDirectory, "cacheDirectory is null");
        requireNonNull(progress, "progress is null");
        postgresSettings = Map.copyOf(postgresSettings);
        requireNonNull(startTimeout, "startTimeout is null");
        if (clickhouseMemoryBytes <= 0) {
            throw new IllegalArgumentException(
                    "clickhouseMemoryBytes must be positive, but was " + clickhouseMemoryBytes);
        }
    }

    /** The defaults, changed by the environment variables named above. An empty variable counts as not set. */
    public static SandboxOptions fromEnvironment(Map<String, String> environment, Consumer<String> progress) {
        String bin = value(environment, POSTGRES_BIN);
        return new SandboxOptions(
                cacheDirectory(environment),
                progress,
                value(environment, CLICKHOUSE_URL),
                value(environment, POSTGRES_URL),
                bin == null ? null : Path.of(bin),
                Map.of(),
                DEFAULT_CLICKHOUSE_MEMORY,
                DEFAULT_START_TIMEOUT);
    }

    /** The same options with other PostgreSQL settings, such as {@code max_connections} or {@code fsync}. */
    public SandboxOptions withPostgresSettings(Map<String, String> settings) {
        return new SandboxOptions(
                cacheDirectory,
                progress,
                clickhouseUrl,
                postgresUrl,
                postgresBin,
                settings,
                clickhouseMemoryBytes,
                startTimeout);
    }

    /** The same options with another cap on the memory ClickHouse uses. */
    public SandboxOptions withClickhouseMemory(long bytes) {
        return new SandboxOptions(
                cacheDirectory,
                progress,
                clickhouseUrl,
                postgresUrl,
                postgresBin,
                postgresSettings,
                bytes,
                startTimeout);
    }

    void report(String step) {
        progress.accept(step);
    }

    private static Path cacheDirectory(Map<String, String> environment) {
        String own = value(environment, CACHE);
        if (own != null) {
            return Path.of(own).toAbsolutePath();
        }
        String shared = value(environment, "XDG_CACHE_HOME");
        Path parent = shared != null && Path.of(shared).isAbsolute()
                ? Path.of(shared)
                : Path.of(System.getProperty("user.home"), ".cache").toAbsolutePath();
        return parent.resolve("dpone");
    }

    private static @Nullable String value(Map<String, String> environment, String name) {
        String value = environment.get(name);
        return value == null || value.isBlank() ? null : value;
    }
}
