package dev.dpone.faults;

import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.Preparation;
import dev.dpone.spi.Prepared;
import dev.dpone.spi.StageObservation;
import java.util.List;

/** Does what the preparation does. */
abstract class ForwardingPreparation implements Preparation {
    final Preparation real;

    ForwardingPreparation(Preparation real) {
        this.real = real;
    }

    @Override
    public Prepared prepare(List<ChunkReceipt> chunks, String table) {
        return real.prepare(chunks, table);
    }

    @Override
    public StageObservation inspect(Prepared prepared) {
        return real.inspect(prepared);
    }

    @Override
    public void drop(String table) {
        real.drop(table);
    }
}
