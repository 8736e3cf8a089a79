package dev.dpone.postgres;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.sql.SQLException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** The one place that turns the driver's errors into dpone's. The server's DETAIL may hold rows and is never shown. */
final class SqlErrors {
    /** A lock was not to be had within lock_timeout. */
    static final String LOCK_NOT_AVAILABLE = "55P03";

    private SqlErrors() {}

    /**
     * @param doing what failed, to follow "Cannot ", such as {@code create the prepared table}
     */
    static DponeException translate(String doing, SQLException error) {
        String state = state(error);
        if (isTls(error)) {
            return new DponeException(
                    ErrorCode.TARGET_TLS,
                    "Cannot " + doing + ": the TLS connection failed: " + deepest(error),
                    "Check the server's certificate and name, or set ca_cert (or secure) of the connection.",
                    error);
        }
        Rule rule = rule(state, error);
        return new DponeException(rule.code(), message(doing, state, error), rule.remedy(), error);
    }

    private record Rule(ErrorCode code, String remedy) {}

    private static Rule rule(String state, SQLException error) {
        return switch (state) {
            case "08001", "08004", "57P03", "53300" ->
                new Rule(
                        ErrorCode.TARGET_UNREACHABLE,
                        "Check that the server is running at that host and port and takes connections.");
            case "40001", "40P01" ->
                new Rule(ErrorCode.TARGET_CONFLICT, "Run the delivery again; another transaction was in its way.");
            case LOCK_NOT_AVAILABLE ->
                new Rule(
                        ErrorCode.TARGET_BUSY,
                        "Wait until the transaction that holds the lock ends (see pg_locks), then run again.");
            case "57014" ->
                new Rule(
                        ErrorCode.TARGET_FAILED,
                        "Raise statement_timeout for dpone's role, or find out who cancelled the statement.");
            case "53100" ->
                new Rule(ErrorCode.TARGET_FAILED, "Free disk space on the target server, then run the delivery again.");
            case "25006" -> new Rule(ErrorCode.TARGET_REFUSED, "Connect to the primary, where transactions may write.");
            case "3D000" -> new Rule(ErrorCode.TARGET_REFUSED, "Correct the connection's database, or create it.");
            case "42501" -> new Rule(ErrorCode.TARGET_REFUSED, "Grant dpone's role the permission it lacks.");
            default -> byClass(state, error);
        };
    }

    private static Rule byClass(String state, SQLException error) {
        if (isConnectionLoss(state)) {
            return new Rule(
                    ErrorCode.TARGET_CONNECTION_LOST, "Check the network and the server's log, then run again.");
        }
        if (state.startsWith("28")) {
            return new Rule(ErrorCode.TARGET_REFUSED, "Check the connection's username and password.");
        }
        if (state.equals("23503")) {
            return new Rule(
                    ErrorCode.TARGET_REFUSED,
                    "Deliver rows that foreign key" + constraint(error)
                            + " allows; if it refers to rows that are replaced, make it DEFERRABLE.");
        }
        if (state.startsWith("23")) {
            return new Rule(
                    ErrorCode.TARGET_REFUSED,
                    "Correct the rows in the source, or change the target's constraint" + constraint(error) + ".");
        }
        return new Rule(ErrorCode.TARGET_FAILED, "Look up the SQLSTATE and the server's log for the cause.");
    }

    /** Whether the session is gone or going. */
    static boolean isConnectionLoss(String state) {
        return state.startsWith("08") || state.startsWith("57P") || state.equals("25P03") || state.equals("25P04");
    }

    /** Whether the server itself said that the statement failed, while the session lives on. */
    static boolean isServersVerdict(SQLException error) {
        return error instanceof PSQLException server
                && server.getServerErrorMessage() != null
                && !isConnectionLoss(state(error));
    }

    static String state(SQLException error) {
        String state = error.getSQLState();
        return state == null ? "" : state;
    }

    private static String message(String doing, String state, SQLException error) {
        String text;
        if (state.startsWith("22") || state.startsWith("P0")) {
            // These messages may quote values.
            text = "the server found a value it cannot take" + column(error);
        } else {
            ServerErrorMessage server = serverMessage(error);
            text = server != null && server.getMessage() != null ? server.getMessage() : firstLine(error.getMessage());
        }
        return "Cannot " + doing + ": " + text + (state.isEmpty() ? "" : " (SQLSTATE " + state + ")");
    }

    private static String firstLine(@Nullable String message) {
        return message == null
                ? "the driver gave no reason"
                : message.lines().findFirst().orElse("");
    }

    private static @Nullable ServerErrorMessage serverMessage(SQLException error) {
        return error instanceof PSQLException server ? server.getServerErrorMessage() : null;
    }

    private static String column(SQLException error) {
        ServerErrorMessage server = serverMessage(error);
        return server == null || server.getColumn() == null ? "" : " in column " + server.getColumn();
    }

    private static String constraint(SQLException error) {
        ServerErrorMessage server = serverMessage(error);
        return server == null || server.getConstraint() == null ? "" : " " + server.getConstraint();
    }

    private static boolean isTls(SQLException error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof SSLException || cause instanceof java.security.GeneralSecurityException) {
                return true;
            }
        }
        // The driver's own messages, in whatever language: these words stay in all of them.
        String message = error.getMessage();
        return serverMessage(error) == null
                && message != null
                && (message.contains("SSL") || message.contains("HostnameVerifier"));
    }

    private static String deepest(Throwable error) {
        Throwable cause = error;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return firstLine(cause.getMessage());
    }
}
