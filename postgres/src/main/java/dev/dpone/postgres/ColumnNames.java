package dev.dpone.postgres;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.TechnicalColumns;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Which names the columns of a target table may have. */
final class ColumnNames {
    private static final String RESERVED_PREFIX = "__dpone__";
    private static final Set<String> SYSTEM = Set.of("tableoid", "xmin", "cmin", "xmax", "cmax", "ctid");

    /** PostgreSQL's own bound on the columns of a table, less the technical ones. */
    static final int MAX_COLUMNS = 1_600 - 2;

    private ColumnNames() {}

    static void check(String name) {
        Identifier identifier = new Identifier(name);
        if (identifier.value().toLowerCase(Locale.ROOT).startsWith(RESERVED_PREFIX)) {
            throw invalid(
                    "Column " + name + ": names that begin with " + RESERVED_PREFIX + " are dpone's own",
                    "Rename it with 'AS' in source.options.query.sql.");
        }
        if (SYSTEM.contains(name)) {
            throw invalid(
                    "Column " + name + ": PostgreSQL has a system column of that name",
                    "Rename it with 'AS' in source.options.query.sql.");
        }
    }

    static void check(List<ColumnMapping> columns) {
        if (columns.isEmpty() || columns.size() > MAX_COLUMNS) {
            throw invalid(
                    "A delivery to PostgreSQL must have 1 to " + MAX_COLUMNS + " columns, but has " + columns.size(),
                    "Choose columns with source.options.columns.");
        }
        Set<String> seen = new HashSet<>();
        for (ColumnMapping column : columns) {
            check(column.name());
            if (!seen.add(column.name())) {
                throw invalid(
                        "Column " + column.name() + " occurs twice",
                        "Rename one of them with 'AS' in source.options.query.sql.");
            }
        }
    }

    /** Business columns in plan order, then the technical ones. */
    static List<String> all(List<ColumnMapping> columns, TechnicalColumns technical) {
        List<String> names = new java.util.ArrayList<>();
        columns.forEach(column -> names.add(column.name()));
        if (technical == TechnicalColumns.MINIMAL) {
            names.add(TechnicalColumns.LOAD_ID);
            names.add(TechnicalColumns.LOADED_AT);
        }
        return names;
    }

    private static DponeException invalid(String message, String remedy) {
        return new DponeException(ErrorCode.TARGET_NAME_INVALID, message, remedy);
    }
}
