package dev.dpone.mssql;

import java.util.Locale;

/** Babelfish answers most failures with one number and PostgreSQL's text: here they get SQL Server's number back. */
final class BabelfishErrors {
    private static final int UNMAPPED = 33_557_097;

    private BabelfishErrors() {}

    static int renumbered(int number, String message) {
        if (number != UNMAPPED) {
            return number;
        }
        String text = message.toLowerCase(Locale.ROOT);
        if (text.contains("due to lock timeout")) {
            return SqlErrors.LOCK_TIMEOUT;
        } else if (text.contains("could not serialize access")) {
            return ErrorRule.SNAPSHOT_CONFLICT;
        } else if (text.startsWith("permission denied") || text.startsWith("must be owner")) {
            return ErrorRule.PERMISSION_DENIED;
        } else if (text.startsWith("could not extend file") || text.contains("no space left on device")) {
            return ErrorRule.FILEGROUP_FULL;
        } else if (text.startsWith("terminating connection")) {
            return ErrorRule.SESSION_KILLED;
        } else if (text.startsWith("value too long")) {
            return ErrorRule.TRUNCATED;
        } else if (text.startsWith("invalid input syntax")
                || text.contains("byte sequence")
                || text.contains("out of range")
                || text.contains("value")) {
            return ErrorRule.CONVERSION_FAILED;
        }
        return number;
    }
}
