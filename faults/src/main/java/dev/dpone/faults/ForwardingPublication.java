package dev.dpone.faults;

import dev.dpone.spi.CommitReceipt;
import dev.dpone.spi.Mutation;
import dev.dpone.spi.Publication;
import dev.dpone.spi.StageObservation;
import java.time.Duration;
import java.util.Optional;

/** Does what the publication does. */
abstract class ForwardingPublication implements Publication {
    final Publication real;

    ForwardingPublication(Publication real) {
        this.real = real;
    }

    @Override
    public boolean lockTarget(Duration wait) {
        return real.lockTarget(wait);
    }

    @Override
    public long fenceEpoch() {
        return real.fenceEpoch();
    }

    @Override
    public Optional<CommitReceipt> receipt() {
        return real.receipt();
    }

    @Override
    public StageObservation lockPrepared() {
        return real.lockPrepared();
    }

    @Override
    public Mutation mutate() {
        return real.mutate();
    }

    @Override
    public CommitReceipt record(CommitReceipt receipt) {
        return real.record(receipt);
    }

    @Override
    public void commit() {
        real.commit();
    }

    @Override
    public void close() {
        real.close();
    }
}
