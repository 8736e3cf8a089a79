package dev.dpone.faults;

import dev.dpone.cli.Wiring;
import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.CommitReceipt;
import dev.dpone.spi.DeliveryId;
import dev.dpone.spi.Prepared;
import dev.dpone.spi.Publication;
import dev.dpone.spi.Target;
import dev.dpone.spi.TargetDelivery;
import dev.dpone.spi.TargetPlan;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Planted bugs of the publication. */
final class PublicationBugs {
    private PublicationBugs() {}

    /** Makes a publication of a delivery's target side. */
    private interface Opening {
        Publication open(TargetDelivery delivery, DeliveryId id, Prepared prepared, List<ChunkReceipt> chunks);
    }

    static Wiring receiptOutsideTransaction() {
        return wiring(target -> publishing(
                target,
                (delivery, id, prepared, chunks) ->
                        new ForwardingPublication(delivery.beginPublication(prepared, chunks)) {
                            private @Nullable CommitReceipt later;

                            @Override
                            public CommitReceipt record(CommitReceipt receipt) {
                                later = receipt;
                                return receipt;
                            }

                            @Override
                            public void commit() {
                                real.commit();
                                if (later != null) {
                                    try (Publication second = delivery.beginPublication(prepared, chunks)) {
                                        second.lockTarget(Duration.ofMinutes(1));
                                        second.fenceEpoch();
                                        second.record(later);
                                        second.commit();
                                    }
                                }
                            }
                        }));
    }

    static Wiring fenceUnchecked() {
        return wiring(target -> publishing(
                target,
                (delivery, id, prepared, chunks) ->
                        new ForwardingPublication(delivery.beginPublication(prepared, chunks)) {
                            @Override
                            public long fenceEpoch() {
                                real.fenceEpoch();
                                return id.fenceEpoch();
                            }
                        }));
    }

    static Wiring publishWithoutProbe() {
        return wiring(target ->
                new ForwardingTarget(publishing(
                        target,
                        (delivery, id, prepared, chunks) ->
                                new ForwardingPublication(delivery.beginPublication(prepared, chunks)) {
                                    @Override
                                    public Optional<CommitReceipt> receipt() {
                                        return Optional.empty();
                                    }
                                })) {
                    @Override
                    public Optional<CommitReceipt> findReceipt(String operationKey) {
                        return Optional.empty();
                    }
                });
    }

    private static Wiring wiring(UnaryOperator<Target> target) {
        return new Wiring(target, UnaryOperator.identity(), UnaryOperator.identity());
    }

    private static Target publishing(Target target, Opening opening) {
        return new ForwardingTarget(target) {
            @Override
            public TargetDelivery deliver(TargetPlan plan, DeliveryId id) {
                return new ForwardingDelivery(real.deliver(plan, id)) {
                    @Override
                    public Publication beginPublication(Prepared prepared, List<ChunkReceipt> chunks) {
                        return opening.open(real, id, prepared, chunks);
                    }
                };
            }
        };
    }
}
