package dev.dpone.state.database;

import dev.dpone.canonical.RunId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** A transaction on the tables of state. For one thread. Fails as {@link StateTables} does. */
public interface StateTransaction {
    /**
     * Waits until no other transaction holds this name, and holds it until this one is over. What others committed under
     * the name is seen afterwards.
     *
     * @return the database's clock once the name was had
     */
    Instant lock(String name);

    /** A run's lines from a number on, by number. Line 0 is the header. */
    SortedMap<Long, byte[]> lines(RunId run, long from);

    /** Adds a line, or returns false where there is one of that number. */
    boolean add(RunId run, long seq, byte[] line);

    /** Runs that have lines. */
    List<String> runs();

    /** The line that is kept under a key. */
    Optional<byte[]> read(KeyedTable table, String key);

    /** Puts a line under a key, in the place of the one there. */
    void write(KeyedTable table, String key, byte[] line);

    /** The tables that keep one line a key. */
    enum KeyedTable {
        LEASES,
        CHECKPOINTS
    }
}
