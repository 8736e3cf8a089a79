package dev.dpone.postgres;

import dev.dpone.digest.RowSum;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.CommitReceipt;
import dev.dpone.spi.DeliveryId;
import dev.dpone.spi.RegisteredTable;
import dev.dpone.spi.ServerInfo;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.TableRef;
import dev.dpone.spi.Target;
import dev.dpone.spi.TargetDelivery;
import dev.dpone.spi.TargetPlan;
import dev.dpone.spi.TechnicalColumns;
import java.util.List;
import java.util.Optional;

/** One PostgreSQL database. Opens a session per call and keeps none. Thread-safe. */
public final class PostgresTarget implements Target {
    /** Increments under the row's lock, which a publication holds until it is over. */
    private static final String OPEN_FENCE = """
            INSERT INTO dpone.target_fence AS fence (target_identity, epoch, run_id, opened_at)
            VALUES (?, 1, ?, clock_timestamp())
            ON CONFLICT (target_identity) DO UPDATE
              SET epoch = fence.epoch + 1, run_id = excluded.run_id, opened_at = excluded.opened_at
            RETURNING epoch""";

    private final Sessions sessions;
    private final ServerProbe probe;

    PostgresTarget(ConnectionSettings settings, Waits waits) {
        this.sessions = new Sessions(settings, waits);
        this.probe = new ServerProbe(settings.address());
    }

    @Override
    public ServerInfo server() {
        return sessions.transaction("ask the server who it is", probe::info);
    }

    @Override
    public void admit(TargetPlan plan) {
        PlanCheck.check(plan);
        sessions.transaction("check the target", session -> {
            probe.check(session);
            Optional<TargetTable> table = TargetTable.read(session, plan.table());
            table.ifPresent(new TargetCheck(plan)::check);
            Privileges.check(session, plan, table);
            return true;
        });
        createControlTables(plan.stagingSchema());
    }

    @Override
    public void createControlTables(String stagingSchema) {
        sessions.transaction("create dpone's own tables", session -> {
            ControlTables.createMissing(session, stagingSchema);
            return true;
        });
    }

    @Override
    public List<String> notes(TargetPlan plan) {
        PlanCheck.check(plan);
        return plan.strategy() instanceof Strategy.Merge merge
                ? sessions.transaction("look at the target", session -> MergeNotes.of(session, plan, merge))
                : List.of();
    }

    @Override
    public long openFence(String targetIdentity, String runId) {
        return sessions.transaction(
                "open the target's fence",
                session -> session.get(OPEN_FENCE, row -> row.getLong(1), targetIdentity, runId));
    }

    @Override
    public Optional<String> fenceHolder(String targetIdentity) {
        String sql = "SELECT run_id FROM dpone.target_fence WHERE target_identity = ?";
        return sessions.transaction(
                "read the target's fence",
                session -> ControlTables.exists(session, ControlTables.FENCE)
                        ? session.find(sql, row -> row.getString(1), targetIdentity)
                        : Optional.<String>empty());
    }

    @Override
    public Optional<CommitReceipt> findReceipt(String operationKey) {
        return sessions.transaction(
                "look for the commit receipt", session -> Receipts.findAnywhere(session, operationKey));
    }

    @Override
    public List<RegisteredTable> registeredTables() {
        return sessions.transaction(
                "list dpone's staging tables",
                session -> ControlTables.exists(session, ControlTables.STAGES)
                        ? StageRegistry.all(session)
                        : List.<RegisteredTable>of());
    }

    @Override
    public TargetDelivery deliver(TargetPlan plan, DeliveryId id) {
        PlanCheck.check(plan);
        return new PostgresDelivery(sessions, plan, id);
    }

    @Override
    public RowSum digest(TableRef table, List<ColumnMapping> columns) {
        Readback readback = new Readback(columns, TechnicalColumns.OFF);
        return sessions.transaction("read back " + table, session -> readback.read(session, Identifier.quoted(table)))
                .business();
    }

    /** The same digest computed by the server in SQL. Slower than reading back, and independent of it. */
    public RowSum digestBySql(TableRef table, List<ColumnMapping> columns) {
        return sessions.transaction(
                "digest " + table + " in SQL", session -> PostgresDigestSql.digest(session, table, columns));
    }

    @Override
    public void close() {}
}
