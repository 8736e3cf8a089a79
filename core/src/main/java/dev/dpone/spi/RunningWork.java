package dev.dpone.spi;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.util.HashSet;
import java.util.Set;

/** The sessions on which a connector's long work for one delivery runs, so that it can be stopped. Thread-safe. */
public final class RunningWork {
    private final Set<Session> sessions = new HashSet<>();

    /** A connector's connection to its server. */
    public interface Session {
        /** Makes what runs on it fail soon. From any thread. */
        void stop();
    }

    /** A step of work. */
    @FunctionalInterface
    public interface Work<S, T, E extends Exception> {
        T run(S session) throws E;
    }

    public synchronized void add(Session session) {
        sessions.add(session);
    }

    /** From now on the session is not stopped. Without effect when it is not here. */
    public synchronized void remove(Session session) {
        sessions.remove(session);
    }

    /** The same before its COMMIT is sent; throws {@code DPONE_TARGET_FAILED} when the session was stopped already. */
    public synchronized void commits(Session session) {
        if (!sessions.remove(session)) {
            throw new DponeException(
                    ErrorCode.TARGET_FAILED,
                    "Cannot commit the publication: it was stopped before",
                    "Nothing was published; run again.");
        }
    }

    /** Does the work while the session may be stopped. */
    public <S extends Session, T, E extends Exception> T on(S session, Work<S, T, E> work) throws E {
        add(session);
        try {
            return work.run(session);
        } finally {
            remove(session);
        }
    }

    /** Stops all that are here. */
    public synchronized void stop() {
        sessions.forEach(Session::stop);
        sessions.clear();
    }
}
