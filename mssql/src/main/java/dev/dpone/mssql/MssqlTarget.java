package dev.dpone.mssql;

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
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One SQL Server database. Thread-safe. */
public final class MssqlTarget implements Target {
    static final String RAISE_FENCE = """
            UPDATE [dpone].[target_fence] WITH (UPDLOCK, HOLDLOCK)
            SET epoch = epoch + 1, run_id = ?, opened_at = SYSUTCDATETIME()
            OUTPUT inserted.epoch WHERE target_identity = ?""";

    private static final String FIRST_FENCE = """
            INSERT INTO [dpone].[target_fence] (target_identity, epoch, run_id, opened_at)
            OUTPUT inserted.epoch VALUES (?, 1, ?, SYSUTCDATETIME())""";

    private final Sessions sessions;
    private volatile @Nullable ServerInfo server;

    MssqlTarget(ConnectionSettings settings, Waits waits) {
        this.sessions = new Sessions(settings, waits);
    }

    /** What the server is and can do, found by asking and by trying. Blocks on the network at the first call. */
    public Capabilities capabilities() {
        return sessions.capabilities();
    }

    /** Asked once: who it is does not change while it is connected to. */
    @Override
    public ServerInfo server() {
        ServerInfo known = server;
        if (known == null) {
            Capabilities capabilities = sessions.capabilities();
            String identity = sessions.transaction(
                    "ask the server who it is",
                    session -> ServerIdentity.read(session, capabilities, sessions.address()));
            known = new ServerInfo(capabilities.product(), capabilities.version(), identity);
            server = known;
        }
        return known;
    }

    @Override
    public void admit(TargetPlan plan) {
        PlanCheck.check(plan);
        Capabilities capabilities = sessions.capabilities();
        boolean complete = sessions.transaction("check the target", session -> {
            Optional<TargetTable> table = TargetTable.read(session, plan.table(), capabilities);
            table.ifPresent(new TargetCheck(plan, capabilities)::check);
            Privileges.check(session, plan, table.isPresent());
            return ControlTables.complete(session, plan.stagingSchema());
        });
        if (!complete) {
            createControlTables(plan.stagingSchema());
        }
    }

    @Override
    public void createControlTables(String stagingSchema) {
        sessions.transaction("create dpone's own tables", session -> {
            ControlTables.createMissing(session, stagingSchema, sessions.waits());
            return true;
        });
    }

    @Override
    public List<String> notes(TargetPlan plan) {
        PlanCheck.check(plan);
        if (!(plan.strategy() instanceof Strategy.Merge merge)) {
            return List.of();
        }
        Capabilities capabilities = sessions.capabilities();
        return sessions.transaction("look at the target", session -> MergeNotes.of(session, plan, merge, capabilities));
    }

    /** A publication holds the same application lock until it is over. */
    @Override
    public long openFence(String targetIdentity, String runId) {
        return sessions.transaction("open the target's fence", session -> {
            AppLock.target(targetIdentity)
                    .take(session, AppLock.Owner.TRANSACTION, sessions.waits().lock());
            Optional<Long> raised = session.find(RAISE_FENCE, row -> row.getLong(1), runId, targetIdentity);
            return raised.isPresent() ? raised.get() : firstFence(session, targetIdentity, runId);
        });
    }

    private static long firstFence(Session session, String targetIdentity, String runId) throws SQLException {
        return session.get(FIRST_FENCE, row -> row.getLong(1), targetIdentity, runId);
    }

    @Override
    public Optional<String> fenceHolder(String targetIdentity) {
        String sql = "SELECT run_id FROM [dpone].[target_fence] WHERE target_identity = ?";
        return sessions.transaction(
                "read the target's fence",
                session -> ControlTables.exists(session, ControlTables.FENCE)
                        ? session.find(sql, row -> row.getString(1), targetIdentity)
                        : Optional.<String>empty());
    }

    @Override
    public Optional<CommitReceipt> findReceipt(String operationKey) {
        return sessions.transaction(
                "look for the commit receipt",
                session -> ControlTables.exists(session, ControlTables.RECEIPTS)
                        ? Receipts.find(session, operationKey)
                        : Optional.empty());
    }

    @Override
    public List<RegisteredTable> registeredTables() {
        Capabilities capabilities = sessions.capabilities();
        return sessions.transaction(
                "list dpone's staging tables",
                session -> ControlTables.exists(session, ControlTables.STAGES)
                        ? StageSizes.all(session, capabilities)
                        : List.<RegisteredTable>of());
    }

    @Override
    public TargetDelivery deliver(TargetPlan plan, DeliveryId id) {
        PlanCheck.check(plan);
        return new MssqlDelivery(sessions, plan, id);
    }

    /** Takes no table lock: rows that others change meanwhile are read as READ COMMITTED has it. */
    @Override
    public RowSum digest(TableRef table, List<ColumnMapping> columns) {
        Readback readback = Readback.ofTarget(columns);
        return sessions.transaction(
                        "read back " + table,
                        session -> readback.read(session, Identifier.quoted(table), LockMode.NONE))
                .business();
    }

    @Override
    public void close() {
        sessions.close();
    }
}
