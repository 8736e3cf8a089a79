package dev.dpone.delivery;

import dev.dpone.limits.NativeChunkLimits;
import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.DeliveryId;
import dev.dpone.spi.ReadLimits;
import dev.dpone.spi.RowFormat;
import dev.dpone.spi.SealedFile;
import dev.dpone.spi.Source;
import dev.dpone.spi.SourceStream;
import dev.dpone.spi.StageAttempt;
import dev.dpone.spi.Stages;
import java.util.List;

/** From the source query to verified stages: wires the pipeline to source, spool, stages and journal. */
final class Staging {
    /** Blocks larger than this, decoded, are refused. */
    static final long MAX_DECODED_BLOCK_BYTES = 64L << 20;

    private static final long MAX_PREFERRED_BLOCK_BYTES = 8L << 20;

    private final DeliveryRequest request;
    private final DeliveryId id;
    private final RunJournal journal;
    private final Stages stages;
    private final Boundaries boundaries;
    private final Cancellation cancellation;
    private final PipelineGauge gauge;

    Staging(
            DeliveryRequest request,
            DeliveryId id,
            RunJournal journal,
            Stages stages,
            Boundaries boundaries,
            Cancellation cancellation,
            PipelineGauge gauge) {
        this.request = request;
        this.id = id;
        this.journal = journal;
        this.stages = stages;
        this.boundaries = boundaries;
        this.cancellation = cancellation;
        this.gauge = gauge;
    }

    /** The bounds asked of the source's blocks, from the limits of frames. */
    static ReadLimits readLimits(NativeChunkLimits limits) {
        return new ReadLimits(
                Math.min(limits.maxRows(), 65_536),
                Math.min(limits.maxBytes(), MAX_PREFERRED_BLOCK_BYTES),
                MAX_DECODED_BLOCK_BYTES);
    }

    /** Reads the source to its proven end; every frame is in a verified stage then. */
    List<ChunkReceipt> run(Source source, RowFormat format, String queryId) {
        NativeChunkLimits limits = request.limits();
        try (Spool spool = Spool.open(
                request.workDir(),
                StageNames.spool(id.operationKey(), id.fenceEpoch()),
                limits.spoolReservation(),
                request.minFreeBytes())) {
            StageBudget budget = new StageBudget(limits, stages);
            budget.checkTarget();
            FrameEncoder encoder = new FrameEncoder(format, request.target().columns(), spool, cancellation);
            try (SourceStream stream = gauge.spans()
                            .measure(SpanKind.SOURCE_OPEN, Span.Subject.NONE, () -> open(source, queryId));
                    StagePools pools = StagePools.of(limits)) {
                return new TwoStagePipeline(
                                limits,
                                new FrameReader(stream, format, limits),
                                new Workers(encoder, budget),
                                new Ledger(budget, spool),
                                pools,
                                cancellation,
                                () -> abort(stream),
                                gauge)
                        .run();
            }
        }
    }

    private SourceStream open(Source source, String queryId) {
        return source.open(request.query(), request.sourceColumns(), readLimits(request.limits()), queryId);
    }

    private void abort(SourceStream stream) {
        try {
            stream.abort();
        } finally {
            stages.cancel();
        }
    }

    /** Worker threads' side. */
    private final class Workers implements StageWork {
        private final FrameEncoder encoder;
        private final StageBudget budget;

        Workers(FrameEncoder encoder, StageBudget budget) {
            this.encoder = encoder;
            this.budget = budget;
        }

        @Override
        public SealedFile encode(Frame frame) {
            return encoder.encode(frame);
        }

        @Override
        public ChunkReceipt importFile(SealedFile file, StageAttempt attempt) {
            SealedFiles.check(file);
            budget.checkTarget();
            ChunkReceipt receipt = stages.importFile(file, attempt);
            boundaries.afterImport(file, receipt);
            gauge.spans()
                    .measure(
                            SpanKind.VERIFY_IMMEDIATELY,
                            Span.Subject.of(file, attempt),
                            () -> boundaries.stage(DeliveryFacts.IMMEDIATE, stages, receipt));
            budget.checkTarget();
            return receipt.withChanged(file.changed());
        }

        @Override
        public void settle(StageAttempt attempt) {
            stages.settle(attempt);
        }
    }

    /** The loop thread's side: journal first. */
    private final class Ledger implements StageLedger {
        private final StageBudget budget;
        private final Spool spool;

        Ledger(StageBudget budget, Spool spool) {
            this.budget = budget;
            this.spool = spool;
        }

        @Override
        public void admit(Frame frame) {
            budget.admit(frame);
            spool.admit(frame.encodedBytes());
        }

        @Override
        public StageAttempt intend(SealedFile file, int number) {
            StageAttempt attempt =
                    new StageAttempt(file.ordinal(), number, StageNames.stage(id, file.ordinal(), number));
            journal.append(RunEvent.ATTEMPT_INTENDED, RunRecords.intended(file, attempt));
            return attempt;
        }

        @Override
        public void settled(StageAttempt attempt) {
            journal.append(RunEvent.ATTEMPT_SETTLED, RunRecords.attempt(attempt));
        }

        @Override
        public void accept(ChunkReceipt receipt, SealedFile file) {
            String immediate =
                    boundaries.method(DeliveryFacts.IMMEDIATE, receipt.attempt().ordinal());
            journal.append(RunEvent.RECEIPT_ACCEPTED, RunRecords.accepted(receipt, immediate));
            spool.remove(file.ordinal());
        }
    }
}
