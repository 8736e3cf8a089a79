package dev.dpone.spi;

import java.util.List;
import java.util.Optional;

/**
 * What one delivery reads: a table or an authored statement, the columns wanted, and perhaps a window.
 *
 * @param table the table, when no statement is authored
 * @param sql the authored statement, else empty
 * @param columns the columns wanted, in order; empty means every column in the source's order
 * @param window which rows, by their values after any treatment
 * @param treatments what is done to the values of some columns before they are sent, in the order of the columns
 */
public record SourceQuery(
        TableRef table,
        Optional<String> sql,
        List<String> columns,
        Optional<Window> window,
        List<Treatment> treatments) {
    public SourceQuery {
        columns = List.copyOf(columns);
        treatments = List.copyOf(treatments);
    }

    /** A query that sends every value as it is. */
    public SourceQuery(TableRef table, Optional<String> sql, List<String> columns, Optional<Window> window) {
        this(table, sql, columns, window, List.of());
    }

    /** The same query, with the treatments of the plan's columns. */
    public SourceQuery treated(List<ColumnMapping> mappings) {
        return new SourceQuery(
                table,
                sql,
                columns,
                window,
                mappings.stream()
                        .flatMap(mapping -> mapping.treatment().stream())
                        .toList());
    }
}
