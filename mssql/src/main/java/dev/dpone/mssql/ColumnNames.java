package dev.dpone.mssql;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ColumnMapping;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Which names the columns of a target table may have. */
final class ColumnNames {
    private static final String RESERVED_PREFIX = "__dpone__";

    /** SQL Server's own bound on the columns of a table, less the technical ones. */
    static final int MAX_COLUMNS = 1_024 - 2;

    private ColumnNames() {}

    static void check(String name) {
        Identifier identifier = new Identifier(name);
        if (identifier.value().toLowerCase(Locale.ROOT).startsWith(RESERVED_PREFIX)) {
            throw invalid(
                    "Column " + name + ": names that begin with " + RESERVED_PREFIX + " are dpone's own",
                    "Rename it with 'AS' in source.options.query.sql.");
        }
    }

    static void check(List<ColumnMapping> columns) {
        if (columns.isEmpty() || columns.size() > MAX_COLUMNS) {
            throw invalid(
                    "A delivery to SQL Server must have 1 to " + MAX_COLUMNS + " columns, but has " + columns.size(),
                    "Choose columns with source.options.columns.");
        }
        Map<String, String> seen = new HashMap<>();
        for (ColumnMapping column : columns) {
            check(column.name());
            String twin = seen.put(folded(column.name()), column.name());
            if (twin != null) {
                throw invalid(
                        twin.equals(column.name())
                                ? "Column " + column.name() + " occurs twice"
                                : "Columns " + twin + " and " + column.name()
                                        + " have the same name where SQL Server ignores case",
                        "Rename one of them with 'AS' in source.options.query.sql.");
            }
        }
    }

    /** What most databases compare names by: case and trailing blanks do not count. */
    private static String folded(String name) {
        return name.stripTrailing().toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }

    private static DponeException invalid(String message, String remedy) {
        return new DponeException(ErrorCode.TARGET_NAME_INVALID, message, remedy);
    }
}
