package dev.dpone.canonical;

import dev.dpone.digest.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * JSON with one spelling per value: keys sorted by UTF-16 code unit, no white space, integers only, as RFC 8785 has it
 * for values without fractions. Values are maps with string keys, collections, strings, booleans, longs and ints, and
 * optionals, which are null or their content. Anything else is refused.
 */
public final class CanonicalJson {
    private CanonicalJson() {}

    /** The text of a value. */
    public static String text(Object value) {
        StringBuilder out = new StringBuilder();
        write(out, value, true);
        return out.toString();
    }

    /** The same with keys in the maps' own order: for records whose field order is part of a contract. */
    public static String orderedText(Object value) {
        StringBuilder out = new StringBuilder();
        write(out, value, false);
        return out.toString();
    }

    /** Lower-case hex SHA-256 of the value's canonical text. */
    public static String fingerprint(Object value) {
        return Sha256.hexOf(text(value).getBytes(StandardCharsets.UTF_8));
    }

    private static void write(StringBuilder out, Object value, boolean sorted) {
        if (value instanceof Map<?, ?> map) {
            writeMap(out, map, sorted);
        } else if (value instanceof Collection<?> items) {
            String comma = "[";
            for (Object item : items) {
                out.append(comma);
                write(out, item, sorted);
                comma = ",";
            }
            out.append(items.isEmpty() ? "[]" : "]");
        } else if (value instanceof Optional<?> optional) {
            optional.ifPresentOrElse(content -> write(out, content, sorted), () -> out.append("null"));
        } else if (value instanceof String text) {
            writeString(out, text);
        } else if (value instanceof Long || value instanceof Integer || value instanceof Boolean) {
            out.append(value);
        } else {
            throw new IllegalArgumentException(
                    "Canonical JSON has no form for " + value.getClass().getName());
        }
    }

    private static void writeMap(StringBuilder out, Map<?, ?> map, boolean sorted) {
        Map<?, ?> entries = sorted ? new TreeMap<>(map) : map;
        String comma = "{";
        for (Map.Entry<?, ?> entry : entries.entrySet()) {
            out.append(comma);
            writeString(out, (String) entry.getKey());
            out.append(':');
            write(out, entry.getValue(), sorted);
            comma = ",";
        }
        out.append(entries.isEmpty() ? "{}" : "}");
    }

    private static void writeString(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\b' -> out.append("\\b");
                case '\f' -> out.append("\\f");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < 0x20) {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }
}
