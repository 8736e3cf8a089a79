package dev.dpone.state.database;

/**
 * Tables of one database schema that keep state, as a dialect reaches them. Thread-safe. Methods block on the network and
 * fail as the dialect's target does, with {@code DPONE_TARGET_*}: a code that may be retried says that the connection was
 * lost or another transaction was in the way.
 */
public interface StateTables extends AutoCloseable {
    /** Where they are, to stand behind "in", such as {@code schema dpone (connection pg)}. */
    String place();

    /** Whether all tables are there. */
    boolean complete();

    /** Creates schema and tables that are missing. Two processes may do so at once. */
    void create();

    /**
     * Runs the work in one transaction and commits: on return its changes survive the server's machine. When the
     * connection was lost, they may have been committed or not.
     *
     * @param doing to follow "Cannot " when it fails
     */
    <T> T transaction(String doing, Work<T> work);

    /** What is done in a transaction; may run again in another one. */
    @FunctionalInterface
    interface Work<T> {
        T run(StateTransaction transaction);
    }

    @Override
    void close();
}
