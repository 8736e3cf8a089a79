package dev.dpone.postgres;

import dev.dpone.spi.TargetPlan;
import dev.dpone.spi.TechnicalColumns;
import java.util.List;
import java.util.stream.Collectors;

/** The statement that fills the prepared table. */
final class PrepareSql {
    private PrepareSql() {}

    /** Business columns from the stages, technical ones as literals of the same statement. */
    static String fill(
            TargetPlan plan, String quotedPrepared, List<String> quotedStages, String runId, String loadedAt) {
        String business = TableSql.businessColumns(plan.columns());
        String technical = plan.technical() == TechnicalColumns.OFF
                ? ""
                : ", " + Literals.text(runId) + "::" + TableSql.LOAD_ID_TYPE + ", " + Literals.text(loadedAt) + "::"
                        + TableSql.LOADED_AT_TYPE;
        String rows = quotedStages.stream()
                .map(stage -> "SELECT " + business + technical + " FROM " + stage)
                .collect(Collectors.joining("\nUNION ALL "));
        return "INSERT INTO " + quotedPrepared + " (" + TableSql.allColumns(plan) + ")\n" + rows;
    }
}
