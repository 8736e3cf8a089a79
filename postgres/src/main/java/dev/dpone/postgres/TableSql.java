package dev.dpone.postgres;

import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.TableRef;
import dev.dpone.spi.TargetPlan;
import dev.dpone.spi.TechnicalColumns;
import java.util.List;
import java.util.stream.Collectors;

/** Statements on whole tables. */
final class TableSql {
    static final String LOAD_ID_TYPE = "text";
    static final String LOADED_AT_TYPE = "timestamptz";

    private TableSql() {}

    /** Column definitions of a private table: the target's types, nothing else. */
    static String privateColumns(List<ColumnMapping> columns, TechnicalColumns technical) {
        String business = columns.stream()
                .map(column -> Identifier.quoted(column.name()) + " " + column.targetType())
                .collect(Collectors.joining(", "));
        return technical == TechnicalColumns.OFF
                ? business
                : business + ", " + Identifier.quoted(TechnicalColumns.LOAD_ID) + " " + LOAD_ID_TYPE + ", "
                        + Identifier.quoted(TechnicalColumns.LOADED_AT) + " " + LOADED_AT_TYPE;
    }

    /** Unlogged: after a crash of the server it is empty, which its inspection notices. */
    static String createPrivate(String quotedTable, String columns) {
        return "CREATE UNLOGGED TABLE " + quotedTable + " (" + columns
                + ") USING heap WITH (autovacuum_enabled = false)";
    }

    static String copyIn(String quotedTable, List<ColumnMapping> columns) {
        return "COPY " + quotedTable + " (" + businessColumns(columns) + ") FROM STDIN (FORMAT binary)";
    }

    static String copyOut(String quotedTable, List<String> columns) {
        return "COPY (SELECT " + Identifier.quotedList(columns) + " FROM " + quotedTable
                + ") TO STDOUT (FORMAT binary)";
    }

    static String businessColumns(List<ColumnMapping> columns) {
        return Identifier.quotedList(columns.stream().map(ColumnMapping::name).toList());
    }

    static String createTarget(TargetPlan plan) {
        String business = plan.columns().stream()
                .map(column -> "  " + Identifier.quoted(column.name()) + " " + column.targetType()
                        + (column.source().nullable() ? "" : " NOT NULL"))
                .collect(Collectors.joining(",\n"));
        String technical = plan.technical() == TechnicalColumns.OFF
                ? ""
                : ",\n  " + Identifier.quoted(TechnicalColumns.LOAD_ID) + " " + LOAD_ID_TYPE + " NOT NULL,\n  "
                        + Identifier.quoted(TechnicalColumns.LOADED_AT) + " " + LOADED_AT_TYPE + " NOT NULL";
        return "CREATE TABLE " + Identifier.quoted(plan.table()) + " (\n" + business + technical + "\n)";
    }

    static String createSchema(TableRef table) {
        return "CREATE SCHEMA IF NOT EXISTS " + Identifier.quoted(table.schema());
    }

    /** The columns an INSERT into the prepared and the target table names. */
    static String allColumns(TargetPlan plan) {
        return Identifier.quotedList(ColumnNames.all(plan.columns(), plan.technical()));
    }

    static String insertFromPrepared(TargetPlan plan, String quotedPrepared) {
        String columns = allColumns(plan);
        return "INSERT INTO " + Identifier.quoted(plan.table()) + " (" + columns + ")\nSELECT " + columns + " FROM "
                + quotedPrepared;
    }
}
