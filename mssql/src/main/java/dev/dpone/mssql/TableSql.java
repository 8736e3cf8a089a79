package dev.dpone.mssql;

import dev.dpone.spi.TargetPlan;
import dev.dpone.spi.TechnicalColumns;
import java.util.stream.Collectors;

/** Statements on whole tables. */
final class TableSql {
    /** A run id has at most 128 characters. */
    static final String LOAD_ID_TYPE = "nvarchar(128)";

    static final String LOADED_AT_TYPE = "datetime2(7)";

    private TableSql() {}

    static String createTarget(TargetPlan plan) {
        String business = plan.columns().stream()
                .map(column -> "  " + Identifier.quoted(column.name()) + " " + column.targetType()
                        + (column.source().nullable() ? " NULL" : " NOT NULL"))
                .collect(Collectors.joining(",\n"));
        String technical = plan.technical() == TechnicalColumns.OFF
                ? ""
                : ",\n  " + Identifier.quoted(TechnicalColumns.LOAD_ID) + " " + LOAD_ID_TYPE + " NOT NULL,\n  "
                        + Identifier.quoted(TechnicalColumns.LOADED_AT) + " " + LOADED_AT_TYPE + " NOT NULL";
        return "CREATE TABLE " + Identifier.quoted(plan.table()) + " (\n" + business + technical + "\n)";
    }
}
