package dev.dpone.mssql;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.DeliveryId;
import dev.dpone.spi.MergeRefusals;
import dev.dpone.spi.Preparation;
import dev.dpone.spi.Prepared;
import dev.dpone.spi.RunningWork;
import dev.dpone.spi.StageObservation;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.TargetPlan;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Fills the prepared table from the stages. */
final class MssqlPreparation implements Preparation {
    /** Bounds the length and the plan of one statement. */
    static final int STAGES_PER_STATEMENT = 64;

    private final Sessions sessions;
    private final TargetPlan plan;
    private final DeliveryId id;
    private final RunningWork running;
    private final StageRegistry registry;

    MssqlPreparation(Sessions sessions, TargetPlan plan, DeliveryId id, RunningWork running) {
        this.sessions = sessions;
        this.plan = plan;
        this.id = id;
        this.running = running;
        this.registry = new StageRegistry(plan.stagingSchema(), id);
    }

    @Override
    public Prepared prepare(List<ChunkReceipt> chunks, String table) {
        String doing = "fill the prepared table";
        return sessions.transaction(doing, session -> running.on(session, open -> prepareOn(open, chunks, table)));
    }

    private Prepared prepareOn(Session session, List<ChunkReceipt> chunks, String table) throws SQLException {
        Capabilities capabilities = sessions.capabilities();
        AppLock lock = registry.lock(table);
        registry.enter(session, table, null);
        lock.take(session, AppLock.Owner.SESSION, sessions.waits().lock());
        String ddl = StageSql.createPrepared(
                registry.quoted(table), plan, keyCollations(session, capabilities), capabilities);
        long objectId = registry.create(session, table, ddl);
        session.commit();
        session.begin();
        LocalDateTime loadedAt = clock(session);
        fill(session, chunks, table, IsoText.of(loadedAt, MssqlType.FINEST_SCALE));
        checkWindow(session, table);
        checkKeys(session, table);
        session.commit();
        Readback.Sums sums = Readback.ofPrepared(plan.columns(), plan.technical(), capabilities)
                .read(session, registry.quoted(table), LockMode.SHARED);
        session.commit();
        lock.release(session);
        registry.leave(session, table);
        return new Prepared(
                table,
                objectId,
                sums.full().count(),
                sums.business(),
                sums.full(),
                loadedAt.toInstant(ZoneOffset.UTC),
                sums.watermark(),
                Readback.METHOD);
    }

    private static LocalDateTime clock(Session session) throws SQLException {
        return session.get("SELECT SYSUTCDATETIME()", row -> row.getObject(1, LocalDateTime.class));
    }

    private void fill(Session session, List<ChunkReceipt> chunks, String table, String loadedAt) throws SQLException {
        boolean converts = sessions.capabilities().bulkConverts();
        for (int from = 0; from < chunks.size(); from += STAGES_PER_STATEMENT) {
            List<String> stages = chunks.subList(from, Math.min(chunks.size(), from + STAGES_PER_STATEMENT)).stream()
                    .map(chunk -> registry.quoted(chunk.attempt().table()))
                    .toList();
            session.execute(StageSql.fill(
                    plan, converts, registry.quoted(table), stages, new StageSql.Load(id.runId(), loadedAt)));
        }
    }

    private void checkWindow(Session session, String table) throws SQLException {
        if (!(plan.strategy() instanceof Strategy.PartitionReplace replace)) {
            return;
        }
        WindowSql window = WindowSql.of(plan, replace.window());
        long outside = session.get(
                "SELECT COUNT_BIG(*) FROM " + registry.quoted(table) + " WHERE " + window.outside(),
                row -> row.getLong(1));
        if (outside > 0) {
            throw new DponeException(
                    ErrorCode.VERIFICATION_FAILED,
                    outside + " of the delivered rows lie outside the window " + window.description(),
                    "Correct source.options.query.sql so that it selects the window's rows only.");
        }
    }

    /** A merge compares keys as the target does: in an existing table's collations. */
    private Map<String, String> keyCollations(Session session, Capabilities capabilities) throws SQLException {
        Map<String, String> collations = new HashMap<>();
        if (plan.strategy() instanceof Strategy.Merge merge) {
            Optional<TargetTable> table = TargetTable.read(session, plan.table(), capabilities);
            for (String name : merge.uniqueKey()) {
                table.flatMap(found -> found.collation(name, capabilities))
                        .ifPresent(collation -> collations.put(name, collation));
            }
        }
        return collations;
    }

    private void checkKeys(Session session, String table) throws SQLException {
        if (!(plan.strategy() instanceof Strategy.Merge merge)) {
            return;
        }
        MergeSql sql = new MergeSql(plan, merge, registry.quoted(table));
        long nulls = session.get(sql.nullKeys(), row -> row.getLong(1));
        if (nulls > 0) {
            throw MergeRefusals.nullKeys(merge, nulls);
        }
        long repeated = session.get(sql.repeatedKeys(), row -> row.getLong(1));
        if (repeated > 0) {
            throw MergeRefusals.repeatedKeys(merge, repeated);
        }
    }

    @Override
    public StageObservation inspect(Prepared prepared) {
        Readback readback = Readback.ofPrepared(plan.columns(), plan.technical(), sessions.capabilities());
        return sessions.transaction(
                "inspect the prepared table",
                session -> running.on(
                        session,
                        open -> new StageInspector(registry, readback)
                                .observe(open, prepared.table(), prepared.watermark(), LockMode.SHARED, false)));
    }

    @Override
    public void drop(String table) {
        new Settlement(sessions, registry).settle("drop the prepared table", table);
    }
}
