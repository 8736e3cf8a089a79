package dev.dpone.postgres;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.CommitReceipt;
import dev.dpone.spi.DeliveryId;
import dev.dpone.spi.Mutation;
import dev.dpone.spi.Prepared;
import dev.dpone.spi.Publication;
import dev.dpone.spi.RunningWork;
import dev.dpone.spi.StageObservation;
import dev.dpone.spi.TargetPlan;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/** The publication's transaction on a session of its own. */
final class PostgresPublication implements Publication {
    static final String FENCE = "SELECT epoch FROM dpone.target_fence WHERE target_identity = ? FOR UPDATE";
    private static final String IN_FAILED_TRANSACTION = "25P02";

    private final Session session;
    private final Waits waits;
    private final TargetPlan plan;
    private final DeliveryId id;
    private final Prepared prepared;
    private final RunningWork running;
    private final StageRegistry registry;
    private final StageInspector inspector;

    PostgresPublication(Sessions sessions, TargetPlan plan, DeliveryId id, Prepared prepared, RunningWork running) {
        this.waits = sessions.waits();
        this.plan = plan;
        this.id = id;
        this.prepared = prepared;
        this.running = running;
        this.registry = new StageRegistry(plan.stagingSchema(), id);
        this.inspector = new StageInspector(registry, new Readback(plan.columns(), plan.technical()));
        this.session = sessions.open("begin the publication");
        running.add(session);
    }

    /** A step whose failure changes nothing. */
    private <T> T step(String doing, Sessions.Work<T> work) {
        try {
            return work.run(session);
        } catch (SQLException e) {
            throw SqlErrors.translate(doing, e);
        }
    }

    @Override
    public boolean lockTarget(Duration wait) {
        return step("lock the target", open -> {
            open.limitLockWaits(wait);
            try {
                AdvisoryLock.target(id.targetIdentity()).take(open);
            } catch (SQLException e) {
                if (SqlErrors.state(e).equals(SqlErrors.LOCK_NOT_AVAILABLE)) {
                    return false;
                }
                throw e;
            }
            open.limitLockWaits(waits.lock());
            return true;
        });
    }

    @Override
    public long fenceEpoch() {
        return step("read the target's fence", open -> open.find(FENCE, row -> row.getLong(1), id.targetIdentity()))
                .orElseThrow(() -> new DponeException(
                        ErrorCode.FENCE_LOST,
                        "The target's fence is gone from dpone.target_fence",
                        "Find out who deleted it, then run the delivery again."));
    }

    @Override
    public Optional<CommitReceipt> receipt() {
        return step("look for the commit receipt", open -> Receipts.find(open, id.operationKey()));
    }

    @Override
    public StageObservation lockPrepared() {
        return step(
                "lock the prepared table",
                open -> inspector.observe(
                        open, prepared.table(), prepared.watermark(), StageInspector.LockMode.EXCLUSIVE, true));
    }

    @Override
    public Mutation mutate() {
        return step(
                "publish into " + plan.table(),
                open -> new TargetMutation(open, plan, registry.quoted(prepared.table()), prepared.rows()).apply());
    }

    @Override
    public CommitReceipt record(CommitReceipt receipt) {
        return step("write the commit receipt", open -> Receipts.insert(open, receipt));
    }

    @Override
    public void commit() {
        running.commits(session);
        try {
            session.commit();
        } catch (SQLException e) {
            if (SqlErrors.isServersVerdict(e) || SqlErrors.state(e).equals(IN_FAILED_TRANSACTION)) {
                throw SqlErrors.translate("commit the publication into " + plan.table(), e);
            }
            throw new DponeException(
                    ErrorCode.PUBLICATION_UNKNOWN,
                    "The connection was lost after COMMIT was sent, so that it is unknown whether " + plan.table()
                            + " changed",
                    "Run the same command with --run-id " + id.runId() + ": it looks for the commit receipt first.",
                    e);
        }
    }

    @Override
    public void close() {
        running.remove(session);
        session.close();
    }
}
