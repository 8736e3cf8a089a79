package dev.dpone.canonical;

import dev.dpone.digest.Sha256;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * JSON with one spelling per value: keys sorted by UTF-16 code unit, no white space, as RFC 8785 has it. Values are maps with
 * string keys, collections, strings, booleans, longs and ints, decimals as {@link CanonicalDecimal} admits them, and
 * optionals, which are null or their content. Anything else is refused with {@link IllegalArgumentException}: so are sets
 * without an order, binary fractions, and text that UTF-8 cannot hold, as their spelling would not be the same twice.
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

    private static void write(StringBuilder out, @Nullable Object value, boolean sorted) {
        if (value instanceof Map<?, ?> map) {
            writeMap(out, map, sorted);
        } else if (value instanceof Collection<?> items && !(value instanceof Set && !(value instanceof SortedSet))) {
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
        } else if (value instanceof BigDecimal decimal) {
            out.append(CanonicalDecimal.of(decimal).toPlainString());
        } else {
            throw new IllegalArgumentException("Canonical JSON has no form for "
                    + (value == null ? "null" : value.getClass().getName()));
        }
    }

    private static void writeMap(StringBuilder out, Map<?, ?> map, boolean sorted) {
        for (Object key : map.keySet()) {
            if (!(key instanceof String)) {
                throw new IllegalArgumentException("Canonical JSON has text as keys, not " + key);
            }
        }
        // A copy by entries: a sorted map would lend its own order instead.
        Map<Object, @Nullable Object> entries = sorted ? new TreeMap<>() : new LinkedHashMap<>();
        entries.putAll(map);
        String comma = "{";
        for (Map.Entry<Object, @Nullable Object> entry : entries.entrySet()) {
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
                        out.append("\\u").append(HexFormat.of().toHexDigits(c));
                    } else if (Character.isSurrogate(c)) {
                        i = writePair(out, text, i);
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }

    /** Both halves of the character at {@code at}; returns where the second is. */
    private static int writePair(StringBuilder out, String text, int at) {
        int end = at + 1;
        if (end == text.length() || !Character.isSurrogatePair(text.charAt(at), text.charAt(end))) {
            throw new IllegalArgumentException("Canonical JSON has no form for half a surrogate pair, at " + at);
        }
        out.append(text, at, end + 1);
        return end;
    }
}
