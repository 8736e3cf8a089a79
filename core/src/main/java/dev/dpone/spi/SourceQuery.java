package dev.dpone.spi;

import java.util.List;
import java.util.Optional;

/**
 * What one delivery reads: a table or an authored statement, the columns wanted, and perhaps a window.
 *
 * @param table the table, when no statement is authored
 * @param sql the authored statement, else empty
 * @param columns the columns wanted, in order; empty means every column in the source's order
 */
public record SourceQuery(TableRef table, Optional<String> sql, List<String> columns, Optional<Window> window) {
    public SourceQuery {
        columns = List.copyOf(columns);
    }
}
