package dev.dpone.mssql;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.TargetPlan;
import java.util.List;

/** What of a plan can be refused without a server. */
final class PlanCheck {
    private PlanCheck() {}

    static void check(TargetPlan plan) {
        Identifier.quoted(plan.table());
        Identifier.quoted(plan.stagingSchema());
        if (plan.table().schema().equalsIgnoreCase(ControlTables.SCHEMA)) {
            throw new DponeException(
                    ErrorCode.TARGET_NAME_INVALID,
                    "Schema " + ControlTables.SCHEMA + " holds dpone's own tables and takes no deliveries",
                    "Write another schema in sink.table.schema.");
        }
        ColumnNames.check(plan.columns());
        if (plan.strategy() instanceof Strategy.PartitionReplace replace) {
            WindowSql.of(plan, replace.window());
        }
        if (plan.strategy() instanceof Strategy.Merge merge) {
            checkKey(plan, merge);
        }
    }

    private static void checkKey(TargetPlan plan, Strategy.Merge merge) {
        List<String> names = plan.columns().stream().map(ColumnMapping::name).toList();
        merge.uniqueKey().stream()
                .filter(name -> !names.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new DponeException(
                            ErrorCode.MERGE_KEY_INVALID,
                            "strategy.unique_key names " + name + ", which is not among the delivered columns",
                            "Name delivered columns in strategy.unique_key: " + String.join(", ", names) + ".");
                });
    }
}
