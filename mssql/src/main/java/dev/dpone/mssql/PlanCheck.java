package dev.dpone.mssql;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.TargetPlan;

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
    }
}
