package dev.dpone.state;

import java.util.List;

/** Where dpone keeps its own durable facts. Thread-safe. Failures are {@code DPONE_STATE_*}. */
public interface StateStore extends AutoCloseable {
    /** The journal of one run, existing or not. */
    Journal journal(String runId);

    /** Run ids that have a journal, in no order. */
    List<String> runs();

    Leases leases();

    Checkpoints checkpoints();

    @Override
    void close();
}
