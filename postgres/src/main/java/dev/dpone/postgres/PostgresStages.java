package dev.dpone.postgres;

import dev.dpone.digest.RowSum;
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
import dev.dpone.spi.TechnicalColumns;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Imports sealed files by COPY, each on a session of its own in one transaction. */
final class PostgresStages implements Stages {
    private final Sessions sessions;
    private final TargetPlan plan;
    private final StageRegistry registry;
    private final Readback readback;
    private final StageInspector inspector;
    private final Set<Session> importing = ConcurrentHashMap.newKeySet();
    private volatile boolean cancelled;

    PostgresStages(Sessions sessions, TargetPlan plan, DeliveryId id) {
        this.sessions = sessions;
        this.plan = plan;
        this.registry = new StageRegistry(plan.stagingSchema(), id);
        this.readback = new Readback(plan.columns(), TechnicalColumns.OFF);
        this.inspector = new StageInspector(registry, readback);
    }

    @Override
    public ChunkReceipt importFile(SealedFile file, StageAttempt attempt) {
        String doing = "import chunk " + attempt.ordinal();
        checkCancelled(doing);
        try (Session session = sessions.open(doing)) {
            importing.add(session);
            try {
                // A cancellation that came before the session was listed has not seen it.
                checkCancelled(doing);
                return importOn(session, file, attempt);
            } catch (SQLException e) {
                checkCancelled(doing);
                throw SqlErrors.translate(doing, e);
            } finally {
                importing.remove(session);
            }
        }
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
        String table = attempt.table();
        session.limitLockWaits(sessions.waits().lock());
        registry.lock(table).take(session);
        long oid =
                registry.create(session, table, TableSql.privateColumns(plan.columns(), TechnicalColumns.OFF), attempt);
        copy(session, file, table);
        String watermark = StageInspector.watermark(session);
        session.commit();
        RowSum landed = readback.read(session, registry.quoted(table)).business();
        session.commit();
        return new ChunkReceipt(
                attempt, oid, landed.count(), file.encodedBytes(), file.sha256(), landed, watermark, Readback.METHOD);
    }

    private void copy(Session session, SealedFile file, String table) throws SQLException {
        try (InputStream bytes = Files.newInputStream(file.path())) {
            session.copyIn(TableSql.copyIn(registry.quoted(table), plan.columns()), bytes);
        } catch (IOException e) {
            throw new DponeException(
                    ErrorCode.SPOOL_FAILED,
                    "Cannot read " + file.path() + ": " + e.getMessage(),
                    "Check the disk under runtime.storage.work_dir.",
                    e);
        }
    }

    @Override
    public StageObservation inspect(ChunkReceipt receipt) {
        return sessions.transaction(
                "inspect chunk " + receipt.attempt().ordinal(),
                session -> inspector.observe(
                        session,
                        receipt.attempt().table(),
                        receipt.watermark(),
                        StageInspector.LockMode.ACCESS_SHARE,
                        true));
    }

    @Override
    public void settle(StageAttempt attempt) {
        new Settlement(sessions, registry).settle("settle chunk " + attempt.ordinal(), attempt.table());
    }

    @Override
    public StageUsage usage() {
        return sessions.transaction("read the sizes of dpone's stage tables", StageRegistry::usage);
    }

    @Override
    public void cancel() {
        cancelled = true;
        importing.forEach(Session::stop);
    }
}
