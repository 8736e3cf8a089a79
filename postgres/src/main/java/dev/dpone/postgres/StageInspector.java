package dev.dpone.postgres;

import dev.dpone.spi.StageObservation;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;

/** Looks whether a private table still is what it was: by the transaction that wrote its rows, or by its digest. */
final class StageInspector {
    /** Row versions compare 32-bit transaction ids, which mean something else after this many transactions. */
    private static final long TRUSTED_DISTANCE = 1L << 31;

    private final StageRegistry registry;
    private final Readback readback;

    StageInspector(StageRegistry registry, Readback readback) {
        this.registry = registry;
        this.readback = readback;
    }

    /** The current transaction's id, whole: what {@link #observe} takes as watermark. */
    static String watermark(Session session) throws SQLException {
        return session.get("SELECT pg_current_xact_id()::text", row -> row.getString(1));
    }

    /**
     * @param lockMode held until the end of the transaction, so that the name keeps its table meanwhile
     * @param cheap whether the count of altered rows will do where it can be trusted
     */
    StageObservation observe(Session session, String table, String watermark, LockMode lockMode, boolean cheap)
            throws SQLException {
        if (registry.relation(session, table).isEmpty()) {
            return new StageObservation(-1, false, 0, Optional.of(0L), Optional.empty(), "unchanged_xmin");
        }
        session.execute("LOCK TABLE " + registry.quoted(table) + " IN " + lockMode.sql() + " MODE");
        OptionalLong oid = registry.relation(session, table);
        OptionalLong registered = registry.registered(session, table);
        boolean owned = oid.isPresent() && oid.equals(registered);
        if (cheap && trusted(session, watermark)) {
            String sql = "SELECT count(*), count(*) FILTER (WHERE xmin <> (?::bigint & 4294967295)::text::xid) FROM "
                    + registry.quoted(table);
            long parsed = Long.parseLong(watermark);
            return session.get(
                    sql,
                    row -> new StageObservation(
                            oid.orElse(-1),
                            owned,
                            row.getLong(1),
                            Optional.of(row.getLong(2)),
                            Optional.empty(),
                            "unchanged_xmin"),
                    parsed);
        }
        Readback.Sums sums = readback.read(session, registry.quoted(table));
        return new StageObservation(
                oid.orElse(-1), owned, sums.full().count(), Optional.empty(), Optional.of(sums.full()), "readback");
    }

    private static boolean trusted(Session session, String watermark) throws SQLException {
        if (!watermark.matches("\\d{1,18}")) {
            return false;
        }
        String sql = "SELECT pg_snapshot_xmax(pg_current_snapshot())::text";
        long now = Long.parseLong(session.get(sql, row -> row.getString(1)));
        long then = Long.parseLong(watermark);
        return now >= then && now - then < TRUSTED_DISTANCE;
    }

    /** How strongly an observation holds the table. */
    enum LockMode {
        ACCESS_SHARE("ACCESS SHARE"),
        EXCLUSIVE("EXCLUSIVE");

        private final String sql;

        LockMode(String sql) {
            this.sql = sql;
        }

        String sql() {
            return sql;
        }
    }
}
