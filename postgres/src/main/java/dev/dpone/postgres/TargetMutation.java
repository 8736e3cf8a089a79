package dev.dpone.postgres;

import dev.dpone.spi.MergeRefusals;
import dev.dpone.spi.Mutation;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.TargetPlan;
import java.sql.SQLException;
import java.util.Optional;

/** Changes the target inside the publication's transaction. */
final class TargetMutation {
    private static final String DEFER = "SET CONSTRAINTS ALL DEFERRED";

    private final Session session;
    private final TargetPlan plan;
    private final String target;
    private final String prepared;
    private final long preparedRows;

    TargetMutation(Session session, TargetPlan plan, String quotedPrepared, long preparedRows) {
        this.session = session;
        this.plan = plan;
        this.target = Identifier.quoted(plan.table());
        this.prepared = quotedPrepared;
        this.preparedRows = preparedRows;
    }

    /** Creates the table where it is missing, checks it under a lock where it is not, and applies the strategy. */
    Mutation apply() throws SQLException {
        Optional<TargetTable> found = TargetTable.read(session, plan.table());
        if (found.isEmpty()) {
            if (!ControlTables.schemaExists(session, plan.table().schema())) {
                session.execute(TableSql.createSchema(plan.table()));
            }
            session.execute(TableSql.createTarget(plan));
            return new Mutation("create", 0, insert());
        }
        new TargetCheck(plan).check(found.get());
        boolean truncates = truncates(found.get());
        session.execute("LOCK TABLE " + target + " IN " + lockMode(truncates) + " MODE");
        // Another session could have changed the table until the lock was held.
        TargetTable locked = TargetTable.read(session, plan.table()).orElseThrow();
        new TargetCheck(plan).check(locked);
        if (plan.strategy() instanceof Strategy.Append) {
            return new Mutation("insert", 0, insert());
        }
        // Lets rows that deferrable keys refer to be replaced by equal ones; the keys are checked at COMMIT.
        session.execute(DEFER);
        if (plan.strategy() instanceof Strategy.Merge merge) {
            return merge(merge);
        }
        if (truncates && truncates(locked)) {
            session.execute(truncate(plan));
            return new Mutation("truncate", -1, insert());
        }
        long deleted = session.update(delete(plan));
        return new Mutation("delete", deleted, insert());
    }

    private long insert() throws SQLException {
        return session.update(insert(plan, prepared));
    }

    private Mutation merge(Strategy.Merge merge) throws SQLException {
        MergeSql sql = new MergeSql(plan, merge, prepared);
        long updated = session.update(sql.update());
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

    /** Truncating needs its privilege, and that no other table refers to this one. */
    private boolean truncates(TargetTable table) throws SQLException {
        return plan.strategy() instanceof Strategy.FullRefresh
                && table.references().isEmpty()
                && Privileges.hasOn(session, table.oid(), "TRUNCATE");
    }

    private String lockMode(boolean truncates) {
        return truncates ? "ACCESS EXCLUSIVE" : lockMode(plan.strategy());
    }

    /**
     * Append lets others write too; replacing and merging rows do not, so that what was replaced is what is there, and
     * so that no key appears between looking for it and inserting it.
     */
    static String lockMode(Strategy strategy) {
        return strategy instanceof Strategy.Append ? "ROW EXCLUSIVE" : "SHARE ROW EXCLUSIVE";
    }

    static String insert(TargetPlan plan, String quotedPrepared) {
        return plan.strategy() instanceof Strategy.Merge merge
                ? new MergeSql(plan, merge, quotedPrepared).insert()
                : TableSql.insertFromPrepared(plan, quotedPrepared);
    }

    static String truncate(TargetPlan plan) {
        return "TRUNCATE TABLE ONLY " + Identifier.quoted(plan.table());
    }

    static String delete(TargetPlan plan) {
        String all = "DELETE FROM ONLY " + Identifier.quoted(plan.table());
        return plan.strategy() instanceof Strategy.PartitionReplace replace
                ? all + " WHERE " + WindowSql.of(plan, replace.window()).predicate()
                : all;
    }
}
