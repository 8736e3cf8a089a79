package dev.dpone.postgres;

import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.CommitReceipt;
import dev.dpone.spi.ConnectionSpec;
import dev.dpone.spi.DeliveryId;
import dev.dpone.spi.Mutation;
import dev.dpone.spi.Prepared;
import dev.dpone.spi.Publication;
import dev.dpone.spi.StageAttempt;
import dev.dpone.spi.Stages;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.TargetDelivery;
import dev.dpone.spi.TargetPlan;
import dev.dpone.spi.TechnicalColumns;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A delivery of given rows, step by step, as the engine would make it. */
final class Scenario implements AutoCloseable {
    final TestDatabase database;
    final PostgresTarget target;
    private final Path folder;
    private final boolean owner;
    TechnicalColumns technical = TechnicalColumns.MINIMAL;
    Strategy strategy = new Strategy.Append();

    Scenario(Path folder) {
        this(folder, new TestDatabase());
    }

    Scenario(Path folder, TestDatabase database) {
        this.folder = folder;
        this.database = database;
        this.target = database.target();
        this.owner = true;
    }

    private Scenario(Scenario other, ConnectionSpec spec) {
        this.folder = other.folder;
        this.technical = other.technical;
        this.database = other.database;
        this.target = new PostgresConnector(TestDatabase.WAITS).connect(spec);
        this.owner = false;
    }

    /** The same on another connection. */
    Scenario as(ConnectionSpec spec) {
        return new Scenario(this, spec);
    }

    /** Rows of an id, a text and an instant. */
    static TestRows events(int from, int to) {
        Integer[] ids = new Integer[to - from];
        String[] notes = new String[to - from];
        Instant[] times = new Instant[to - from];
        for (int i = from; i < to; i++) {
            ids[i - from] = i;
            notes[i - from] = "note " + i;
            times[i - from] = Instant.parse("2026-01-01T00:00:00Z").plus(Duration.ofHours(i));
        }
        return new TestRows()
                .with(Types.int64("id"), (Object[]) ids)
                .with(Types.nullableString("note"), (Object[]) notes)
                .with(Types.nullable(Types.dateTime64("at", 3)), (Object[]) times);
    }

    String table() {
        return database.schema + ".events";
    }

    String stage(String name) {
        return database.staging + "." + name;
    }

    TargetPlan plan(TestRows rows) {
        return database.plan(rows, technical, strategy);
    }

    /** Admits, and opens the fence. */
    DeliveryId open(TestRows rows, String runId) {
        target.admit(plan(rows));
        DeliveryId id = database.id(runId);
        return id.withEpoch(target.openFence(id.targetIdentity(), runId));
    }

    ChunkReceipt stage(Stages stages, TestRows rows, int ordinal) throws IOException {
        return stages.importFile(rows.seal(folder, ordinal), new StageAttempt(ordinal, 0, "s" + ordinal));
    }

    /** Everything up to the prepared table, one stage per element. */
    Ready prepare(String runId, TestRows... chunks) throws IOException {
        DeliveryId id = open(chunks[0], runId);
        TargetDelivery delivery = target.deliver(plan(chunks[0]), id);
        List<ChunkReceipt> receipts = new ArrayList<>();
        for (TestRows chunk : chunks) {
            int ordinal = receipts.size();
            receipts.add(delivery.stages()
                    .importFile(chunk.seal(folder, ordinal), new StageAttempt(ordinal, 0, runId + "_s" + ordinal)));
        }
        Prepared prepared = delivery.preparation().prepare(receipts, runId + "_p");
        return new Ready(delivery, id, receipts, prepared);
    }

    /** A delivery that waits for its publication. */
    record Ready(TargetDelivery delivery, DeliveryId id, List<ChunkReceipt> chunks, Prepared prepared) {
        Publication begin() {
            return delivery.beginPublication(prepared, chunks);
        }

        CommitReceipt receipt(Mutation mutation) {
            return new CommitReceipt(
                    "receipt-" + id.operationKey(),
                    id.operationKey(),
                    id.targetIdentity(),
                    id.runId(),
                    id.pipeline(),
                    id.fenceEpoch(),
                    id.planFingerprint(),
                    "append",
                    mutation,
                    prepared.rows(),
                    prepared.business().hex(),
                    prepared.full().hex(),
                    chunks.size(),
                    prepared.loadedAt(),
                    Instant.EPOCH);
        }

        /** All steps of a publication but the commit. */
        CommitReceipt upToCommit(Publication publication) {
            if (!publication.lockTarget(Duration.ofSeconds(10))) {
                throw new IllegalStateException("The target's lock is taken");
            }
            publication.fenceEpoch();
            publication.receipt();
            publication.lockPrepared();
            return publication.record(receipt(publication.mutate()));
        }

        CommitReceipt publish() {
            try (Publication publication = begin()) {
                CommitReceipt receipt = upToCommit(publication);
                publication.commit();
                return receipt;
            }
        }
    }

    @Override
    public void close() {
        target.close();
        if (owner) {
            database.close();
        }
    }
}
