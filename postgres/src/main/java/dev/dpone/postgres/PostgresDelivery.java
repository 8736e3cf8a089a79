package dev.dpone.postgres;

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
final class PostgresDelivery implements TargetDelivery {
    private final Sessions sessions;
    private final TargetPlan plan;
    private final DeliveryId id;
    private final RunningWork running = new RunningWork();
    private final PostgresStages stages;
    private final PostgresPreparation preparation;

    PostgresDelivery(Sessions sessions, TargetPlan plan, DeliveryId id) {
        this.sessions = sessions;
        this.plan = plan;
        this.id = id;
        this.stages = new PostgresStages(sessions, plan, id);
        this.preparation = new PostgresPreparation(sessions, plan, id, running);
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
        return new PostgresPublication(sessions, plan, id, prepared, running);
    }

    @Override
    public void interrupt() {
        running.stop();
    }

    @Override
    public void close() {}
}
