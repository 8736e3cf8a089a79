package dev.dpone.mssql;

import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.DeliveryId;
import dev.dpone.spi.Preparation;
import dev.dpone.spi.Prepared;
import dev.dpone.spi.Publication;
import dev.dpone.spi.RunningWork;
import dev.dpone.spi.Stages;
import dev.dpone.spi.TargetDelivery;
import dev.dpone.spi.TargetPlan;
import java.util.List;

/** One delivery's work on the target; each piece opens its own sessions. */
final class MssqlDelivery implements TargetDelivery {
    private final Sessions sessions;
    private final TargetPlan plan;
    private final DeliveryId id;
    private final RunningWork running = new RunningWork();
    private final MssqlStages stages;
    private final MssqlPreparation preparation;

    MssqlDelivery(Sessions sessions, TargetPlan plan, DeliveryId id) {
        this.sessions = sessions;
        this.plan = plan;
        this.id = id;
        this.stages = new MssqlStages(sessions, plan, id);
        this.preparation = new MssqlPreparation(sessions, plan, id, running);
    }

    @Override
    public Stages stages() {
        return stages;
    }

    @Override
    public Preparation preparation() {
        return preparation;
    }

    @Override
    public Publication beginPublication(Prepared prepared, List<ChunkReceipt> chunks) {
        return new MssqlPublication(sessions, plan, id, prepared, running);
    }

    @Override
    public void interrupt() {
        running.stop();
    }

    @Override
    public void close() {}
}
