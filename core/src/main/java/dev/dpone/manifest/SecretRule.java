package dev.dpone.manifest;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** What counts as a secret in a file that must not hold one. */
final class SecretRule {
    /** Begins at the colon: one that begins at the scheme takes quadratic time over a long word. */
    private static final Pattern USER_AND_PASSWORD = Pattern.compile("(?<=[A-Za-z0-9])://[^\\s/@:]*:[^\\s/@]+@");

    private static final Pattern PARAMETER =
            Pattern.compile("(?i)[?&;](password|passwd|pwd|token|secret|access_?key|api_?key)=[^&;\\s]");
    private static final List<String> WORDS = List.of(
            "password", "passwd", "passphrase", "secret", "token", "apikey", "accesskey", "privatekey", "credential");

    private SecretRule() {}

    /** Whether a key by this name is there to hold a secret. */
    static boolean namesSecret(String key) {
        String word = key.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
        return word.equals("pwd") || WORDS.stream().anyMatch(word::contains);
    }

    /** Whether a text is a URL with a password or a parameter that is one. */
    static boolean holdsSecret(String text) {
        return USER_AND_PASSWORD.matcher(text).find() || PARAMETER.matcher(text).find();
    }

    /** Reports each text that holds a secret, at any depth. */
    static void checkTexts(Value value, Problems problems) {
        if (value instanceof Scalar scalar && holdsSecret(scalar.text())) {
            report(problems, scalar.place(), scalar.path());
        } else if (value instanceof Items items) {
            items.values().forEach(item -> checkTexts(item, problems));
        } else if (value instanceof Entries mapping) {
            mapping.entries().values().forEach(entry -> checkTexts(entry.value(), problems));
        }
    }

    /** Reports each key whose name says that it holds a secret, at any depth of a part whose keys are free. */
    static void checkNames(Value value, Problems problems) {
        if (value instanceof Items items) {
            items.values().forEach(item -> checkNames(item, problems));
        } else if (value instanceof Entries mapping) {
            mapping.entries().forEach((key, entry) -> {
                if (namesSecret(key)) {
                    report(problems, entry.place(), Value.child(mapping.path(), key));
                } else {
                    checkNames(entry.value(), problems);
                }
            });
        }
    }

    static void report(Problems problems, Place place, String path) {
        problems.add(
                place,
                path,
                "must not hold a secret",
                "Write it as the password of a connection in connections.yaml, or set DPONE_CONN_<ID>_PASSWORD.");
    }
}
