package dev.dpone.delivery;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.CommitReceipt;
import dev.dpone.spi.DeliveryId;
import dev.dpone.spi.RowFormat;
import dev.dpone.spi.Source;
import dev.dpone.spi.Target;
import dev.dpone.spi.TargetDelivery;
import dev.dpone.state.StateStore;
import java.time.Clock;
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
     * Delivers; goes on with a run of this id whose stages are complete, without the source; or completes one whose
     * publication was committed before.
     *
     * @param targetIdentity hex fingerprint of the target, see {@code TargetIdentity}
     * @throws DponeException when the target is unchanged, or with {@code DPONE_PUBLICATION_UNKNOWN}
     */
    public DeliveryResult run(DeliveryRequest request, String targetIdentity) {
        try (Spans spans = Spans.of(listener)) {
            return run(request, targetIdentity, spans);
        }
    }

    private DeliveryResult run(DeliveryRequest request, String targetIdentity, Spans spans) {
        RunJournal before = RunJournal.open(state.journal(request.runId()), clock);
        RunGuard.check(before, request, targetIdentity);
        listener.phase(DeliveryPhase.ADMISSION);
        String operationKey = request.operationKey(targetIdentity);
        DeliveryId unopened = new DeliveryId(
                request.runId(), request.pipeline(), targetIdentity, operationKey, request.planFingerprint(), 0);
        Optional<CommitReceipt> earlier = target.findReceipt(operationKey);
        if (earlier.isPresent() && before.state() == RunState.SUCCEEDED) {
            return Completion.result(before, earlier.get(), true);
        }
        LeaseKeeper lease = LeaseKeeper.acquire(state.leases(), targetIdentity, request.runId(), cancellation);
        try {
            // Another process of this run may have written until the lease was ours.
            RunJournal journal = RunJournal.open(state.journal(request.runId()), clock);
            RunGuard.check(journal, request, targetIdentity);
            if (earlier.isEmpty()) {
                target.admit(request.target());
            }
            long epoch = earlier.isPresent()
                    ? earlier.get().fenceEpoch()
                    : target.openFence(targetIdentity, request.runId());
            return open(request, unopened.withEpoch(epoch), journal, spans);
        } finally {
            lease.close();
        }
    }

    private DeliveryResult open(DeliveryRequest request, DeliveryId id, RunJournal journal, Spans spans) {
        try (TargetDelivery delivery = target.deliver(request.target(), id)) {
            RunContext run = new RunContext(request, id, journal, delivery, spans);
            // The fence was opened after any publication of this operation ended: this look is conclusive.
            Optional<CommitReceipt> earlier = target.findReceipt(id.operationKey());
            if (earlier.isPresent()) {
                // It may have become visible only now: then it has the epoch of the try that published.
                return completion().complete(run.withEpoch(earlier.get().fenceEpoch()), earlier.get(), true);
            }
            if (journal.last(RunEvent.PUBLISHED).isPresent()) {
                throw receiptMissing(request);
            }
            CommitReceipt receipt = resume(run).orElseGet(() -> deliver(run));
            return completion().complete(run, receipt, false);
        }
    }

    private static DponeException receiptMissing(DeliveryRequest request) {
        return new DponeException(
                ErrorCode.PUBLICATION_UNKNOWN,
                "The journal says that run " + request.runId() + " was published, but the target has no receipt of it",
                "Restore dpone.commit_receipts in the target database, or start a new run if the target was restored to"
                        + " an earlier state.");
    }

    /** Goes on with complete stages; empty when there are none, or they are no longer what their receipts say. */
    private Optional<CommitReceipt> resume(RunContext run) {
        RunJournal journal = run.journal();
        if (journal.state() != RunState.STAGED && journal.state() != RunState.PUBLISHING) {
            return Optional.empty();
        }
        journal.append(RunEvent.RUN_RESUMED, RunRecords.resumed(run.id()));
        listener.opened(run.request().runId());
        StagedRun staged = new StagedRun(target, run, new Boundaries(), cancellation, listener);
        try {
            listener.phase(DeliveryPhase.VERIFYING);
            Leftovers.of(run).dropAllButStages();
            List<ChunkReceipt> chunks;
            try {
                chunks = staged.reverify();
            } catch (DponeException e) {
                if (e.code() != ErrorCode.VERIFICATION_FAILED) {
                    throw e;
                }
                listener.warning(e.getMessage() + ". The source is read again.");
                journal.append(
                        RunEvent.REEXTRACT_REQUIRED, Map.of("code", e.code().id()));
                return Optional.empty();
            }
            listener.phase(DeliveryPhase.PREPARING);
            return Optional.of(staged.publish(chunks));
        } catch (RuntimeException e) {
            throw Leftovers.of(run).dropAfter(e);
        }
    }

    private CommitReceipt deliver(RunContext run) {
        DeliveryRequest request = run.request();
        RunJournal journal = run.journal();
        if (journal.last(RunEvent.RUN_OPENED).isPresent()) {
            RunGuard.checkSchema(request, source.describe(request.query()));
        }
        Leftovers.of(run).drop();
        journal.append(RunEvent.RUN_OPENED, RunRecords.opened(request, run.id()));
        listener.opened(request.runId());
        Boundaries boundaries = new Boundaries();
        PipelineGauge gauge = new PipelineGauge(run.spans());
        Staging staging =
                new Staging(request, run.id(), journal, run.delivery().stages(), boundaries, cancellation, gauge);
        try {
            listener.phase(DeliveryPhase.STAGING);
            listener.staging(gauge);
            List<ChunkReceipt> chunks = staging.run(source, format, queryId(request));
            long rows = chunks.stream().mapToLong(ChunkReceipt::rows).sum();
            journal.append(
                    RunEvent.STAGE_COMPLETE,
                    Map.of("chunks", chunks.size(), "rows", rows, "source", RunRecords.server(source.server())));
            listener.phase(DeliveryPhase.PREPARING);
            StagedRun staged = new StagedRun(target, run, boundaries, cancellation, listener);
            staged.verify(chunks);
            return staged.publish(chunks);
        } catch (RuntimeException e) {
            throw Leftovers.of(run).dropAfter(e);
        }
    }

    private Completion completion() {
        return new Completion(evidence, state.checkpoints(), target::server, clock, listener);
    }

    /** Unique per try, so that a killed query of an earlier one is never taken for this one's. */
    private static String queryId(DeliveryRequest request) {
        return "dpone-" + UUID.randomUUID() + "-" + request.pipeline().replaceAll("[^A-Za-z0-9_.-]", "_");
    }
}
