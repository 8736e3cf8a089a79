package dev.dpone.clickhouse;

import dev.dpone.spi.TableRef;
import java.util.List;

/** Pieces of ClickHouse SQL, quoted so that no name or value can end its own quotes. */
final class Sql {
    private static final int SHOWN = 200;

    private Sql() {}

    static String identifier(String name) {
        return "`" + escape(name, '`') + "`";
    }

    static String literal(String value) {
        return "'" + escape(value, '\'') + "'";
    }

    private static String escape(String text, char quote) {
        StringBuilder out = new StringBuilder(text.length() + 8);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\0' -> out.append("\\0");
                default -> {
                    if (c == quote) {
                        out.append('\\');
                    }
                    out.append(c);
                }
            }
        }
        return out.toString();
    }

    static String table(TableRef table) {
        return identifier(table.schema()) + "." + identifier(table.name());
    }

    static String identifiers(List<String> names) {
        StringBuilder out = new StringBuilder();
        for (String name : names) {
            out.append(out.isEmpty() ? "" : ", ").append(identifier(name));
        }
        return out.toString();
    }

    /** The text as shown in messages: a long one is cut. */
    static String shortened(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    }
}
