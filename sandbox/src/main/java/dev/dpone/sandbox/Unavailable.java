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
        return new DponeException(ErrorCode.SANDBOX_UNAVAILABLE, message, CLICKHOUSE_REMEDY, cause);
    }

    static DponeException postgres(String message, @Nullable Throwable cause) {
        return new DponeException(ErrorCode.SANDBOX_UNAVAILABLE, message, POSTGRES_REMEDY, cause);
    }
}
