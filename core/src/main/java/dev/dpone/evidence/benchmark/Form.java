package dev.dpone.evidence.benchmark;

import dev.dpone.canonical.CanonicalDecimal;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The forms that values of the documents have, as their schemas say. What has another is an {@link IllegalArgumentException}. */
final class Form {
    static final int MOST_ITEMS = 4_096;
    static final int MOST_REASONS = 256;
    private static final int MOST_CHARACTERS = 1_000;

    private static final BigDecimal MOST_SECONDS = BigDecimal.valueOf(100_000_000);
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_.:+-]{1,128}");
    private static final Pattern TEXT =
            Pattern.compile("[^\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029\\ud800-\\udfff]{1,1000}");
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}|unknown");

    private Form() {}

    /** A name that machines chose. */
    static void token(String what, String value) {
        check(what, value, TOKEN, "1 to 128 characters of A-Z a-z 0-9 _ . : + -");
    }

    /** One printable line. */
    static void text(String what, String value) {
        check(what, value, TEXT, "one line of 1 to 1000 printable characters");
    }

    static void sha256(String what, String value) {
        check(what, value, SHA256, "a SHA-256 in lower-case hex");
    }

    static void commit(String what, String value) {
        check(what, value, COMMIT, "a commit's hash in lower-case hex, or unknown");
    }

    private static void check(String what, String value, Pattern form, String words) {
        if (!form.matcher(value).matches()) {
            throw new IllegalArgumentException(what + " must be " + words);
        }
    }

    static void atLeast(String what, long minimum, long value) {
        if (value < minimum) {
            throw new IllegalArgumentException(what + " must be " + minimum + " or more, but was " + value);
        }
    }

    /** Seconds in canonical form; something that took no time was not measured, nor was what took three years. */
    static BigDecimal seconds(String what, BigDecimal value) {
        if (value.signum() <= 0 || value.compareTo(MOST_SECONDS) > 0) {
            throw new IllegalArgumentException(what + " must be above 0 and at most " + MOST_SECONDS);
        }
        return CanonicalDecimal.of(value);
    }

    static Optional<String> texts(String what, Optional<String> value) {
        value.ifPresent(text -> text(what, text));
        return value;
    }

    /** Reasons as a document holds them: however long and many they are, what comes first stays. */
    static List<String> reasons(List<String> all) {
        List<String> kept =
                all.stream().limit(MOST_REASONS).map(Form::shortened).toList();
        return all.size() > MOST_REASONS
                ? Stream.concat(kept.stream(), Stream.of("and " + (all.size() - MOST_REASONS) + " more"))
                        .toList()
                : kept;
    }

    private static String shortened(String text) {
        int characters = text.codePointCount(0, text.length());
        return characters <= MOST_CHARACTERS
                ? text
                : text.substring(0, text.offsetByCodePoints(0, MOST_CHARACTERS - 3)) + "...";
    }

    static List<String> texts(String what, List<String> values) {
        values.forEach(value -> text(what, value));
        return unique(what, values, text -> text);
    }

    /** A copy, of which no two items have the same key. */
    static <T> List<T> unique(String what, List<T> items, Function<T, ?> key) {
        if (items.size() > MOST_ITEMS) {
            throw new IllegalArgumentException(what + " must be at most " + MOST_ITEMS + ", but are " + items.size());
        }
        Set<Object> seen = new HashSet<>();
        for (T item : items) {
            if (!seen.add(key.apply(item))) {
                throw new IllegalArgumentException(what + " name " + key.apply(item) + " twice");
            }
        }
        return List.copyOf(items);
    }

    /** A sorted copy with tokens as keys. */
    static <T> SortedMap<String, T> named(String what, Map<String, T> values) {
        if (values.size() > MOST_ITEMS) {
            throw new IllegalArgumentException(what + " must be at most " + MOST_ITEMS + ", but are " + values.size());
        }
        values.keySet().forEach(name -> token("a name in " + what, name));
        return Collections.unmodifiableSortedMap(new TreeMap<>(values));
    }
}
