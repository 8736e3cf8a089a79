package dev.dpone.clickhouse;

import dev.dpone.column.DataType;
import dev.dpone.column.SourceColumn;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.SourceQuery;
import dev.dpone.spi.Window;
import java.util.ArrayList;
import java.util.List;

/** The texts of the statements for one {@link SourceQuery}. */
final class DataQuery {
    private DataQuery() {}

    /**
     * The one data query: every column named, an authored statement as the table, the window as the condition. Treatments
     * are made in a subquery, so that the window sees their results, from values that another subquery gives names no other
     * expression has: in ClickHouse an alias is known in the whole SELECT and hides the column it is made of.
     */
    static String text(SourceQuery query, List<SourceColumn> columns) {
        if (columns.isEmpty()) {
            throw new IllegalArgumentException("A data query needs at least one column");
        }
        List<String> names = new ArrayList<>();
        columns.forEach(column -> names.add(column.name()));
        TreatmentSql treatments = new TreatmentSql(query.treatments());
        String from = query.treatments().isEmpty() ? from(query) : treatments.subquery(names, from(query));
        names.addAll(treatments.changeNames());
        return "SELECT " + Sql.identifiers(names) + "\nFROM " + from
                + query.window()
                        .map(window -> "\nWHERE " + predicate(window, columns))
                        .orElse("") + treatments.settings();
    }

    /** The columns of the data query's answer: those asked for, and for each treatment what it changed. */
    static List<SourceColumn> answered(SourceQuery query, List<SourceColumn> columns) {
        List<SourceColumn> answered = new ArrayList<>(columns);
        for (String name : new TreatmentSql(query.treatments()).changeNames()) {
            answered.add(new SourceColumn(name, "UInt8", new DataType.IntegerType(8, false), false));
        }
        return answered;
    }

    /** A metadata statement: the columns of the result, in order, with their types. */
    static String describe(SourceQuery query) {
        String list = query.columns().isEmpty() ? "*" : Sql.identifiers(query.columns());
        return "DESCRIBE TABLE (SELECT " + list + " FROM " + from(query) + ")";
    }

    private static String from(SourceQuery query) {
        return query.sql()
                .map(sql -> "(\n" + AuthoredSql.subselect(sql) + "\n)")
                .orElseGet(() -> Sql.table(query.table()));
    }

    private static String predicate(Window window, List<SourceColumn> columns) {
        for (SourceColumn column : columns) {
            if (column.name().equals(window.column())) {
                return WindowPredicate.of(window, column);
            }
        }
        throw new DponeException(
                ErrorCode.USAGE_INVALID,
                "The window column " + Sql.identifier(window.column()) + " is not among the columns read",
                "Add it to source.options.columns, or to the SELECT of source.options.query.sql.");
    }
}
