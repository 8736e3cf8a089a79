package dev.dpone.mssql;

import dev.dpone.spi.PlannedStatement;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.TargetPlan;
import dev.dpone.spi.TechnicalColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A run's statements for the plan, made by the same code that makes the run's; names known only then are placeholders. The
 * server is taken to be SQL Server: what another engine cannot do is found out by a run.
 */
final class PlannedSql {
    private static final String STAGE = "<stage>";
    private static final String PREPARED = "<prepared>";

    private static final Capabilities PLANNED = new Capabilities("SQL Server", "", "", false, true, true, true, true);

    private final TargetPlan plan;
    private final List<PlannedStatement> statements = new ArrayList<>();

    private PlannedSql(TargetPlan plan) {
        this.plan = plan;
    }

    static List<PlannedStatement> of(TargetPlan plan) {
        PlanCheck.check(plan);
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
        List<WireColumn> columns = WireColumn.of(plan.columns(), PLANNED.bulkConverts());
        add(
                "Create a stage table, one heap per import attempt: importers run side by side because no two share a table",
                StageSql.createStage(stage, columns, PLANNED));
        add(
                "Import one sealed file in one transaction; TABLOCK on the private heap allows minimal logging",
                "INSERT BULK " + stage + " ("
                        + columns.stream()
                                .map(column -> Identifier.quoted(column.name()))
                                .collect(Collectors.joining(", "))
                        + ") WITH (TABLOCK, KEEP_NULLS)");
        add(
                "Read back what landed",
                Readback.select(stage, StageSql.columns(plan.columns(), TechnicalColumns.OFF), true, LockMode.SHARED));
    }

    private void prepared() {
        String prepared = inStaging(PREPARED);
        add("Create the prepared table, a heap", StageSql.createPrepared(prepared, plan, Map.of(), PLANNED));
        add(
                "Fill the prepared table, at most " + MssqlPreparation.STAGES_PER_STATEMENT
                        + " stages per statement, all in one transaction; TABLOCK lets SQL Server insert in parallel",
                StageSql.fill(
                        plan,
                        PLANNED.bulkConverts(),
                        prepared,
                        List.of(inStaging(STAGE)),
                        new StageSql.Load("<run id>", "<target's clock>")));
        add(
                "Read back both digests of the prepared table",
                Readback.select(prepared, StageSql.columns(plan), true, LockMode.SHARED));
        if (plan.strategy() instanceof Strategy.Merge merge) {
            MergeSql sql = new MergeSql(plan, merge, prepared);
            add("Count rows with NULL in their key, which are refused", sql.nullKeys());
            add("Count keys that occur twice, which are refused", sql.repeatedKeys());
        }
    }

    private void publication() {
        add(
                "Publish, take the application lock on the target, before anything else and until the transaction ends",
                "EXEC sp_getapplock @Resource = N'<target>', @LockMode = N'Exclusive', @LockOwner = N'Transaction',"
                        + " @LockTimeout = <milliseconds>");
        add("Publish, lock the target's fence", MssqlPublication.FENCE);
        add("Publish, look for an earlier receipt", Receipts.FIND);
        add(
                "Publish, lock the prepared table and count what was changed in it",
                "SELECT COUNT_BIG(*) FROM " + inStaging(PREPARED) + LockMode.EXCLUSIVE.hint());
        add(
                "Publish, create the target's schema if it is missing",
                ControlTables.createSchema(plan.table().schema()));
        add("Publish, create the target if it is missing", TableSql.createTarget(plan));
        replaced();
        add(insertPurpose(), TargetMutation.insert(plan, inStaging(PREPARED)));
        add("Publish, write the receipt", Receipts.INSERT);
        add("Publish, commit", "COMMIT TRANSACTION");
    }

    private String insertPurpose() {
        if (plan.strategy() instanceof Strategy.Append) {
            return "Publish, insert the rows; without TABLOCK, so that others may use the table meanwhile";
        }
        return (plan.strategy() instanceof Strategy.Merge
                        ? "Publish, insert the rows whose key is missing"
                        : "Publish, insert the rows")
                + "; TABLOCK allows minimal logging of a heap that is locked anyway";
    }

    private void replaced() {
        if (plan.strategy() instanceof Strategy.Append) {
            return;
        }
        add("Publish, lock an existing target: what is replaced is what is there", TargetMutation.lock(plan));
        if (plan.strategy() instanceof Strategy.Merge merge) {
            add("Publish, update the rows whose key is there", new MergeSql(plan, merge, inStaging(PREPARED)).update());
        } else if (plan.strategy() instanceof Strategy.FullRefresh) {
            add("Publish, empty an existing target", TargetMutation.truncate(plan));
            add(
                    "Publish, instead when another table, an indexed view, replication or change data capture needs the rows,"
                            + " or ALTER on the table is not granted",
                    TargetMutation.delete(plan));
        } else {
            add("Publish, empty the window", TargetMutation.delete(plan));
        }
    }
}
