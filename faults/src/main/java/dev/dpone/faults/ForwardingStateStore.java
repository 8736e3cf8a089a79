package dev.dpone.faults;

import dev.dpone.state.Checkpoints;
import dev.dpone.state.Journal;
import dev.dpone.state.Leases;
import dev.dpone.state.StateStore;
import java.util.List;

/** Does what the state store does. */
abstract class ForwardingStateStore implements StateStore {
    final StateStore real;

    ForwardingStateStore(StateStore real) {
        this.real = real;
    }

    @Override
    public Journal journal(String runId) {
        return real.journal(runId);
    }

    @Override
    public List<String> runs() {
        return real.runs();
    }

    @Override
    public Leases leases() {
        return real.leases();
    }

    @Override
    public Checkpoints checkpoints() {
        return real.checkpoints();
    }

    @Override
    public void close() {
        real.close();
    }
}
