package dev.dpone.mssql;

import dev.dpone.error.ErrorCode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What one of the server's errors means to a user.
 *
 * @param shown the message without what may quote rows
 */
record ErrorRule(ErrorCode code, String shown, String remedy) {
    static final int PERMISSION_DENIED = 229;
    static final int CONVERSION_FAILED = 245;
    static final int SESSION_KILLED = 596;
    static final int FILEGROUP_FULL = 1105;
    static final int SNAPSHOT_CONFLICT = 3960;
    static final int TRUNCATED = 8152;

    /** Errors from here on are raised by triggers and procedures, in words of their own. */
    private static final int FIRST_OF_USERS = 50_000;

    private static final Pattern CONSTRAINT = Pattern.compile("(?:constraint|index) ['\"]([^'\"]+)['\"]");

    /** Where messages begin to quote a row. */
    private static final Pattern VALUES = Pattern.compile(
            "\\s*(?:The duplicate key value is|Truncated value:|Key \\(|DETAIL:|Failing row).*", Pattern.DOTALL);

    static ErrorRule of(int number, String message) {
        String safe = SqlErrors.firstLine(VALUES.matcher(message).replaceFirst(""));
        return switch (number) {
            case SqlErrors.DEADLOCK, SNAPSHOT_CONFLICT, 3961, 41302, 41305, 41325 ->
                new ErrorRule(
                        ErrorCode.TARGET_CONFLICT, safe, "Run the delivery again; another transaction was in its way.");
            case SqlErrors.LOCK_TIMEOUT ->
                new ErrorRule(
                        ErrorCode.TARGET_BUSY,
                        safe,
                        "Wait until the transaction that holds the lock ends (see sys.dm_tran_locks), then run again.");
            case 40197, 40501, 40540, 40613, 49918, 49919, 49920, 10928, 10929, 17142, 17187, 6005 ->
                new ErrorRule(
                        ErrorCode.TARGET_UNREACHABLE,
                        safe,
                        "Check that the server is running and takes connections, then run again.");
            case SESSION_KILLED ->
                new ErrorRule(
                        ErrorCode.TARGET_CONNECTION_LOST, safe, "Find out who killed the session, then run again.");
            default -> resources(number, safe);
        };
    }

    private static ErrorRule resources(int number, String safe) {
        return switch (number) {
            case 9002 ->
                new ErrorRule(
                        ErrorCode.TARGET_FAILED,
                        safe,
                        "Back up or enlarge the transaction log (see log_reuse_wait_desc in sys.databases), or deliver"
                                + " less at once.");
            case FILEGROUP_FULL, 1101, 5149, 9001, 40544 ->
                new ErrorRule(
                        ErrorCode.TARGET_FAILED,
                        safe,
                        "Free or add space in the database's files, then run the delivery again.");
            case 701, 802, 8645, 8651, 8902 ->
                new ErrorRule(
                        ErrorCode.TARGET_FAILED, safe, "Give the server more memory, or lower import_parallelism.");
            default -> access(number, safe);
        };
    }

    private static ErrorRule access(int number, String safe) {
        return switch (number) {
            case 18456, 18452, 18470, 18486, 18487, 18488, 15404 ->
                new ErrorRule(ErrorCode.TARGET_REFUSED, safe, "Check the connection's username and password.");
            case 4060, 911, 916 ->
                new ErrorRule(
                        ErrorCode.TARGET_REFUSED,
                        safe,
                        "Correct the connection's database, or create it and give the login a user in it.");
            case 40615 ->
                new ErrorRule(
                        ErrorCode.TARGET_REFUSED, safe, "Let this client's address through the server's firewall.");
            case PERMISSION_DENIED, 230, 262, 297, 300, 1088, 2760, 3704, 4834, 6102, 15151, 15247 ->
                new ErrorRule(ErrorCode.TARGET_REFUSED, safe, "Grant dpone's login the permission it lacks.");
            case 3906, 3908, 976, 978, 983 ->
                new ErrorRule(ErrorCode.TARGET_REFUSED, safe, "Connect to the primary, where transactions may write.");
            default -> rows(number, safe);
        };
    }

    private static ErrorRule rows(int number, String safe) {
        return switch (number) {
            case 2601, 2627, 547, 334, 544 ->
                new ErrorRule(
                        ErrorCode.TARGET_REFUSED,
                        safe,
                        "Correct the rows in the source, or change the target's constraint" + constraint(safe) + ".");
            default -> ValueRule.of(number, safe).map(ErrorRule::rejected).orElseGet(() -> others(number, safe));
        };
    }

    private static ErrorRule rejected(ValueRule value) {
        return new ErrorRule(
                ErrorCode.VALUE_REJECTED,
                value.text(),
                "Change the value in the query, or choose another type in sink.types; 'dpone plan' prints the types.");
    }

    private static ErrorRule others(int number, String safe) {
        return new ErrorRule(
                ErrorCode.TARGET_FAILED,
                number >= FIRST_OF_USERS && number < 1_000_000
                        ? "a trigger or procedure of the database raised an error"
                        : safe,
                "Look up the error's number and the server's log for the cause.");
    }

    private static String constraint(String message) {
        Matcher matcher = CONSTRAINT.matcher(message);
        return matcher.find() ? " " + matcher.group(1) : "";
    }
}
