package dev.dpone.mssql;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the server says of a value that it does not take: which rule the value breaks, and the row and column where it tells
 * them. The value itself, which some of its messages quote, is not in here.
 *
 * @param place such as {@code row 3, column note}, or empty
 */
record ValueRule(String place, String rule) {
    private static final String CONVERSION = "it cannot be converted to the column's type";
    private static final Pattern ROW = Pattern.compile("\\brow (\\d+)");
    private static final Pattern COLUMN = Pattern.compile(
            "column ['\"](?:\\[!BulkInsert]\\.)?([^'\"]+)['\"]|column \\d+ \\(([^)]+)\\)|destination column \\(([^)]+)\\)");
    /** The driver's own word, before anything is sent; it names types, not values. */
    private static final Pattern DRIVERS = Pattern.compile(
            "The given value of type .+ cannot be converted to type .+ of the specified target column (.+)\\.");

    private static final Pattern BULK_COLUMN = Pattern.compile("\\bcolid (\\d+)");

    /** The rule that an error with this number stands for; empty for errors that no value caused. */
    static Optional<ValueRule> of(int number, String message) {
        Matcher drivers = DRIVERS.matcher(message);
        if (number == 0 && drivers.matches()) {
            return Optional.of(new ValueRule("column " + drivers.group(1), CONVERSION));
        }
        String rule = switch (number) {
            case 515, 4869 -> "it is NULL, which the column does not take";
            case 2628, 8152, 4815, 4863, 4866, 4879, 7339 -> "it is longer than the column";
            case 511, 1701 -> "the row is longer than a page of the server takes";
            case 220, 232, 8115, 4867 -> "it is outside the range of the column's type";
            case 241, 242, 295, 517, 9807, 9809 -> "it is no date or time of the column's type";
            case ErrorRule.CONVERSION_FAILED, 248, 529, 4864, 8114, 8134, 8169, 9803 ->
                "it cannot be converted to the column's type";
            default -> "";
        };
        return rule.isEmpty() ? Optional.empty() : Optional.of(new ValueRule(place(number, message), rule));
    }

    /** Only of messages that are known to tell it: others may quote what a row holds. */
    private static String place(int number, String message) {
        boolean ofFile = number >= 4863 && number <= 4879;
        if (!ofFile && number != 515 && number != 2628 && number != 4815 && number != 7339) {
            return "";
        }
        String column = column(message);
        Matcher row = ROW.matcher(message);
        if (!ofFile || !row.find()) {
            return column;
        }
        return "row " + row.group(1) + (column.isEmpty() ? "" : ", " + column);
    }

    private static String column(String message) {
        Matcher named = COLUMN.matcher(message);
        if (named.find()) {
            for (int group = 1; group <= named.groupCount(); group++) {
                if (named.group(group) != null) {
                    return "column " + named.group(group);
                }
            }
        }
        Matcher numbered = BULK_COLUMN.matcher(message);
        return numbered.find() ? "column number " + numbered.group(1) : "";
    }

    /** Such as {@code column note: it is longer than the column}. */
    String text() {
        return (place.isEmpty() ? "a value: " : place + ": ") + rule;
    }
}
