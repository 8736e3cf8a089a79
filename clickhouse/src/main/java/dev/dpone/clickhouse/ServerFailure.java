package dev.dpone.clickhouse;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;

/** Turns a server's message into the error a user meets. */
final class ServerFailure {
    private ServerFailure() {}

    /**
     * A failure of a statement.
     *
     * @param what the statement, to follow "ClickHouse at host:port failed"
     */
    static DponeException of(Address address, String what, ServerMessage message) {
        String remedy = refusal(message.code());
        boolean refused = !remedy.isEmpty();
        return new DponeException(
                refused ? ErrorCode.SOURCE_REFUSED : ErrorCode.SOURCE_FAILED,
                "ClickHouse at " + address + (refused ? " refused " : " failed ") + what + ": "
                        + (message.text().isEmpty() ? "no message given" : message.text()),
                refused ? remedy : failed(message.code()));
    }

    private static String failed(int code) {
        return switch (code) {
            case 159, 160 -> "Raise max_execution_time in the connection's settings, or narrow the query.";
            case 241 -> "Raise max_memory_usage in the connection's settings, or narrow the query.";
            case 307, 396, 158 ->
                "Raise the limit the message names in the connection's settings, or narrow the query.";
            case 394 -> "Find out who stopped the query, then run again.";
            default -> "Correct what the message says, then run again.";
        };
    }

    /** What to do about a statement that the server would not run; empty for a failure of one that ran. */
    private static String refusal(int code) {
        return switch (code) {
            case 192, 193, 194, 516 -> "Check username and password of the connection.";
            case 195, 291, 497 -> "Grant the user what the message names, or use another user.";
            case 164 -> "Let the user change settings: its profile needs readonly = 2 or 0, not 1.";
            case 452 -> "Remove the constraint on the setting the message names from the user's profile.";
            case 115 -> "Remove the unknown setting from the connection's settings.";
            case 60, 81 -> "Check the database of the connection and the table of the manifest.";
            case 36, 42, 43, 46, 47, 62, 63, 179, 184, 207, 215, 352 ->
                "Correct the columns or source.options.query.sql.";
            default -> "";
        };
    }
}
