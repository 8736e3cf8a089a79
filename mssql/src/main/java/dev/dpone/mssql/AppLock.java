package dev.dpone.mssql;

import dev.dpone.digest.Sha256;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Application locks of the database, always exclusive. SQL Server compares 32 characters of a resource's name and a hash of
 * the rest, so that the name is a short kind and a hash of what it stands for.
 */
record AppLock(String resource) {
    static final AppLock CONTROL_TABLES = of("control", "");

    private static final String TAKE = """
            DECLARE @result int;
            EXEC @result = sp_getapplock @Resource = ?, @LockMode = N'Exclusive', @LockOwner = ?, @LockTimeout = ?,
              @DbPrincipal = N'public';
            SELECT @result, @@TRANCOUNT""";

    private static final String RELEASE = """
            DECLARE @result int;
            EXEC @result = sp_releaseapplock @Resource = ?, @LockOwner = ?, @DbPrincipal = N'public';
            SELECT @result""";

    private static final int TIMED_OUT = -1;
    private static final int DEADLOCK_VICTIM = -3;

    /** Held by whatever creates, fills or drops that stage or prepared table. */
    static AppLock stage(String schema, String table) {
        return of("stage", Identifier.quoted(schema) + "." + Identifier.quoted(table));
    }

    /** Held by the publication into a target, and for the moment in which its fence is opened. */
    static AppLock target(String targetIdentity) {
        return of("target", targetIdentity);
    }

    /** Held by whatever works on a part of the state store in that schema. */
    static AppLock state(String schema, String name) {
        return of("state", Identifier.quoted(schema) + "." + name);
    }

    private static AppLock of(String kind, String name) {
        byte[] bytes = (kind + " " + name).getBytes(StandardCharsets.UTF_8);
        return new AppLock("dpone:" + kind + ":" + Sha256.hexOf(bytes));
    }

    /** Who holds a lock: until the end of the transaction, or of the session. */
    enum Owner {
        TRANSACTION("Transaction"),
        SESSION("Session");

        private final String spelling;

        Owner(String spelling) {
            this.spelling = spelling;
        }
    }

    /** The procedure's result, and how many transactions are open. */
    private record Answer(int result, int depth) {
        static Answer read(ResultSet row) throws SQLException {
            return new Answer(row.getInt(1), row.getInt(2));
        }
    }

    /** False when the lock was not to be had within the time. */
    boolean tryTake(Session session, Owner owner, Duration wait) throws SQLException {
        // Zero would be answered with an error by some engines.
        int millis = Math.toIntExact(Math.max(1, Math.min(wait.toMillis(), Integer.MAX_VALUE)));
        boolean transaction = owner == Owner.TRANSACTION;
        Answer answer = session.get(
                transaction ? Session.BEGINNING + TAKE : TAKE, Answer::read, resource, owner.spelling, millis);
        int result = answer.result();
        if (result >= 0) {
            if (transaction) {
                Session.requireOne(answer.depth());
            }
            return true;
        }
        if (result == TIMED_OUT) {
            return false;
        }
        throw result == DEADLOCK_VICTIM
                ? new SQLException("The server chose this session as a deadlock's victim", "40001", SqlErrors.DEADLOCK)
                : new SQLException("sp_getapplock returned " + result);
    }

    /** Waits as long as the time lets it, then fails as a lock's timeout does. */
    void take(Session session, Owner owner, Duration wait) throws SQLException {
        if (!tryTake(session, owner, wait)) {
            throw new SQLException(
                    "Another session of dpone holds application lock " + resource, "S0001", SqlErrors.LOCK_TIMEOUT);
        }
    }

    /** Gives up the session's hold. */
    void release(Session session) throws SQLException {
        int result = session.get(RELEASE, row -> row.getInt(1), resource, Owner.SESSION.spelling);
        if (result < 0) {
            throw new SQLException("sp_releaseapplock returned " + result);
        }
    }

    /** Whether this transaction still holds the lock: if not, it is not the transaction that took it. */
    boolean heldByTransaction(Session session) throws SQLException {
        String sql = "SELECT APPLOCK_MODE(N'public', ?, N'Transaction')";
        return "Exclusive".equals(session.get(sql, row -> row.getString(1), resource));
    }
}
