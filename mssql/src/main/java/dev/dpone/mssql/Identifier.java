package dev.dpone.mssql;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.TableRef;
import java.util.Collection;
import java.util.stream.Collectors;

/** A name that SQL Server keeps as it is. SQL text takes names from here only. */
record Identifier(String value) {
    /** UTF-16 units of {@code sysname}. */
    static final int MAX_LENGTH = 128;

    Identifier {
        if (value.isEmpty() || value.length() > MAX_LENGTH) {
            throw new DponeException(
                    ErrorCode.TARGET_NAME_INVALID,
                    "A SQL Server name must have 1 to " + MAX_LENGTH + " characters, but '" + value + "' has "
                            + value.length(),
                    "Use a shorter name; a column can be renamed with 'AS' in source.options.query.sql.");
        }
        if (value.indexOf('\0') >= 0) {
            throw new DponeException(
                    ErrorCode.TARGET_NAME_INVALID,
                    "A SQL Server name cannot hold U+0000",
                    "Use another name; a column can be renamed with 'AS' in source.options.query.sql.");
        }
    }

    String quoted() {
        return "[" + value.replace("]", "]]") + "]";
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
