package dev.dpone.mssql;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.DeliveryId;
import dev.dpone.spi.SealedFile;
import dev.dpone.spi.StageAttempt;
import dev.dpone.spi.StageObservation;
import dev.dpone.spi.StageUsage;
import dev.dpone.spi.Stages;
import dev.dpone.spi.TargetPlan;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Imports sealed files by bulk copy, each on a session of its own in one transaction. */
final class MssqlStages implements Stages {
    private final Sessions sessions;
    private final TargetPlan plan;
    private final StageRegistry registry;
    private final Set<Session> importing = ConcurrentHashMap.newKeySet();
    private volatile boolean cancelled;

    MssqlStages(Sessions sessions, TargetPlan plan, DeliveryId id) {
        this.sessions = sessions;
        this.plan = plan;
        this.registry = new StageRegistry(plan.stagingSchema(), id);
    }

    @Override
    public ChunkReceipt importFile(SealedFile file, StageAttempt attempt) {
        String doing = importing(attempt.ordinal());
        checkCancelled(doing);
        return sessions.transaction(doing, session -> {
            importing.add(session);
            try {
                // A cancellation that came before the session was listed has not seen it.
                checkCancelled(doing);
                return importOn(session, file, attempt);
            } catch (SQLException e) {
                checkCancelled(doing);
                throw e;
            } finally {
                importing.remove(session);
            }
        });
    }

    private void checkCancelled(String doing) {
        if (cancelled) {
            throw new DponeException(
                    ErrorCode.TARGET_FAILED,
                    "Cannot " + doing + ": the imports of this delivery were cancelled",
                    "Look for the failure that came first.");
        }
    }

    private ChunkReceipt importOn(Session session, SealedFile file, StageAttempt attempt) throws SQLException {
        Capabilities capabilities = sessions.capabilities();
        List<WireColumn> columns = WireColumn.of(plan.columns(), capabilities.bulkConverts());
        String table = registry.quoted(attempt.table());
        AppLock lock = registry.lock(attempt.table());
        registry.enter(session, attempt.table(), attempt);
        // Held by the session, beyond its transactions: nobody else touches the table meanwhile.
        lock.take(session, AppLock.Owner.SESSION, sessions.waits().lock());
        String ddl = StageSql.createStage(table, columns, capabilities);
        long objectId = registry.create(session, attempt.table(), ddl);
        session.commit();
        copy(session, table, columns, file);
        Readback.Sums landed = Readback.ofStage(plan.columns(), capabilities).read(session, table, LockMode.SHARED);
        session.commit();
        lock.release(session);
        registry.leave(session, attempt.table());
        return new ChunkReceipt(
                attempt,
                objectId,
                landed.business().count(),
                file.encodedBytes(),
                file.sha256(),
                landed.business(),
                landed.watermark(),
                Readback.METHOD);
    }

    private void copy(Session session, String table, List<WireColumn> columns, SealedFile file) throws SQLException {
        boolean copied = false;
        try (NativeBulkReader reader = NativeBulkReader.open(file.path(), plan.columns())) {
            session.begin();
            BulkCopy.copy(session, table, BulkRows.of(columns, reader));
            session.commit();
            copied = true;
        } catch (SQLException e) {
            if (SqlErrors.valueRule(e).isPresent()) {
                throw refused(columns, file, e);
            }
            throw e;
        } finally {
            if (!copied) {
                // In the middle of a bulk copy a session takes no other request, and some engines stay out of step.
                session.abort();
            }
        }
    }

    /** Names row and column of the value that the server refused, if the server refuses it again. */
    private DponeException refused(List<WireColumn> columns, SealedFile file, SQLException error) {
        String doing = importing(file.ordinal());
        String place = "";
        try {
            place = new RefusedValue(sessions, plan.columns(), columns, file, () -> checkCancelled(doing)).find();
        } catch (SQLException e) {
            error.addSuppressed(e);
        }
        return SqlErrors.refused(doing, error, place);
    }

    private static String importing(int ordinal) {
        return "import chunk " + ordinal;
    }

    @Override
    public StageObservation inspect(ChunkReceipt receipt) {
        StageInspector inspector =
                new StageInspector(registry, Readback.ofStage(plan.columns(), sessions.capabilities()));
        return sessions.transaction(
                "inspect chunk " + receipt.attempt().ordinal(),
                session -> inspector.observe(
                        session, receipt.attempt().table(), receipt.watermark(), LockMode.SHARED, true));
    }

    @Override
    public void settle(StageAttempt attempt) {
        new Settlement(sessions, registry).settle("settle chunk " + attempt.ordinal(), attempt.table());
    }

    @Override
    public StageUsage usage() {
        Capabilities capabilities = sessions.capabilities();
        return sessions.transaction(
                "read the sizes of dpone's stage tables", session -> StageSizes.read(session, capabilities));
    }

    @Override
    public void cancel() {
        cancelled = true;
        importing.forEach(Session::abort);
    }
}
