package dev.dpone.mssql;

import dev.dpone.column.SourceColumn;
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
import org.jspecify.annotations.Nullable;

/** A delivery of given rows, step by step, as the engine would make it. */
final class Scenario implements AutoCloseable {
    final TestServer server;
    final MssqlTarget target;
    private final Path folder;
    private final boolean owner;
    TechnicalColumns technical = TechnicalColumns.MINIMAL;
    Strategy strategy = new Strategy.Append();

    Scenario(Path folder) {
        this.folder = folder;
        this.server = new TestServer();
        this.target = server.target();
        this.owner = true;
    }

    private Scenario(Scenario other, ConnectionSpec spec) {
        this.folder = other.folder;
        this.technical = other.technical;
        this.server = other.server;
        this.target = new MssqlConnector(TestServer.WAITS).connect(spec);
        this.owner = false;
    }

    /** The same on another connection. */
    Scenario as(ConnectionSpec spec) {
        return new Scenario(this, spec);
    }

    /** Rows of an id, a text and an instant. */
    static Cells events(int from, int to) {
        Object[] ids = new Object[to - from];
        Object[] notes = new Object[to - from];
        Object[] times = new Object[to - from];
        for (int i = from; i < to; i++) {
            ids[i - from] = i;
            notes[i - from] = "note " + i;
            times[i - from] = millis(i);
        }
        return events(ids, notes, times);
    }

    static Cells events(@Nullable Object[] ids, @Nullable Object[] notes, @Nullable Object[] times) {
        return new Cells()
                .with(id(), ids)
                .with(Cells.named("note", Cells.nullable(Cells.string())), notes)
                .with(at(), times);
    }

    static SourceColumn id() {
        return Cells.named("id", Cells.integer(64, true));
    }

    static SourceColumn at() {
        return Cells.named("at", Cells.nullable(Cells.dateTime64(3)));
    }

    /** Milliseconds of so many hours into 2026. */
    static long millis(int hours) {
        return Instant.parse("2026-01-01T00:00:00Z")
                .plus(Duration.ofHours(hours))
                .toEpochMilli();
    }

    String table() {
        return server.schema + ".events";
    }

    String stage(String name) {
        return server.staging + "." + name;
    }

    TargetPlan plan(Cells rows) {
        return server.plan(rows, technical, strategy);
    }

    /** Admits, and opens the fence. */
    DeliveryId open(Cells rows, String runId) {
        target.admit(plan(rows));
        DeliveryId id = server.id(runId);
        return id.withEpoch(target.openFence(id.targetIdentity(), runId));
    }

    ChunkReceipt stage(Stages stages, Cells rows, int ordinal) throws IOException {
        return stages.importFile(Sealed.file(rows, folder, ordinal), new StageAttempt(ordinal, 0, "s" + ordinal));
    }

    /** Everything up to the prepared table, one stage per element. */
    Ready prepare(String runId, Cells... chunks) throws IOException {
        DeliveryId id = open(chunks[0], runId);
        TargetDelivery delivery = target.deliver(plan(chunks[0]), id);
        List<ChunkReceipt> receipts = new ArrayList<>();
        for (Cells chunk : chunks) {
            int ordinal = receipts.size();
            receipts.add(delivery.stages()
                    .importFile(
                            Sealed.file(chunk, folder, ordinal), new StageAttempt(ordinal, 0, runId + "_s" + ordinal)));
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
        if (owner) {
            server.close();
        } else {
            target.close();
        }
    }
}
