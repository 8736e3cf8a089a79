package dev.dpone.evidence.report;

import java.util.Locale;

/** Text of a page. Whatever is not this program's own text goes through {@link #text} or {@link #attribute}. */
final class Markup {
    private final StringBuilder out = new StringBuilder();

    /** This program's own markup, as it is. */
    Markup raw(String markup) {
        out.append(markup);
        return this;
    }

    /** Anybody's text, as text. */
    Markup text(String anything) {
        out.append(escaped(anything));
        return this;
    }

    /** An attribute with anybody's value, with a blank before it. */
    Markup attribute(String name, String anything) {
        out.append(' ').append(name).append("=\"").append(escaped(anything)).append('"');
        return this;
    }

    /** An element with text in it. */
    Markup element(String name, String anything) {
        return raw("<" + name + ">").text(anything).raw("</" + name.split(" ", 2)[0] + ">");
    }

    /** A coordinate with one digit after the point. */
    static String number(double value) {
        String text = String.format(Locale.ROOT, "%.1f", value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }

    static String escaped(String anything) {
        StringBuilder safe = new StringBuilder(anything.length() + 16);
        for (int i = 0; i < anything.length(); i++) {
            char c = anything.charAt(i);
            switch (c) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                case '\'' -> safe.append("&#39;");
                case '\n', '\t' -> safe.append(c);
                default -> safe.append(Character.isISOControl(c) || isBidi(c) ? '\uFFFD' : c);
            }
        }
        return safe.toString();
    }

    /** Characters that turn the direction of what follows, and so could make a name read like another. */
    private static boolean isBidi(char c) {
        return (c >= '\u202A' && c <= '\u202E') || (c >= '\u2066' && c <= '\u2069');
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
