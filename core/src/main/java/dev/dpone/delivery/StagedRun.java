package dev.dpone.delivery;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.CommitReceipt;
import dev.dpone.spi.Preparation;
import dev.dpone.spi.Prepared;
import dev.dpone.spi.Target;
import dev.dpone.state.JournalEvent;
import java.util.List;
import java.util.Map;

/** From complete stages to a committed receipt: verify, prepare, verify, publish. Never needs the source. */
final class StagedRun {
    private final Target target;
    private final RunContext run;
    private final Boundaries boundaries;
    private final Cancellation cancellation;
    private final DeliveryListener listener;

    StagedRun(
            Target target,
            RunContext run,
            Boundaries boundaries,
            Cancellation cancellation,
            DeliveryListener listener) {
        this.target = target;
        this.run = run;
        this.boundaries = boundaries;
        this.cancellation = cancellation;
        this.listener = listener;
    }

    /**
     * What an earlier process of the run left, looked at again.
     *
     * @return its receipts, or empty when a stage is no longer what its receipt says
     */
    List<ChunkReceipt> reverify() {
        JournalEvent complete = run.journal().last(RunEvent.STAGE_COMPLETE).orElseThrow();
        List<ChunkReceipt> chunks = run.journal().acceptedReceipts();
        checkContiguous(chunks, RunRecords.number(complete.data(), "chunks"));
        for (JournalEvent event : run.journal().current(RunEvent.RECEIPT_ACCEPTED)) {
            boundaries.restore(RunRecords.readReceipt(event.data()), RunRecords.readImmediateMethod(event.data()));
        }
        inspectAll(SpanKind.VERIFY_AGAIN, DeliveryFacts.BEFORE_PREPARE, chunks);
        return chunks;
    }

    private void checkContiguous(List<ChunkReceipt> chunks, long expected) {
        boolean contiguous = chunks.size() == expected;
        for (int i = 0; contiguous && i < chunks.size(); i++) {
            contiguous = chunks.get(i).attempt().ordinal() == i;
        }
        if (!contiguous) {
            throw new DponeException(
                    ErrorCode.STATE_UNREADABLE,
                    "The journal of run " + run.request().runId() + " says that " + expected
                            + " stages are complete, but has receipts of " + chunks.size(),
                    "Restore the journal from a backup, or abandon this run and start a new one.");
        }
    }

    /** Boundary three, for stages of this process. */
    void verify(List<ChunkReceipt> chunks) {
        inspectAll(SpanKind.VERIFY_BEFORE_PREPARE, DeliveryFacts.BEFORE_PREPARE, chunks);
    }

    /** Prepares what was verified, verifies it again, and publishes it. */
    CommitReceipt publish(List<ChunkReceipt> chunks) {
        Prepared prepared = prepare(chunks);
        listener.phase(DeliveryPhase.PUBLISHING);
        cancellation.check();
        run.journal()
                .append(
                        RunEvent.PUBLISH_INTENDED,
                        Map.of(
                                "operation_key",
                                run.id().operationKey(),
                                "methods",
                                RunRecords.methods(boundaries.methods())));
        Publisher publisher =
                new Publisher(target, run.id(), run.request().target().strategy(), boundaries);
        return run.spans()
                .measure(
                        SpanKind.PUBLISH,
                        Span.Subject.ofRows(prepared.rows()),
                        () -> cancellation.during(
                                run.delivery()::interrupt, () -> publisher.publish(run.delivery(), prepared, chunks)));
    }

    private Prepared prepare(List<ChunkReceipt> chunks) {
        StageBudget budget =
                new StageBudget(run.request().limits(), run.delivery().stages());
        budget.checkTarget();
        Preparation preparation = run.delivery().preparation();
        Prepared prepared = run.spans()
                .measure(
                        SpanKind.PREPARE_INSERT,
                        Span.Subject.NONE,
                        () -> cancellation.during(
                                run.delivery()::interrupt,
                                () -> preparation.prepare(chunks, StageNames.prepared(run.id()))),
                        done -> Span.Subject.ofRows(done.rows()));
        boundaries.prepared(prepared, chunks);
        run.journal().append(RunEvent.PREPARED, RunRecords.prepared(prepared));
        listener.phase(DeliveryPhase.VERIFYING);
        inspectAll(SpanKind.VERIFY_BEFORE_PUBLISH, DeliveryFacts.BEFORE_PUBLISH, chunks);
        run.spans()
                .measure(
                        SpanKind.PREPARED_VERIFY,
                        Span.Subject.ofRows(prepared.rows()),
                        () -> cancellation.during(run.delivery()::interrupt, () -> {
                            boundaries.preparedAgain(preparation, prepared);
                            return prepared;
                        }));
        budget.checkTarget();
        return prepared;
    }

    private void inspectAll(SpanKind kind, String boundary, List<ChunkReceipt> chunks) {
        long rows = chunks.stream().mapToLong(ChunkReceipt::rows).sum();
        run.spans().measure(kind, Span.Subject.ofRows(rows), () -> {
            for (ChunkReceipt chunk : chunks) {
                cancellation.check();
                boundaries.stage(boundary, run.delivery().stages(), chunk);
            }
        });
    }
}
