package dev.dpone.faults;

import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.Preparation;
import dev.dpone.spi.Prepared;
import dev.dpone.spi.Publication;
import dev.dpone.spi.Stages;
import dev.dpone.spi.TargetDelivery;
import java.util.List;

/** Does what the target side of a delivery does. */
abstract class ForwardingDelivery implements TargetDelivery {
    final TargetDelivery real;

    ForwardingDelivery(TargetDelivery real) {
        this.real = real;
    }

    @Override
    public Stages stages() {
        return real.stages();
    }

    @Override
    public Preparation preparation() {
        return real.preparation();
    }

    @Override
    public Publication beginPublication(Prepared prepared, List<ChunkReceipt> chunks) {
        return real.beginPublication(prepared, chunks);
    }

    @Override
    public void interrupt() {
        real.interrupt();
    }

    @Override
    public void close() {
        real.close();
    }
}
