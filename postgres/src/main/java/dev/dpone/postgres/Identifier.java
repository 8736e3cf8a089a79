package dev.dpone.postgres;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.TableRef;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.stream.Collectors;

/** A name that PostgreSQL keeps as it is. SQL text takes names from here only. */
record Identifier(String value) {
    /** Longer names would be cut by the server, silently. */
    static final int MAX_BYTES = 63;

    Identifier {
        int bytes = value.getBytes(StandardCharsets.UTF_8).length;
        if (value.isEmpty() || bytes > MAX_BYTES) {
            throw new DponeException(
                    ErrorCode.TARGET_NAME_INVALID,
                    "A PostgreSQL name must have 1 to " + MAX_BYTES + " bytes, but '" + value + "' has " + bytes,
                    "Use a shorter name; a column can be renamed with 'AS' in source.options.query.sql.");
        }
        if (value.indexOf('\0') >= 0) {
            throw new DponeException(
                    ErrorCode.TARGET_NAME_INVALID,
                    "A PostgreSQL name cannot hold U+0000",
                    "Use another name; a column can be renamed with 'AS' in source.options.query.sql.");
        }
    }

    String quoted() {
        return '"' + value.replace("\"", "\"\"") + '"';
    }

    static String quoted(String name) {
        return new Identifier(name).quoted();
    }

    static String quoted(TableRef table) {
        return quoted(table.schema()) + "." + quoted(table.name());
    }

    /** The names quoted, with commas between. */
    static String quotedList(Collection<String> names) {
        return names.stream().map(Identifier::quoted).collect(Collectors.joining(", "));
    }
}
