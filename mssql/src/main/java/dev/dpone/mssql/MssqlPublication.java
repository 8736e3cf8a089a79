package dev.dpone.mssql;

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

/**
 * The publication's transaction on a session of its own. The application lock on the target is taken first and ends with the
 * transaction, so that whoever holds it is alone with the fence, the receipts and the target.
 */
final class MssqlPublication implements Publication {
    static final String FENCE =
            "SELECT epoch FROM [dpone].[target_fence] WITH (UPDLOCK, HOLDLOCK) WHERE target_identity = ?";

    private final Sessions sessions;
    private final Session session;
    private boolean closed;
    private final TargetPlan plan;
    private final DeliveryId id;
    private final Prepared prepared;
    private final RunningWork running;
    private final Capabilities capabilities;
    private final StageRegistry registry;

    MssqlPublication(Sessions sessions, TargetPlan plan, DeliveryId id, Prepared prepared, RunningWork running) {
        this.plan = plan;
        this.id = id;
        this.prepared = prepared;
        this.running = running;
        this.registry = new StageRegistry(plan.stagingSchema(), id);
        this.capabilities = sessions.capabilities();
        this.sessions = sessions;
        this.session = sessions.take("begin the publication");
        running.add(session);
    }

    /** For tests. */
    Session session() {
        return session;
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
        return step(
                "lock the target",
                open -> AppLock.target(id.targetIdentity()).tryTake(open, AppLock.Owner.TRANSACTION, wait));
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
        Readback readback = Readback.ofPrepared(plan.columns(), plan.technical(), capabilities);
        return step("lock the prepared table", open -> {
            registry.lock(prepared.table())
                    .take(open, AppLock.Owner.TRANSACTION, sessions.waits().lock());
            return new StageInspector(registry, readback)
                    .observe(open, prepared.table(), prepared.watermark(), LockMode.EXCLUSIVE, true);
        });
    }

    @Override
    public Mutation mutate() {
        return step(
                "publish into " + plan.table(),
                open -> new TargetMutation(open, plan, capabilities, registry.quoted(prepared.table()))
                        .apply(prepared.rows()));
    }

    @Override
    public CommitReceipt record(CommitReceipt receipt) {
        return step("write the commit receipt", open -> Receipts.insert(open, receipt));
    }

    @Override
    public void commit() {
        beforeCommit();
        sendCommit();
    }

    /** The driver's commit is silent when the server has rolled back; the lock tells whether it has. */
    void beforeCommit() {
        if (!step(doing(), AppLock.target(id.targetIdentity())::heldByTransaction)) {
            throw new DponeException(
                    ErrorCode.TARGET_FAILED,
                    "Cannot " + doing() + ": the server has ended the transaction that changed it",
                    "Look for triggers that roll back and for the server's log, then run again.");
        }
    }

    private String doing() {
        return "commit the publication into " + plan.table();
    }

    void sendCommit() {
        running.commits(session);
        try {
            session.commit();
        } catch (SQLException e) {
            if (SqlErrors.isServersVerdict(e)) {
                throw SqlErrors.translate(doing(), e);
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
        if (closed) {
            return;
        }
        closed = true;
        running.remove(session);
        try {
            session.rollback();
        } catch (SQLException e) {
            session.close();
            return;
        }
        // Its locks were the transaction's, which is over.
        sessions.keep(session);
    }
}
