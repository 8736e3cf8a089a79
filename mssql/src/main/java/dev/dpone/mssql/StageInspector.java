package dev.dpone.mssql;

import dev.dpone.spi.StageObservation;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;

/** Looks whether a private table still is what it was: by the versions of its rows, or by its digest. */
final class StageInspector {
    private static final String UNCHANGED = "unchanged_rowversion";

    private final StageRegistry registry;
    private final Readback readback;

    StageInspector(StageRegistry registry, Readback readback) {
        this.registry = registry;
        this.readback = readback;
    }

    /**
     * @param watermark of the pass that the table is compared with, see {@link Readback.Sums}
     * @param lock held until the end of the transaction, so that the name keeps its table meanwhile
     * @param cheap whether the count of altered rows will do where it can be trusted
     */
    StageObservation observe(Session session, String table, String watermark, LockMode lock, boolean cheap)
            throws SQLException {
        if (registry.objectId(session, table).isEmpty()) {
            return new StageObservation(-1, false, 0, Optional.of(0L), Optional.empty(), UNCHANGED);
        }
        Optional<VersionRange> range = VersionRange.parse(watermark);
        if (cheap && range.isPresent()) {
            long[] counts = counts(session, table, range.get(), lock);
            return observed(session, table, counts[0], Optional.of(counts[1]), Optional.empty(), UNCHANGED);
        }
        Readback.Sums sums = readback.read(session, registry.quoted(table), lock);
        return observed(
                session, table, sums.full().count(), Optional.empty(), Optional.of(sums.full()), Readback.METHOD);
    }

    /** All rows, and those whose version is not in the range. */
    private long[] counts(Session session, String table, VersionRange range, LockMode lock) throws SQLException {
        String sql = "SELECT COUNT_BIG(*), COUNT_BIG(CASE WHEN " + StageSql.VERSION_NUMBER
                + " BETWEEN ? AND ? THEN NULL ELSE 1 END) FROM " + registry.quoted(table) + lock.hint();
        return session.get(sql, row -> new long[] {row.getLong(1), row.getLong(2)}, range.lowest(), range.highest());
    }

    /** Asks for the table's id once the lock is held. */
    private StageObservation observed(
            Session session,
            String table,
            long rows,
            Optional<Long> altered,
            Optional<dev.dpone.digest.RowSum> sum,
            String method)
            throws SQLException {
        StageRegistry.Entry entry = registry.entry(session, table);
        OptionalLong id = entry.objectId();
        boolean owned = id.isPresent() && id.equals(entry.registered());
        return new StageObservation(id.orElse(-1), owned, rows, altered, sum, method);
    }
}
