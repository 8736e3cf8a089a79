package dev.dpone.manifest;

import java.util.regex.Pattern;

/** Authored text as messages show it: one short line of printable characters, without secrets. */
final class Shown {
    private static final int MOST = 60;
    private static final Pattern PLAIN_KEY = Pattern.compile("[A-Za-z0-9_<>/$-]+");

    private Shown() {}

    /** A value that is text. */
    static String text(String text) {
        return SecretRule.holdsSecret(text) ? "text with a secret in it" : '"' + shortened(text) + '"';
    }

    /** A key, quoted when it is not a plain word. */
    static String key(String key) {
        return PLAIN_KEY.matcher(key).matches() ? shortened(key) : text(key);
    }

    /** At most {@value #MOST} characters, control characters as {@code \}{@code uXXXX}. */
    static String shortened(String text) {
        StringBuilder out = new StringBuilder();
        text.codePoints().limit(MOST).forEach(c -> {
            int type = Character.getType(c);
            if (type == Character.CONTROL || type == Character.FORMAT || type == Character.LINE_SEPARATOR) {
                out.append(String.format("\\u%04x", c));
            } else {
                out.appendCodePoint(c);
            }
        });
        return text.codePointCount(0, text.length()) > MOST ? out.append("...").toString() : out.toString();
    }
}
