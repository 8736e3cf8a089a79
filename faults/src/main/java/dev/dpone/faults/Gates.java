package dev.dpone.faults;

import dev.dpone.cli.Wiring;
import dev.dpone.delivery.DeliveryFacts;
import dev.dpone.delivery.EvidenceSink;
import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.CommitReceipt;
import dev.dpone.spi.DeliveryId;
import dev.dpone.spi.Prepared;
import dev.dpone.spi.Publication;
import dev.dpone.spi.SealedFile;
import dev.dpone.spi.StageAttempt;
import dev.dpone.spi.Stages;
import dev.dpone.spi.Target;
import dev.dpone.spi.TargetDelivery;
import dev.dpone.spi.TargetPlan;
import dev.dpone.state.Checkpoint;
import dev.dpone.state.Checkpoints;
import dev.dpone.state.Journal;
import dev.dpone.state.JournalEvent;
import dev.dpone.state.StateStore;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Puts one gate around everything durable that a delivery does through its ports. */
final class Gates {
    private final Gate gate;

    private Gates(Gate gate) {
        this.gate = gate;
    }

    static Wiring of(Gate gate) {
        Gates gates = new Gates(gate);
        return new Wiring(gates::target, gates::state, gates::evidence);
    }

    private Target target(Target real) {
        return new ForwardingTarget(real) {
            @Override
            public long openFence(String targetIdentity, String runId) {
                gate.before(Boundary.FENCE_OPENED);
                long epoch = real.openFence(targetIdentity, runId);
                gate.after(Boundary.FENCE_OPENED);
                return epoch;
            }

            @Override
            public TargetDelivery deliver(TargetPlan plan, DeliveryId id) {
                return delivery(real.deliver(plan, id));
            }
        };
    }

    private TargetDelivery delivery(TargetDelivery real) {
        return new ForwardingDelivery(real) {
            @Override
            public Stages stages() {
                return Gates.this.stages(real.stages());
            }

            @Override
            public Publication beginPublication(Prepared prepared, List<ChunkReceipt> chunks) {
                return publication(real.beginPublication(prepared, chunks));
            }
        };
    }

    private Stages stages(Stages real) {
        return new ForwardingStages(real) {
            @Override
            public ChunkReceipt importFile(SealedFile file, StageAttempt attempt) {
                gate.before(Boundary.STAGE_IMPORTED);
                ChunkReceipt receipt = gate.watches(Boundary.HALF_SENT)
                        ? HalfSent.importFile(real, file, attempt, () -> gate.before(Boundary.HALF_SENT))
                        : real.importFile(file, attempt);
                gate.after(Boundary.STAGE_IMPORTED);
                return receipt;
            }
        };
    }

    private Publication publication(Publication real) {
        return new ForwardingPublication(real) {
            @Override
            public CommitReceipt record(CommitReceipt receipt) {
                gate.before(Boundary.RECEIPT_RECORDED);
                CommitReceipt stored = real.record(receipt);
                gate.after(Boundary.RECEIPT_RECORDED);
                return stored;
            }

            @Override
            public void commit() {
                gate.before(Boundary.COMMIT);
                real.commit();
                gate.after(Boundary.COMMIT);
            }
        };
    }

    private StateStore state(StateStore real) {
        return new ForwardingStateStore(real) {
            @Override
            public Journal journal(String runId) {
                return Gates.this.journal(real.journal(runId));
            }

            @Override
            public Checkpoints checkpoints() {
                return Gates.this.checkpoints(real.checkpoints());
            }
        };
    }

    private Journal journal(Journal real) {
        return new Journal() {
            @Override
            public List<JournalEvent> read() {
                return real.read();
            }

            @Override
            public boolean append(long expectedVersion, JournalEvent event) {
                Optional<Boundary> boundary = boundary(event);
                boundary.ifPresent(gate::before);
                boolean appended = real.append(expectedVersion, event);
                boundary.ifPresent(gate::after);
                return appended;
            }
        };
    }

    private static Optional<Boundary> boundary(JournalEvent event) {
        return Arrays.stream(Boundary.values())
                .filter(boundary -> boundary.id().equals(event.type()))
                .findFirst();
    }

    private Checkpoints checkpoints(Checkpoints real) {
        return new Checkpoints() {
            @Override
            public Optional<Checkpoint> read(String pipeline, String target) {
                return real.read(pipeline, target);
            }

            @Override
            public boolean advance(String target, Checkpoint next) {
                gate.before(Boundary.CHECKPOINT_STORED);
                boolean advanced = real.advance(target, next);
                gate.after(Boundary.CHECKPOINT_STORED);
                return advanced;
            }
        };
    }

    private EvidenceSink evidence(EvidenceSink real) {
        return (DeliveryFacts facts) -> {
            gate.before(Boundary.EVIDENCE_FILE);
            EvidenceSink.Written written = real.write(facts);
            gate.after(Boundary.EVIDENCE_FILE);
            return written;
        };
    }
}
