package dev.dpone.postgres;

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
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;

/** Fills the prepared table from the stages, in the server. */
final class PostgresPreparation implements Preparation {
    /** Most stages that one statement reads, so that its plan stays small. */
    static final int STAGES_PER_STATEMENT = 64;

    private final Sessions sessions;
    private final TargetPlan plan;
    private final DeliveryId id;
    private final RunningWork running;
    private final StageRegistry registry;
    private final Readback readback;
    private final StageInspector inspector;

    PostgresPreparation(Sessions sessions, TargetPlan plan, DeliveryId id, RunningWork running) {
        this.sessions = sessions;
        this.plan = plan;
        this.id = id;
        this.running = running;
        this.registry = new StageRegistry(plan.stagingSchema(), id);
        this.readback = new Readback(plan.columns(), plan.technical());
        this.inspector = new StageInspector(registry, readback);
    }

    @Override
    public Prepared prepare(List<ChunkReceipt> chunks, String table) {
        String doing = "fill the prepared table";
        try (Session session = sessions.open(doing)) {
            return running.on(session, open -> prepareOn(open, chunks, table));
        } catch (SQLException e) {
            throw SqlErrors.translate(doing, e);
        }
    }

    private Prepared prepareOn(Session session, List<ChunkReceipt> chunks, String table) throws SQLException {
        session.limitLockWaits(sessions.waits().lock());
        registry.lock(table).take(session);
        long oid = registry.create(session, table, TableSql.privateColumns(plan.columns(), plan.technical()), null);
        Instant loadedAt = clock(session);
        fill(session, chunks, table, loadedAt);
        checkWindow(session, table);
        checkKeys(session, table);
        String watermark = StageInspector.watermark(session);
        session.commit();
        Readback.Sums sums = readback.read(session, registry.quoted(table));
        session.commit();
        return new Prepared(
                table, oid, sums.full().count(), sums.business(), sums.full(), loadedAt, watermark, Readback.METHOD);
    }

    private static Instant clock(Session session) throws SQLException {
        return session.get("SELECT clock_timestamp()", row -> row.getObject(1, OffsetDateTime.class))
                .toInstant();
    }

    private void fill(Session session, List<ChunkReceipt> chunks, String table, Instant loadedAt) throws SQLException {
        for (int from = 0; from < chunks.size(); from += STAGES_PER_STATEMENT) {
            List<String> stages = chunks.subList(from, Math.min(chunks.size(), from + STAGES_PER_STATEMENT)).stream()
                    .map(chunk -> registry.quoted(chunk.attempt().table()))
                    .toList();
            session.execute(PrepareSql.fill(plan, registry.quoted(table), stages, id.runId(), loadedAt.toString()));
        }
    }

    private void checkWindow(Session session, String table) throws SQLException {
        if (!(plan.strategy() instanceof Strategy.PartitionReplace replace)) {
            return;
        }
        WindowSql window = WindowSql.of(plan, replace.window());
        long outside = session.get(
                "SELECT count(*) FROM " + registry.quoted(table) + " WHERE (" + window.predicate() + ") IS NOT TRUE",
                row -> row.getLong(1));
        if (outside > 0) {
            throw new DponeException(
                    ErrorCode.VERIFICATION_FAILED,
                    outside + " of the delivered rows lie outside the window " + window.description(),
                    "Correct source.options.query.sql so that it selects the window's rows only.");
        }
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
        return sessions.transaction(
                "inspect the prepared table",
                session -> running.on(
                        session,
                        open -> inspector.observe(
                                open,
                                prepared.table(),
                                prepared.watermark(),
                                StageInspector.LockMode.ACCESS_SHARE,
                                false)));
    }

    @Override
    public void drop(String table) {
        new Settlement(sessions, registry).settle("drop the prepared table", table);
    }
}
