package dev.dpone.mssql;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;

/** The sessions on which long work of one delivery runs, so that it can be stopped. Thread-safe. */
final class Running {
    private final Set<Session> sessions = new HashSet<>();

    synchronized void add(Session session) {
        sessions.add(session);
    }

    /** From now on the session is not stopped. Without effect when it is not here. */
    synchronized void remove(Session session) {
        sessions.remove(session);
    }

    /** The same before its COMMIT is sent; throws when the session was stopped already. */
    synchronized void commits(Session session) {
        if (!sessions.remove(session)) {
            throw new DponeException(
                    ErrorCode.TARGET_FAILED,
                    "Cannot commit the publication: it was stopped before",
                    "Nothing was published; run again.");
        }
    }

    /** Does the work while the session may be stopped. */
    <T> T on(Session session, Sessions.Work<T> work) throws SQLException {
        add(session);
        try {
            return work.run(session);
        } finally {
            remove(session);
        }
    }

    /** Makes what runs on those sessions fail soon. */
    synchronized void stop() {
        sessions.forEach(Session::stop);
        sessions.clear();
    }
}
