package dev.dpone.state;

import java.util.List;

/** Append-only, hash-linked events of one run. Bytes once written never change. */
public interface Journal {
    /** All events in order, their links checked; empty for a run that has none. */
    List<JournalEvent> read();

    /**
     * Appends durably: on return the event survives the process and the machine.
     *
     * @param expectedVersion number of events the caller has seen
     * @return false when another process appended meanwhile; nothing is written then
     */
    boolean append(long expectedVersion, JournalEvent event);
}
