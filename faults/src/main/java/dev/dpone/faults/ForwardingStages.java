package dev.dpone.faults;

import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.SealedFile;
import dev.dpone.spi.StageAttempt;
import dev.dpone.spi.StageObservation;
import dev.dpone.spi.StageUsage;
import dev.dpone.spi.Stages;

/** Does what the stages do. */
abstract class ForwardingStages implements Stages {
    final Stages real;

    ForwardingStages(Stages real) {
        this.real = real;
    }

    @Override
    public ChunkReceipt importFile(SealedFile file, StageAttempt attempt) {
        return real.importFile(file, attempt);
    }

    @Override
    public StageObservation inspect(ChunkReceipt receipt) {
        return real.inspect(receipt);
    }

    @Override
    public void settle(StageAttempt attempt) {
        real.settle(attempt);
    }

    @Override
    public StageUsage usage() {
        return real.usage();
    }

    @Override
    public void cancel() {
        real.cancel();
    }
}
