package dev.dpone.delivery;

import dev.dpone.spi.DeliveryId;
import dev.dpone.spi.TargetDelivery;

/** What every step of one try of a run works with. */
record RunContext(DeliveryRequest request, DeliveryId id, RunJournal journal, TargetDelivery delivery, Spans spans) {

    /** The same try, under the epoch that published it. */
    RunContext withEpoch(long epoch) {
        return new RunContext(request, id.withEpoch(epoch), journal, delivery, spans);
    }
}
