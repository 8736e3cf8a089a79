package dev.dpone.sandbox;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/** The sandbox errors: each names the way around, an own server. */
final class Unavailable {
    private static final String CLICKHOUSE_REMEDY = "Set " + SandboxOptions.CLICKHOUSE_URL
            + " to a ClickHouse of your own, such as http://user:password@host:8123.";
    private static final String POSTGRES_REMEDY = "Set " + SandboxOptions.POSTGRES_URL
            + " to a PostgreSQL of your own, such as jdbc:postgresql://host:5432/database?user=u&password=p.";

    private Unavailable() {}

    static DponeException clickhouse(String message, @Nullable Throwable cause) {
        return unavailable(message, CLICKHOUSE_REMEDY, cause);
    }

    static DponeException postgres(String message, @Nullable Throwable cause) {
        return unavailable(message, POSTGRES_REMEDY, cause);
    }

    /** Waits and file locks fail in many ways when the thread is interrupted; then the interrupt is the reason. */
    private static DponeException unavailable(String message, String remedy, @Nullable Throwable cause) {
        if (Thread.currentThread().isInterrupted()) {
            return new DponeException(
                    ErrorCode.INTERRUPTED_BY_USER,
                    "Interrupted while the sandbox was starting",
                    "Run the command again.",
                    cause);
        }
        return new DponeException(ErrorCode.SANDBOX_UNAVAILABLE, message, remedy, cause);
    }
}
