package dev.dpone.canonical;

import static java.util.Objects.requireNonNull;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.util.Optional;
import java.util.regex.Pattern;

/** What tells a delivery from any other: 1 to 128 of {@code [A-Za-z0-9_.:+-]}. Refused as {@code DPONE_RUN_ID_INVALID}. */
public record RunId(String value) {
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_.:+-]{1,128}");
    /** Not in the alphabet, so that no other run's file name can be the same. */
    private static final String LEADING_DOT = "%2E";

    public RunId {
        requireNonNull(value, "value is null");
        if (!FORM.matcher(value).matches()) {
            throw new DponeException(
                    ErrorCode.RUN_ID_INVALID,
                    "A run id must be 1 to 128 characters of A-Z a-z 0-9 _ . : + -, but was " + shown(value),
                    "Choose another --run-id, or leave it out for a new one.");
        }
    }

    /** The name of the run's files: the id itself, but never {@code .}, {@code ..} or hidden. */
    public String fileName() {
        return value.startsWith(".") ? LEADING_DOT + value.substring(1) : value;
    }

    /** The run whose {@link #fileName} this is; empty for any other file. */
    public static Optional<RunId> ofFileName(String name) {
        String value = name.startsWith(LEADING_DOT) ? "." + name.substring(LEADING_DOT.length()) : name;
        boolean own =
                FORM.matcher(value).matches() && new RunId(value).fileName().equals(name);
        return own ? Optional.of(new RunId(value)) : Optional.empty();
    }

    /** The value for a message: short, on one line, nothing that a terminal would act on. */
    private static String shown(String value) {
        if (value.isEmpty()) {
            return "empty";
        }
        String printable = value.replaceAll("[^ -~]", "?");
        return printable.length() <= 40
                ? "'" + printable + "'"
                : "'" + printable.substring(0, 40) + "...' (" + value.length() + " characters)";
    }

    @Override
    public String toString() {
        return value;
    }
}
