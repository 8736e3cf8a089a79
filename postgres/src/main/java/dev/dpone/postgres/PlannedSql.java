package dev.dpone.postgres;

import dev.dpone.spi.PlannedStatement;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.TargetPlan;
import dev.dpone.spi.TechnicalColumns;
import java.util.ArrayList;
import java.util.List;

/** A run's statements for the plan, made by the same code that makes the run's; names known only then are placeholders. */
final class PlannedSql {
    private static final String STAGE = "<stage>";
    private static final String PREPARED = "<prepared>";

    private final TargetPlan plan;
    private final List<PlannedStatement> statements = new ArrayList<>();

    private PlannedSql(TargetPlan plan) {
        this.plan = plan;
    }

    static List<PlannedStatement> of(TargetPlan plan) {
        PlannedSql sql = new PlannedSql(plan);
        sql.stages();
        sql.prepared();
        sql.publication();
        return List.copyOf(sql.statements);
    }

    private String inStaging(String placeholder) {
        return Identifier.quoted(plan.stagingSchema()) + "." + Identifier.quoted(placeholder);
    }

    private void add(String purpose, String sql) {
        statements.add(new PlannedStatement(purpose, sql));
    }

    private void stages() {
        String stage = inStaging(STAGE);
        add(
                "Create a stage table, one per import attempt",
                TableSql.createPrivate(stage, TableSql.privateColumns(plan.columns(), TechnicalColumns.OFF)));
        add("Import one sealed file", TableSql.copyIn(stage, plan.columns()));
        add("Read back what landed", TableSql.copyOut(stage, ColumnNames.all(plan.columns(), TechnicalColumns.OFF)));
    }

    private void prepared() {
        String prepared = inStaging(PREPARED);
        add(
                "Create the prepared table",
                TableSql.createPrivate(prepared, TableSql.privateColumns(plan.columns(), plan.technical())));
        add(
                "Fill the prepared table, at most " + PostgresPreparation.STAGES_PER_STATEMENT
                        + " stages per statement",
                PrepareSql.fill(plan, prepared, List.of(inStaging(STAGE)), "<run id>", "<target's clock>"));
        if (plan.strategy() instanceof Strategy.Merge merge) {
            MergeSql sql = new MergeSql(plan, merge, prepared);
            add("Count rows with NULL in their key, which are refused", sql.nullKeys());
            add("Count keys that occur twice, which are refused", sql.repeatedKeys());
        }
        add(
                "Read back both digests of the prepared table",
                TableSql.copyOut(prepared, ColumnNames.all(plan.columns(), plan.technical())));
    }

    private void publication() {
        String target = Identifier.quoted(plan.table());
        add("Publish, lock the target's fence", PostgresPublication.FENCE);
        add("Publish, look for an earlier receipt", Receipts.FIND);
        add("Publish, lock the prepared table", "LOCK TABLE " + inStaging(PREPARED) + " IN EXCLUSIVE MODE");
        add("Publish, create the target's schema if it is missing", TableSql.createSchema(plan.table()));
        add("Publish, create the target if it is missing", TableSql.createTarget(plan));
        replaced(target);
        boolean merges = plan.strategy() instanceof Strategy.Merge;
        add(
                merges ? "Publish, insert the rows whose key is missing" : "Publish, insert the rows",
                TargetMutation.insert(plan, inStaging(PREPARED)));
        add("Publish, write the receipt", Receipts.INSERT);
        add("Publish, commit", "COMMIT");
    }

    private void replaced(String target) {
        String lock = "LOCK TABLE " + target + " IN ";
        Strategy strategy = plan.strategy();
        String mode = TargetMutation.lockMode(strategy);
        if (strategy instanceof Strategy.FullRefresh) {
            add("Publish, lock an existing target", lock + "ACCESS EXCLUSIVE MODE");
            add("Publish, empty an existing target", TargetMutation.truncate(plan));
            add(
                    "Publish, instead when another table refers to the target or TRUNCATE is not granted",
                    lock + mode + " MODE;\n" + TargetMutation.delete(plan));
        } else {
            add("Publish, lock an existing target", lock + mode + " MODE");
            if (strategy instanceof Strategy.PartitionReplace) {
                add("Publish, empty the window", TargetMutation.delete(plan));
            }
            if (strategy instanceof Strategy.Merge merge) {
                add(
                        "Publish, update the rows whose key is there",
                        new MergeSql(plan, merge, inStaging(PREPARED)).update());
            }
        }
    }
}
