package dev.dpone.delivery;

import dev.dpone.digest.RowSum;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
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
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A target in memory that keeps the ports' promises: stages, fence, receipts and a published table with one transaction at
 * a time. Tests set what goes wrong, by the name of the step.
 */
final class FakeTarget implements Target {
    final Map<String, RowSum> stages = new HashMap<>();
    final Map<String, CommitReceipt> receipts = new HashMap<>();
    final Map<String, Consumer<FakeTarget>> before = new HashMap<>();
    RowSum published = RowSum.EMPTY;
    long fence;
    private Optional<String> holder = Optional.empty();
    long allocatedBytes;
    long updatedRows;
    int mutations;
    boolean loseCommit;
    boolean lockIsFree = true;
    long lostRows;
    boolean commitLands = true;
    boolean unreachable;
    final AtomicInteger interrupts = new AtomicInteger();
    private final CountDownLatch interrupted = new CountDownLatch(1);

    /** As a statement does that only an interrupt ends; fails when none comes. */
    void awaitInterrupt() {
        try {
            if (!interrupted.await(20, TimeUnit.SECONDS)) {
                throw new AssertionError("Nobody stopped the statement");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void at(String step) {
        before.getOrDefault(step, target -> {}).accept(this);
        if (unreachable) {
            throw new DponeException(ErrorCode.TARGET_UNREACHABLE, "The target cannot be reached", "Start it.");
        }
    }

    @Override
    public ServerInfo server() {
        return new ServerInfo("Fake", "1", "fake");
    }

    @Override
    public void createControlTables(String stagingSchema) {}

    @Override
    public void admit(TargetPlan plan) {
        at("admit");
    }

    @Override
    public synchronized long openFence(String targetIdentity, String runId) {
        at("openFence");
        holder = Optional.of(runId);
        return ++fence;
    }

    @Override
    public synchronized Optional<String> fenceHolder(String targetIdentity) {
        return holder;
    }

    /** What a real target looks at before it makes a table. */
    private void checkFence(DeliveryId id) {
        if (fence > id.fenceEpoch()) {
            throw new DponeException(ErrorCode.FENCE_LOST, "The fence is at " + fence, "Let the other one finish.");
        }
    }

    @Override
    public synchronized Optional<CommitReceipt> findReceipt(String operationKey) {
        at("findReceipt");
        return Optional.ofNullable(receipts.get(operationKey));
    }

    @Override
    public RowSum digest(TableRef table, List<ColumnMapping> columns) {
        return published;
    }

    @Override
    public void close() {}

    @Override
    public List<RegisteredTable> registeredTables() {
        return List.of();
    }

    @Override
    public TargetDelivery deliver(TargetPlan plan, DeliveryId id) {
        return new TargetDelivery() {
            @Override
            public Stages stages() {
                return new FakeStages(id);
            }

            @Override
            public Preparation preparation() {
                return new FakePreparation(id);
            }

            @Override
            public Publication beginPublication(Prepared prepared, List<ChunkReceipt> chunks) {
                return new FakePublication(prepared, id);
            }

            @Override
            public void interrupt() {
                interrupts.incrementAndGet();
                interrupted.countDown();
            }

            @Override
            public void close() {}
        };
    }

    private StageObservation observe(String table, String method) {
        RowSum sum = stages.get(table);
        return sum == null
                ? new StageObservation(-1, false, 0, Optional.empty(), Optional.of(RowSum.EMPTY), method)
                : new StageObservation(table.hashCode(), true, sum.count(), Optional.empty(), Optional.of(sum), method);
    }

    private final class FakeStages implements Stages {
        private final DeliveryId id;

        FakeStages(DeliveryId id) {
            this.id = id;
        }

        @Override
        public ChunkReceipt importFile(SealedFile file, StageAttempt attempt) {
            synchronized (FakeTarget.this) {
                at("import");
                checkFence(id);
                stages.put(attempt.table(), file.sum());
                at("imported");
                RowSum landed = stages.getOrDefault(attempt.table(), RowSum.EMPTY);
                return new ChunkReceipt(
                        attempt,
                        attempt.table().hashCode(),
                        landed.count(),
                        file.encodedBytes(),
                        file.sha256(),
                        landed,
                        "",
                        "readback");
            }
        }

        @Override
        public StageObservation inspect(ChunkReceipt receipt) {
            synchronized (FakeTarget.this) {
                at("inspect");
                return observe(receipt.attempt().table(), "readback");
            }
        }

        @Override
        public void settle(StageAttempt attempt) {
            synchronized (FakeTarget.this) {
                at("settle");
                stages.remove(attempt.table());
            }
        }

        @Override
        public StageUsage usage() {
            synchronized (FakeTarget.this) {
                at("usage");
                return new StageUsage(stages.size(), allocatedBytes);
            }
        }

        @Override
        public void cancel() {}
    }

    private final class FakePreparation implements Preparation {
        private final DeliveryId id;

        FakePreparation(DeliveryId id) {
            this.id = id;
        }

        @Override
        public Prepared prepare(List<ChunkReceipt> chunks, String table) {
            synchronized (FakeTarget.this) {
                at("prepare");
                checkFence(id);
                RowSum sum = chunks.stream()
                        .map(chunk -> stages.get(chunk.attempt().table()))
                        .reduce(RowSum.EMPTY, RowSum::plus);
                stages.put(table, sum);
                at("prepared");
                RowSum found = stages.get(table);
                return new Prepared(
                        table, table.hashCode(), found.count(), found, found, Instant.EPOCH, "", "readback");
            }
        }

        @Override
        public StageObservation inspect(Prepared prepared) {
            synchronized (FakeTarget.this) {
                at("inspectPrepared");
                return observe(prepared.table(), "readback");
            }
        }

        @Override
        public void drop(String table) {
            synchronized (FakeTarget.this) {
                stages.remove(table);
            }
        }
    }

    private final class FakePublication implements Publication {
        private final Prepared prepared;
        private final DeliveryId id;
        private Optional<RowSum> mutated = Optional.empty();
        private Optional<CommitReceipt> recorded = Optional.empty();

        FakePublication(Prepared prepared, DeliveryId id) {
            this.prepared = prepared;
            this.id = id;
        }

        @Override
        public boolean lockTarget(Duration wait) {
            at("lockTarget");
            return lockIsFree;
        }

        @Override
        public long fenceEpoch() {
            at("fenceEpoch");
            return fence;
        }

        @Override
        public Optional<CommitReceipt> receipt() {
            return Optional.ofNullable(receipts.get(id.operationKey()));
        }

        @Override
        public StageObservation lockPrepared() {
            at("lockPrepared");
            return observe(prepared.table(), "readback");
        }

        @Override
        public Mutation mutate() {
            at("mutate");
            RowSum rows = stages.getOrDefault(prepared.table(), RowSum.EMPTY);
            mutated = Optional.of(rows);
            return new Mutation("fake", 0, rows.count() - updatedRows - lostRows, updatedRows);
        }

        @Override
        public CommitReceipt record(CommitReceipt receipt) {
            recorded = Optional.of(receipt);
            return receipt;
        }

        @Override
        public void commit() {
            at("commit");
            if (!loseCommit || commitLands) {
                published = mutated.orElseThrow();
                receipts.put(id.operationKey(), recorded.orElseThrow());
                mutations++;
            }
            if (loseCommit) {
                before.getOrDefault("commitLost", target -> {}).accept(FakeTarget.this);
                throw new DponeException(
                        ErrorCode.PUBLICATION_UNKNOWN, "The connection was lost at COMMIT", "Look for the receipt.");
            }
        }

        @Override
        public void close() {}
    }
}
