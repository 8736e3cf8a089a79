package dev.dpone.cli;

import dev.dpone.digest.RowSum;
import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.CommitReceipt;
import dev.dpone.spi.DeliveryId;
import dev.dpone.spi.Mutation;
import dev.dpone.spi.Preparation;
import dev.dpone.spi.Prepared;
import dev.dpone.spi.Publication;
import dev.dpone.spi.RegisteredTable;
import dev.dpone.spi.SealedFile;
import dev.dpone.spi.ServerInfo;
import dev.dpone.spi.StageAttempt;
import dev.dpone.spi.StageObservation;
import dev.dpone.spi.StageUsage;
import dev.dpone.spi.Stages;
import dev.dpone.spi.TableRef;
import dev.dpone.spi.Target;
import dev.dpone.spi.TargetDelivery;
import dev.dpone.spi.TargetPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/**
 * A real target with somebody else at work: right before each look at a staging table the test is told the boundary and the
 * table's name.
 */
final class TamperingTarget implements Target {
    private static final List<String> LOOKS = List.of("immediate", "before_prepare", "before_publish");

    private final Target real;
    private final BiConsumer<String, String> before;
    private final ConcurrentHashMap<String, List<String>> looks = new ConcurrentHashMap<>();

    TamperingTarget(Target real, BiConsumer<String, String> before) {
        this.real = real;
        this.before = before;
    }

    @Override
    public ServerInfo server() {
        return real.server();
    }

    @Override
    public void createControlTables(String stagingSchema) {
        real.createControlTables(stagingSchema);
    }

    @Override
    public void admit(TargetPlan plan) {
        real.admit(plan);
    }

    @Override
    public long openFence(String targetIdentity, String runId) {
        return real.openFence(targetIdentity, runId);
    }

    @Override
    public Optional<String> fenceHolder(String targetIdentity) {
        return real.fenceHolder(targetIdentity);
    }

    @Override
    public Optional<CommitReceipt> findReceipt(String operationKey) {
        return real.findReceipt(operationKey);
    }

    @Override
    public RowSum digest(TableRef table, List<ColumnMapping> columns) {
        return real.digest(table, columns);
    }

    @Override
    public void close() {
        real.close();
    }

    @Override
    public List<RegisteredTable> registeredTables() {
        return real.registeredTables();
    }

    @Override
    public TargetDelivery deliver(TargetPlan plan, DeliveryId id) {
        TargetDelivery delivery = real.deliver(plan, id);
        return new TargetDelivery() {
            @Override
            public Stages stages() {
                return tampering(delivery.stages());
            }

            @Override
            public Preparation preparation() {
                return tampering(delivery.preparation());
            }

            @Override
            public Publication beginPublication(Prepared prepared, List<ChunkReceipt> chunks) {
                return tampering(delivery.beginPublication(prepared, chunks), prepared);
            }

            @Override
            public void interrupt() {
                delivery.interrupt();
            }

            @Override
            public void close() {
                delivery.close();
            }
        };
    }

    private Stages tampering(Stages stages) {
        return new Stages() {
            @Override
            public ChunkReceipt importFile(SealedFile file, StageAttempt attempt) {
                return stages.importFile(file, attempt);
            }

            @Override
            public StageObservation inspect(ChunkReceipt receipt) {
                String table = receipt.attempt().table();
                List<String> seen = looks.computeIfAbsent(table, t -> new ArrayList<>());
                String boundary = LOOKS.get(seen.size());
                seen.add(boundary);
                before.accept(boundary, table);
                return stages.inspect(receipt);
            }

            @Override
            public void settle(StageAttempt attempt) {
                stages.settle(attempt);
            }

            @Override
            public StageUsage usage() {
                return stages.usage();
            }

            @Override
            public void cancel() {
                stages.cancel();
            }
        };
    }

    private Preparation tampering(Preparation preparation) {
        return new Preparation() {
            @Override
            public Prepared prepare(List<ChunkReceipt> chunks, String table) {
                return preparation.prepare(chunks, table);
            }

            @Override
            public StageObservation inspect(Prepared prepared) {
                before.accept("prepared_again", prepared.table());
                return preparation.inspect(prepared);
            }

            @Override
            public void drop(String table) {
                preparation.drop(table);
            }
        };
    }

    private Publication tampering(Publication publication, Prepared prepared) {
        return new Publication() {
            @Override
            public boolean lockTarget(Duration wait) {
                return publication.lockTarget(wait);
            }

            @Override
            public long fenceEpoch() {
                return publication.fenceEpoch();
            }

            @Override
            public Optional<CommitReceipt> receipt() {
                return publication.receipt();
            }

            @Override
            public StageObservation lockPrepared() {
                before.accept("in_publication", prepared.table());
                return publication.lockPrepared();
            }

            @Override
            public Mutation mutate() {
                return publication.mutate();
            }

            @Override
            public CommitReceipt record(CommitReceipt receipt) {
                return publication.record(receipt);
            }

            @Override
            public void commit() {
                publication.commit();
            }

            @Override
            public void close() {
                publication.close();
            }
        };
    }
}
