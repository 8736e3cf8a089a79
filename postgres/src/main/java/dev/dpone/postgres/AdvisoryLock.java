package dev.dpone.postgres;

import dev.dpone.digest.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;

/** Advisory locks of one database, held until the end of the transaction. Their keys are hashes of what they stand for. */
record AdvisoryLock(long key) {
    static final AdvisoryLock CONTROL_TABLES = of("control tables", "");

    /** Held by whatever creates, fills or drops that stage or prepared table. */
    static AdvisoryLock stage(String schema, String table) {
        return of("stage", Identifier.quoted(schema) + "." + Identifier.quoted(table));
    }

    /** Held by the publication into a target. */
    static AdvisoryLock target(String targetIdentity) {
        return of("target", targetIdentity);
    }

    /** Held by whatever works on a part of the state store in that schema. */
    static AdvisoryLock state(String schema, String name) {
        return of("state", Identifier.quoted(schema) + "." + name);
    }

    private static AdvisoryLock of(String kind, String name) {
        byte[] hash = Sha256.of(("dpone " + kind + " " + name).getBytes(StandardCharsets.UTF_8));
        return new AdvisoryLock(ByteBuffer.wrap(hash).getLong());
    }

    /** Waits as long as the transaction's lock_timeout lets it. */
    void take(Session session) throws SQLException {
        session.get("SELECT pg_advisory_xact_lock(?)", row -> true, key);
    }

    boolean tryTake(Session session) throws SQLException {
        return session.get("SELECT pg_try_advisory_xact_lock(?)", row -> row.getBoolean(1), key);
    }

    /** Ends the sessions of dpone that hold the lock. Returns how many there were. */
    int terminateHolders(Session session) throws SQLException {
        String sql = """
                SELECT pg_terminate_backend(activity.pid)
                FROM pg_locks AS locks JOIN pg_stat_activity AS activity ON activity.pid = locks.pid
                WHERE locks.locktype = 'advisory' AND locks.granted AND locks.objsubid = 1
                  AND locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())
                  AND locks.classid = (?::bigint >> 32 & 4294967295)::oid AND locks.objid = (?::bigint & 4294967295)::oid
                  AND activity.application_name = 'dpone' AND activity.pid <> pg_backend_pid()
                """;
        return session.list(sql, row -> row.getBoolean(1), key, key).size();
    }
}
