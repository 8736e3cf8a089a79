package dev.dpone.mssql;

import com.microsoft.sqlserver.jdbc.SQLServerError;
import com.microsoft.sqlserver.jdbc.SQLServerException;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.sql.SQLException;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** The one place that turns the driver's errors into dpone's. Messages that may quote rows are cut or never shown. */
final class SqlErrors {
    static final int DEADLOCK = 1205;
    static final int LOCK_TIMEOUT = 1222;

    /** From here on an error ends its session. */
    private static final int FATAL_SEVERITY = 20;

    private SqlErrors() {}

    /**
     * @param doing what failed, to follow "Cannot ", such as {@code create the prepared table}
     */
    static DponeException translate(String doing, SQLException error) {
        return of(doing, error, false);
    }

    /** As {@link #translate}, for a session that was never there: what fails then may be tried again. */
    static DponeException translateConnecting(String doing, SQLException error) {
        return of(doing, error, true);
    }

    private static DponeException of(String doing, SQLException error, boolean connecting) {
        if (isTls(error)) {
            return new DponeException(
                    ErrorCode.TARGET_TLS,
                    "Cannot " + doing + ": the TLS connection failed: " + deepest(error),
                    "Check the server's certificate and name, or set ca_cert (or secure) of the connection.",
                    error);
        }
        if (serverError(error) == null && error.getErrorCode() == 0 && (connecting || isConnectionLoss(error))) {
            return connecting
                    ? new DponeException(
                            ErrorCode.TARGET_UNREACHABLE,
                            "Cannot " + doing + ": " + firstLine(error.getMessage()),
                            "Check that the server is running at that host and port and takes connections.",
                            error)
                    : lost(doing, firstLine(error.getMessage()), error);
        }
        int number = number(error);
        ErrorRule rule = ErrorRule.of(number, text(error));
        String shown = rule.shown() + suffix(number);
        SQLException cause = rule.shown().equals(text(error)) ? error : withoutRows(error, rule.shown());
        if (rule.code() == ErrorCode.TARGET_FAILED && isConnectionLoss(error)) {
            return lost(doing, shown, cause);
        }
        return new DponeException(rule.code(), "Cannot " + doing + ": " + shown, rule.remedy(), cause);
    }

    /** The same failure for the stack trace that --debug prints. */
    private static SQLException withoutRows(SQLException error, String shown) {
        SQLException cause = new SQLException(shown, error.getSQLState(), error.getErrorCode());
        cause.setStackTrace(error.getStackTrace());
        return cause;
    }

    private static DponeException lost(String doing, String text, SQLException error) {
        return new DponeException(
                ErrorCode.TARGET_CONNECTION_LOST,
                "Cannot " + doing + ": " + text,
                "Check the network and the server's log, then run again.",
                error);
    }

    private static String suffix(int number) {
        return number == 0 ? "" : " (error " + number + ")";
    }

    /** The rule's number for what failed: Babelfish gives one number to nearly everything. */
    static int number(SQLException error) {
        return BabelfishErrors.renumbered(error.getErrorCode(), text(error));
    }

    /** Which rule a value broke, where the server failed for its sake. */
    static Optional<ValueRule> valueRule(SQLException error) {
        return ValueRule.of(number(error), text(error));
    }

    /** As {@link #translate}, for a refused value whose place was found; where it was not, the server's word counts. */
    static DponeException refused(String doing, SQLException error, String place) {
        DponeException asTold = translate(doing, error);
        Optional<ValueRule> rule = valueRule(error);
        if (place.isEmpty() || rule.isEmpty()) {
            return asTold;
        }
        return new DponeException(
                asTold.code(),
                "Cannot " + doing + ": " + new ValueRule(place, rule.get().rule()).text() + suffix(number(error)),
                asTold.remedy(),
                asTold.getCause());
    }

    /** Whether the session is gone or going. */
    static boolean isConnectionLoss(SQLException error) {
        SQLServerError server = serverError(error);
        if (server != null) {
            return server.getErrorSeverity() >= FATAL_SEVERITY;
        }
        String state = error.getSQLState();
        return state != null && state.startsWith("08");
    }

    /** Whether the server itself said that the statement failed, while the session lives on. */
    static boolean isServersVerdict(SQLException error) {
        return serverError(error) != null && !isConnectionLoss(error);
    }

    private static @Nullable SQLServerError serverError(SQLException error) {
        return error instanceof SQLServerException server ? server.getSQLServerError() : null;
    }

    private static String text(SQLException error) {
        SQLServerError server = serverError(error);
        String message = server == null ? error.getMessage() : server.getErrorMessage();
        return message == null ? "the driver gave no reason" : message;
    }

    static String firstLine(@Nullable String message) {
        return message == null
                ? "the driver gave no reason"
                : message.lines().findFirst().orElse("");
    }

    private static boolean isTls(Throwable error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof SSLException || cause instanceof GeneralSecurityException) {
                return !(root(cause) instanceof IOException io) || io instanceof SSLException;
            }
        }
        String message = error.getMessage();
        return message != null && message.contains("does not support SSL");
    }

    private static Throwable root(Throwable error) {
        Throwable cause = error;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    private static String deepest(Throwable error) {
        return firstLine(root(error).getMessage());
    }
}
