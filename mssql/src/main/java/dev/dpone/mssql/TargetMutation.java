package dev.dpone.mssql;

import dev.dpone.mssql.TargetTable.ForeignKey;
import dev.dpone.spi.MergeRefusals;
import dev.dpone.spi.Mutation;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.TargetPlan;
import java.sql.SQLException;
import java.util.Optional;

/** Changes the target inside the publication's transaction. */
final class TargetMutation {
    private final Session session;
    private final TargetPlan plan;
    private final Capabilities capabilities;
    private final String prepared;

    TargetMutation(Session session, TargetPlan plan, Capabilities capabilities, String quotedPrepared) {
        this.session = session;
        this.plan = plan;
        this.capabilities = capabilities;
        this.prepared = quotedPrepared;
    }

    /** Creates the table where it is missing, checks it under a lock where it is not, and applies the strategy. */
    Mutation apply(long preparedRows) throws SQLException {
        Optional<TargetTable> found = TargetTable.read(session, plan.table(), capabilities);
        if (found.isEmpty()) {
            ControlTables.createSchema(session, plan.table().schema());
            session.execute(TableSql.createTarget(plan));
            return new Mutation("create", 0, insert());
        }
        check(found.get());
        Mutation mutation = replaceOrAdd(preparedRows);
        // Rows were inserted, which keeps the table as it is until the end: what the catalog says now held for them.
        check(TargetTable.read(session, plan.table(), capabilities).orElseThrow());
        return mutation;
    }

    private void check(TargetTable table) {
        new TargetCheck(plan, capabilities).check(table);
    }

    private Mutation replaceOrAdd(long preparedRows) throws SQLException {
        if (plan.strategy() instanceof Strategy.Append) {
            return new Mutation("insert", 0, insert());
        }
        session.list(lock(plan), row -> true);
        TargetTable locked =
                TargetTable.read(session, plan.table(), capabilities).orElseThrow();
        check(locked);
        if (plan.strategy() instanceof Strategy.Merge merge) {
            return merge(merge, preparedRows);
        }
        if (truncates(locked)) {
            session.execute(truncate(plan));
            return new Mutation("truncate", -1, insert());
        }
        long deleted = session.executeUpdate(delete(plan));
        return new Mutation("delete", deleted, insert());
    }

    private long insert() throws SQLException {
        return session.executeUpdate(insert(plan, prepared));
    }

    private Mutation merge(Strategy.Merge merge, long preparedRows) throws SQLException {
        MergeSql sql = new MergeSql(plan, merge, prepared);
        long updated = session.executeUpdate(sql.update());
        long inserted = insert();
        // The rows that were not inserted have their key in the target: each in as many rows as were updated, if once.
        if (updated != preparedRows - inserted) {
            long repeated = session.get(sql.repeatedInTarget(), row -> row.getLong(1));
            if (repeated > 0) {
                throw MergeRefusals.repeatedInTarget(merge, plan.table(), repeated);
            }
        }
        return new Mutation("merge", 0, inserted, updated);
    }

    /** Truncating needs the right to alter the table, and that nothing rests on its rows. */
    private boolean truncates(TargetTable table) throws SQLException {
        return plan.strategy() instanceof Strategy.FullRefresh
                && !table.copied()
                && table.references().stream().allMatch(ForeignKey::own)
                && !table.underIndexedView(session, capabilities)
                && Privileges.mayAlter(session, plan.table());
    }

    /** Nobody else reads or writes the table until the end, so that what was replaced is what was there. */
    static String lock(TargetPlan plan) {
        return "SELECT TOP (1) 1 FROM " + Identifier.quoted(plan.table()) + LockMode.EXCLUSIVE.hint();
    }

    static String truncate(TargetPlan plan) {
        return "TRUNCATE TABLE " + Identifier.quoted(plan.table());
    }

    static String delete(TargetPlan plan) {
        String all = "DELETE FROM " + Identifier.quoted(plan.table());
        return plan.strategy() instanceof Strategy.PartitionReplace replace
                ? all + " WHERE " + WindowSql.of(plan, replace.window()).predicate()
                : all;
    }

    /** Append takes row locks only, so that others may go on reading and writing. */
    static String insert(TargetPlan plan, String quotedPrepared) {
        if (plan.strategy() instanceof Strategy.Merge merge) {
            return new MergeSql(plan, merge, quotedPrepared).insert();
        }
        String columns = Identifier.quotedList(StageSql.columns(plan));
        String hint = plan.strategy() instanceof Strategy.Append ? "" : " WITH (TABLOCK)";
        return "INSERT INTO " + Identifier.quoted(plan.table()) + hint + " (" + columns + ")\nSELECT " + columns
                + " FROM " + quotedPrepared;
    }
}
