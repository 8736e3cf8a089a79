package dev.dpone.mssql;

import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.TargetPlan;
import dev.dpone.spi.TechnicalColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Statements on private tables: stages and the prepared table, heaps without index or constraint. */
final class StageSql {
    /** Changes whenever a row does; what it holds is nobody's data. */
    static final String VERSION = "__dpone__version";

    static final String VERSION_NUMBER = "CAST(" + Identifier.quoted(VERSION) + " AS bigint)";

    /** SQL Server's parallel, minimally logged way into a heap needs this hint; nobody else reads or writes a private one. */
    private static final String TABLE_LOCK = " WITH (TABLOCK)";

    /** SQL Server's own bound. */
    private static final int MAX_COLUMNS = 1_024;

    private StageSql() {}

    /** Whether a private table of these columns has row versions: where the engine has them, and where one more column fits. */
    static boolean versioned(List<String> columns, Capabilities capabilities) {
        return capabilities.rowVersions() && columns.size() < MAX_COLUMNS;
    }

    static String createStage(String quotedTable, List<WireColumn> columns, Capabilities capabilities) {
        List<String> definitions = columns.stream()
                .map(column -> Identifier.quoted(column.name()) + " " + column.stageType() + " NULL")
                .collect(Collectors.toCollection(ArrayList::new));
        List<String> names = columns.stream().map(WireColumn::name).toList();
        return create(quotedTable, definitions, versioned(names, capabilities));
    }

    /**
     * @param collations of columns that are compared as the target compares them, by name
     */
    static String createPrepared(
            String quotedTable, TargetPlan plan, Map<String, String> collations, Capabilities capabilities) {
        List<String> definitions = plan.columns().stream()
                .map(column -> Identifier.quoted(column.name()) + " " + preparedType(column, collations) + " NULL")
                .collect(Collectors.toCollection(ArrayList::new));
        if (plan.technical() == TechnicalColumns.MINIMAL) {
            definitions.add(Identifier.quoted(TechnicalColumns.LOAD_ID) + " " + TableSql.LOAD_ID_TYPE + " NULL");
            definitions.add(Identifier.quoted(TechnicalColumns.LOADED_AT) + " " + TableSql.LOADED_AT_TYPE + " NULL");
        }
        return create(quotedTable, definitions, versioned(columns(plan), capabilities));
    }

    private static String preparedType(ColumnMapping column, Map<String, String> collations) {
        String collation = collations.get(column.name());
        if (collation == null) {
            return column.targetType();
        }
        MssqlType type = TypeMapping.target(column);
        return new MssqlType(type.kind(), type.first(), type.second(), collation).spelling();
    }

    private static String create(String quotedTable, List<String> definitions, boolean versioned) {
        if (versioned) {
            definitions.add(Identifier.quoted(VERSION) + " rowversion");
        }
        return "CREATE TABLE " + quotedTable + " (\n  " + String.join(",\n  ", definitions) + "\n)";
    }

    /** Business columns from the stages, technical ones as literals of the same statement. */
    static String fill(TargetPlan plan, boolean converts, String quotedPrepared, List<String> quotedStages, Load load) {
        String business = WireColumn.of(plan.columns(), converts).stream()
                .map(WireColumn::prepared)
                .collect(Collectors.joining(", "));
        String technical = plan.technical() == TechnicalColumns.OFF
                ? ""
                : ", CAST(" + Literals.text(load.runId()) + " AS " + TableSql.LOAD_ID_TYPE + "), CAST("
                        + Literals.text(load.loadedAt()) + " AS " + TableSql.LOADED_AT_TYPE + ")";
        String rows = quotedStages.stream()
                .map(stage -> "SELECT " + business + technical + " FROM " + stage)
                .collect(Collectors.joining("\nUNION ALL "));
        return "INSERT INTO " + quotedPrepared + TABLE_LOCK + " (" + Identifier.quotedList(columns(plan)) + ")\n"
                + rows;
    }

    /**
     * What the technical columns of a prepared table hold.
     *
     * @param loadedAt as ISO text
     */
    record Load(String runId, String loadedAt) {}

    /** Business and technical columns, in plan order. */
    static List<String> columns(TargetPlan plan) {
        return columns(plan.columns(), plan.technical());
    }

    static List<String> columns(List<ColumnMapping> columns, TechnicalColumns technical) {
        List<String> names = columns.stream().map(ColumnMapping::name).collect(Collectors.toCollection(ArrayList::new));
        if (technical == TechnicalColumns.MINIMAL) {
            names.add(TechnicalColumns.LOAD_ID);
            names.add(TechnicalColumns.LOADED_AT);
        }
        return names;
    }
}
