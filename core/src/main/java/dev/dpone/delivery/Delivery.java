package dev.dpone.delivery;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.CommitReceipt;
import dev.dpone.spi.DeliveryId;
import dev.dpone.spi.Preparation;
import dev.dpone.spi.Prepared;
import dev.dpone.spi.RowFormat;
import dev.dpone.spi.Source;
import dev.dpone.spi.Target;
import dev.dpone.spi.TargetDelivery;
import dev.dpone.spi.Window;
import dev.dpone.state.Checkpoint;
import dev.dpone.state.JournalEvent;
import dev.dpone.state.StateStore;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * One delivery, step by step, each made durable before the next: lease, fence, stages, prepared table, publication,
 * evidence, checkpoint. For one call of {@link #run}.
 */
public final class Delivery {
    private final Source source;
    private final Target target;
    private final RowFormat format;
    private final StateStore state;
    private final EvidenceSink evidence;
    private final Clock clock;
    private final Cancellation cancellation;
    private final DeliveryListener listener;

    public Delivery(
            Source source,
            Target target,
            RowFormat format,
            StateStore state,
            EvidenceSink evidence,
            Clock clock,
            Cancellation cancellation,
            DeliveryListener listener) {
        this.source = source;
        this.target = target;
        this.format = format;
        this.state = state;
        this.evidence = evidence;
        this.clock = clock;
        this.cancellation = cancellation;
        this.listener = listener;
    }

    /**
     * Delivers, or completes a run of this id whose publication was committed before.
     *
     * @param targetIdentity hex fingerprint of the target, see {@code TargetIdentity}
     * @throws DponeException when the target is unchanged, or with {@code DPONE_PUBLICATION_UNKNOWN}
     */
    public DeliveryResult run(DeliveryRequest request, String targetIdentity) {
        RunJournal journal = RunJournal.open(state.journal(request.runId()), clock);
        RunGuard.check(journal, request, targetIdentity);
        listener.phase(DeliveryPhase.ADMISSION);
        String operationKey = request.operationKey(targetIdentity);
        DeliveryId unopened = new DeliveryId(
                request.runId(), request.pipeline(), targetIdentity, operationKey, request.planFingerprint(), 0);
        Optional<CommitReceipt> earlier = target.findReceipt(operationKey);
        if (earlier.isPresent() && journal.last(RunEvent.STAGING_DROPPED).isPresent()) {
            return new DeliveryResult(
                    earlier.get(), evidenceOf(journal).map(EvidenceSink.Written::path), true, encodedBytes(journal));
        }
        LeaseKeeper lease = LeaseKeeper.acquire(state.leases(), targetIdentity, request.runId(), cancellation);
        try {
            if (earlier.isEmpty()) {
                target.admit(request.target());
            }
            long epoch = earlier.isPresent()
                    ? earlier.get().fenceEpoch()
                    : target.openFence(targetIdentity, request.runId());
            return open(request, unopened.withEpoch(epoch), journal);
        } finally {
            lease.close();
        }
    }

    private DeliveryResult open(DeliveryRequest request, DeliveryId id, RunJournal journal) {
        try (TargetDelivery delivery = target.deliver(request.target(), id)) {
            // The fence was opened after any publication of this operation ended: this look is conclusive.
            Optional<CommitReceipt> earlier = target.findReceipt(id.operationKey());
            if (earlier.isPresent()) {
                // It may have become visible only now: then it has the epoch of the try that published.
                return finish(
                        request, id.withEpoch(earlier.get().fenceEpoch()), journal, delivery, earlier.get(), true);
            }
            if (journal.last(RunEvent.PUBLISHED).isPresent()) {
                throw receiptMissing(request);
            }
            dropLeftovers(request, id, journal, delivery);
            journal.append(RunEvent.RUN_OPENED, RunRecords.opened(request, id));
            listener.opened(request.runId());
            return deliver(request, id, journal, delivery);
        }
    }

    private static DponeException receiptMissing(DeliveryRequest request) {
        return new DponeException(
                ErrorCode.PUBLICATION_UNKNOWN,
                "The journal says that run " + request.runId() + " was published, but the target has no receipt of it",
                "Restore dpone.commit_receipts in the target database, or start a new run if the target was restored to"
                        + " an earlier state.");
    }

    /** Drops the stages, prepared tables and spool folders that this run's processes made. */
    private static void dropLeftovers(
            DeliveryRequest request, DeliveryId id, RunJournal journal, TargetDelivery delivery) {
        for (JournalEvent event : journal.all(RunEvent.ATTEMPT_INTENDED)) {
            delivery.stages().settle(RunRecords.readAttempt(event.data()));
        }
        for (JournalEvent event : journal.all(RunEvent.RUN_OPENED)) {
            DeliveryId opened = id.withEpoch(RunRecords.readEpoch(event.data()));
            delivery.preparation().drop(StageNames.prepared(opened));
            Spool.removeLeftover(request.workDir(), StageNames.spool(opened));
        }
    }

    private DeliveryResult deliver(
            DeliveryRequest request, DeliveryId id, RunJournal journal, TargetDelivery delivery) {
        Boundaries boundaries = new Boundaries();
        PipelineGauge gauge = new PipelineGauge();
        Staging staging = new Staging(request, id, journal, delivery.stages(), boundaries, cancellation, gauge);
        CommitReceipt receipt;
        try {
            listener.phase(DeliveryPhase.STAGING);
            listener.staging(gauge);
            List<ChunkReceipt> chunks = staging.run(source, format, queryId(request));
            Prepared prepared = prepare(request, id, journal, delivery, boundaries, chunks);
            listener.phase(DeliveryPhase.PUBLISHING);
            cancellation.check();
            journal.append(
                    RunEvent.PUBLISH_INTENDED,
                    Map.of("operation_key", id.operationKey(), "methods", RunRecords.methods(boundaries.methods())));
            receipt = new Publisher(target, id, request.target().strategy(), boundaries)
                    .publish(delivery, prepared, chunks);
        } catch (RuntimeException e) {
            abandon(e, id, journal, delivery, staging);
            throw e;
        }
        return finish(request, id, journal, delivery, receipt, false);
    }

    private Prepared prepare(
            DeliveryRequest request,
            DeliveryId id,
            RunJournal journal,
            TargetDelivery delivery,
            Boundaries boundaries,
            List<ChunkReceipt> chunks) {
        long rows = chunks.stream().mapToLong(ChunkReceipt::rows).sum();
        journal.append(
                RunEvent.STAGE_COMPLETE,
                Map.of("chunks", chunks.size(), "rows", rows, "source", RunRecords.server(source.server())));
        listener.phase(DeliveryPhase.PREPARING);
        StageBudget budget = new StageBudget(request.limits(), delivery.stages());
        inspectAll(DeliveryFacts.BEFORE_PREPARE, delivery, boundaries, chunks);
        budget.checkTarget();
        Preparation preparation = delivery.preparation();
        cancellation.check();
        Prepared prepared = preparation.prepare(chunks, StageNames.prepared(id));
        boundaries.prepared(prepared, chunks);
        journal.append(RunEvent.PREPARED, RunRecords.prepared(prepared));
        listener.phase(DeliveryPhase.VERIFYING);
        inspectAll(DeliveryFacts.BEFORE_PUBLISH, delivery, boundaries, chunks);
        boundaries.preparedAgain(preparation, prepared);
        budget.checkTarget();
        return prepared;
    }

    private void inspectAll(
            String boundary, TargetDelivery delivery, Boundaries boundaries, List<ChunkReceipt> chunks) {
        for (ChunkReceipt chunk : chunks) {
            cancellation.check();
            boundaries.stage(boundary, delivery.stages(), chunk);
        }
    }

    /** After a failure: everything of this run goes, unless its publication may have happened. */
    private static void abandon(
            RuntimeException primary, DeliveryId id, RunJournal journal, TargetDelivery delivery, Staging staging) {
        if (primary instanceof DponeException dpone && dpone.code() == ErrorCode.PUBLICATION_UNKNOWN) {
            return;
        }
        staging.settleAll(primary);
        try {
            delivery.preparation().drop(StageNames.prepared(id));
            String code = primary instanceof DponeException dpone ? dpone.code().id() : ErrorCode.INTERNAL.id();
            journal.append(RunEvent.RUN_FAILED, Map.of("code", code));
        } catch (RuntimeException e) {
            primary.addSuppressed(e);
        }
    }

    /** Completes a published run; a failure of that says that the target is published. */
    private DeliveryResult finish(
            DeliveryRequest request,
            DeliveryId id,
            RunJournal journal,
            TargetDelivery delivery,
            CommitReceipt receipt,
            boolean replayed) {
        try {
            return complete(request, id, journal, delivery, receipt, replayed);
        } catch (DponeException e) {
            if (e.code() == ErrorCode.EVIDENCE_FAILED) {
                throw e;
            }
            throw new DponeException(
                    e.code(),
                    "The target is published, but its run " + request.runId() + " is not complete: " + e.getMessage(),
                    e.remedy() + " Run again with --run-id " + request.runId()
                            + " to complete it: the rows are not delivered again.",
                    e);
        }
    }

    /** From a committed receipt to an advanced checkpoint; then, and only then, the staging tables go. */
    private DeliveryResult complete(
            DeliveryRequest request,
            DeliveryId id,
            RunJournal journal,
            TargetDelivery delivery,
            CommitReceipt receipt,
            boolean replayed) {
        if (journal.last(RunEvent.PUBLISHED).isEmpty()) {
            journal.append(RunEvent.PUBLISHED, RunRecords.published(receipt));
        }
        listener.phase(DeliveryPhase.EVIDENCE);
        EvidenceSink.Written written =
                evidenceOf(journal).orElseGet(() -> write(facts(request, id, journal, receipt), journal));
        if (journal.last(RunEvent.CHECKPOINT_ADVANCED).isEmpty()) {
            advance(request, id, journal, receipt);
        }
        listener.phase(DeliveryPhase.CLEANUP);
        try {
            dropLeftovers(request, id, journal, delivery);
            journal.append(RunEvent.STAGING_DROPPED, Map.of());
        } catch (DponeException e) {
            listener.warning("Published, but staging tables of this run are left: " + e.getMessage()
                    + ". Run again with --run-id " + request.runId() + " to drop them.");
        }
        listener.phase(DeliveryPhase.DONE);
        return new DeliveryResult(receipt, Optional.of(written.path()), replayed, encodedBytes(journal));
    }

    private static long encodedBytes(RunJournal journal) {
        return acceptedReceipts(journal).stream()
                .mapToLong(ChunkReceipt::encodedBytes)
                .sum();
    }

    private EvidenceSink.Written write(DeliveryFacts facts, RunJournal journal) {
        EvidenceSink.Written written = evidence.write(facts);
        journal.append(
                RunEvent.EVIDENCE_WRITTEN, Map.of("path", written.path().toString(), "sha256", written.sha256()));
        return written;
    }

    private static Optional<EvidenceSink.Written> evidenceOf(RunJournal journal) {
        return journal.last(RunEvent.EVIDENCE_WRITTEN).map(event -> RunRecords.readEvidence(event.data()));
    }

    private DeliveryFacts facts(DeliveryRequest request, DeliveryId id, RunJournal journal, CommitReceipt receipt) {
        JournalEvent staged = required(journal, RunEvent.STAGE_COMPLETE);
        return new DeliveryFacts(
                id,
                request.limits(),
                RunRecords.readServer(RunRecords.value(staged.data(), "source")),
                target.server(),
                acceptedReceipts(journal),
                RunRecords.readMethods(RunRecords.value(
                        required(journal, RunEvent.PUBLISH_INTENDED).data(), "methods")),
                RunRecords.readPrepared(required(journal, RunEvent.PREPARED).data()),
                receipt,
                required(journal, RunEvent.RUN_OPENED).at(),
                clock.instant());
    }

    private static JournalEvent required(RunJournal journal, RunEvent event) {
        return journal.last(event)
                .orElseThrow(() -> new DponeException(
                        ErrorCode.STATE_UNREADABLE,
                        "The target has the receipt of this run, but its journal has no " + event.type() + " event",
                        "Restore the journal of this run to complete its evidence; the rows are published."));
    }

    private static List<ChunkReceipt> acceptedReceipts(RunJournal journal) {
        return journal.current(RunEvent.RECEIPT_ACCEPTED).stream()
                .map(event -> RunRecords.readReceipt(event.data()))
                .sorted(Comparator.comparingInt(receipt -> receipt.attempt().ordinal()))
                .toList();
    }

    private void advance(DeliveryRequest request, DeliveryId id, RunJournal journal, CommitReceipt receipt) {
        Optional<Window> window = request.window();
        boolean advanced = state.checkpoints()
                .advance(
                        id.targetIdentity(),
                        new Checkpoint(
                                request.pipeline(),
                                request.runId(),
                                receipt.receiptId(),
                                receipt.fenceEpoch(),
                                window.map(Window::from),
                                window.map(Window::to),
                                clock.instant()));
        journal.append(RunEvent.CHECKPOINT_ADVANCED, Map.of("advanced", advanced));
    }

    /** Unique per try, so that a killed query of an earlier one is never taken for this one's. */
    private static String queryId(DeliveryRequest request) {
        return "dpone-" + UUID.randomUUID() + "-" + request.pipeline().replaceAll("[^A-Za-z0-9_.-]", "_");
    }
}
