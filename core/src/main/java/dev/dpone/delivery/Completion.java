package dev.dpone.delivery;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ChangedValues;
import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.CommitReceipt;
import dev.dpone.spi.ServerInfo;
import dev.dpone.spi.Window;
import dev.dpone.state.Checkpoint;
import dev.dpone.state.Checkpoints;
import dev.dpone.state.JournalEvent;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** From a committed receipt to evidence, then to an advanced checkpoint; then, and only then, the staging tables go. */
final class Completion {
    private final EvidenceSink evidence;
    private final Checkpoints checkpoints;
    private final Supplier<ServerInfo> target;
    private final Clock clock;
    private final DeliveryListener listener;

    Completion(
            EvidenceSink evidence,
            Checkpoints checkpoints,
            Supplier<ServerInfo> target,
            Clock clock,
            DeliveryListener listener) {
        this.evidence = evidence;
        this.checkpoints = checkpoints;
        this.target = target;
        this.clock = clock;
        this.listener = listener;
    }

    /**
     * Completes a published run; a failure of that says that the target is published.
     *
     * @param run under the epoch that published
     * @param replayed whether an earlier process published
     */
    DeliveryResult complete(RunContext run, CommitReceipt receipt, boolean replayed) {
        try {
            return steps(run, receipt, replayed);
        } catch (DponeException e) {
            if (e.code() == ErrorCode.EVIDENCE_FAILED) {
                throw e;
            }
            String runId = run.request().runId();
            throw new DponeException(
                    e.code(),
                    "The target is published, but its run " + runId + " is not complete: " + e.getMessage(),
                    e.remedy() + " Run again with --run-id " + runId
                            + " to complete it: the rows are not delivered again.",
                    e);
        }
    }

    private DeliveryResult steps(RunContext run, CommitReceipt receipt, boolean replayed) {
        RunJournal journal = run.journal();
        if (journal.last(RunEvent.PUBLISHED).isEmpty()) {
            journal.append(RunEvent.PUBLISHED, RunRecords.published(receipt));
        }
        listener.phase(DeliveryPhase.EVIDENCE);
        if (evidenceOf(journal).isEmpty()) {
            run.spans().measure(SpanKind.EVIDENCE, Span.Subject.NONE, () -> write(run, receipt));
        }
        if (journal.last(RunEvent.CHECKPOINT_ADVANCED).isEmpty()) {
            run.spans().measure(SpanKind.CHECKPOINT, Span.Subject.NONE, () -> advance(run, receipt));
        }
        listener.phase(DeliveryPhase.CLEANUP);
        try {
            run.spans()
                    .measure(
                            SpanKind.CLEANUP,
                            Span.Subject.NONE,
                            () -> Leftovers.of(run).drop());
            journal.append(RunEvent.STAGING_DROPPED, Map.of());
        } catch (DponeException e) {
            listener.warning("Published, but staging tables of this run are left: " + e.getMessage()
                    + ". Run again with --run-id " + run.request().runId() + " to drop them.");
        }
        listener.phase(DeliveryPhase.DONE);
        return result(journal, receipt, replayed);
    }

    /** The result of a run whose journal is written to its end. */
    static DeliveryResult result(RunJournal journal, CommitReceipt receipt, boolean replayed) {
        List<ChunkReceipt> chunks = journal.acceptedReceipts();
        return new DeliveryResult(
                receipt,
                evidenceOf(journal).map(EvidenceSink.Written::path),
                replayed,
                chunks.stream().mapToLong(ChunkReceipt::encodedBytes).sum(),
                ChangedValues.sum(chunks));
    }

    private static Optional<EvidenceSink.Written> evidenceOf(RunJournal journal) {
        return journal.last(RunEvent.EVIDENCE_WRITTEN).map(event -> RunRecords.readEvidence(event.data()));
    }

    private void write(RunContext run, CommitReceipt receipt) {
        EvidenceSink.Written written = evidence.write(facts(run, receipt));
        run.journal()
                .append(
                        RunEvent.EVIDENCE_WRITTEN,
                        Map.of("path", written.path().toString(), "sha256", written.sha256()));
    }

    private DeliveryFacts facts(RunContext run, CommitReceipt receipt) {
        RunJournal journal = run.journal();
        JournalEvent staged = required(journal, RunEvent.STAGE_COMPLETE);
        return new DeliveryFacts(
                run.id(),
                run.request().limits(),
                RunRecords.readServer(RunRecords.value(staged.data(), "source")),
                target.get(),
                journal.acceptedReceipts(),
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

    private void advance(RunContext run, CommitReceipt receipt) {
        Optional<Window> window = run.request().window();
        boolean advanced = checkpoints.advance(
                run.id().targetIdentity(),
                new Checkpoint(
                        run.request().pipeline(),
                        run.request().runId(),
                        receipt.receiptId(),
                        receipt.fenceEpoch(),
                        window.map(Window::from),
                        window.map(Window::to),
                        clock.instant()));
        run.journal().append(RunEvent.CHECKPOINT_ADVANCED, Map.of("advanced", advanced));
    }
}
