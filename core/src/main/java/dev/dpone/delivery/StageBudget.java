package dev.dpone.delivery;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.limits.Limit;
import dev.dpone.limits.NativeChunkLimits;
import dev.dpone.spi.StageUsage;
import dev.dpone.spi.Stages;

/** The budgets that end a delivery before they are passed. {@link #admit} is the loop thread's; the rest is thread-safe. */
final class StageBudget {
    private final NativeChunkLimits limits;
    private final Stages stages;
    private long encodedBytes;

    StageBudget(NativeChunkLimits limits, Stages stages) {
        this.limits = limits;
        this.stages = stages;
    }

    /** Refuses the frame that would pass a budget, before it is encoded. */
    void admit(Frame frame) {
        // One table more than the stages: the prepared one.
        if (frame.ordinal() + 2L > limits.maxStagingTables()) {
            throw reached(
                    Limit.MAX_STAGING_TABLES,
                    "frame " + frame.ordinal() + " and the prepared table would need " + (frame.ordinal() + 2L)
                            + " staging tables",
                    limits.maxStagingTables(),
                    ", or raise max_rows and max_bytes so that fewer frames are cut");
        }
        encodedBytes = Math.addExact(encodedBytes, frame.encodedBytes());
        if (encodedBytes > limits.maxTotalEncodedBytes()) {
            throw reached(
                    Limit.MAX_TOTAL_ENCODED_BYTES,
                    "the rows up to row " + (frame.firstRow() + frame.rows() - 1) + " take " + encodedBytes + " bytes",
                    limits.maxTotalEncodedBytes(),
                    ", or deliver less at a time");
        }
    }

    /** Looks at what dpone's tables take in the target database. */
    void checkTarget() {
        StageUsage usage = stages.usage();
        if (usage.allocatedBytes() >= limits.stageAllocatedBytesStopThreshold()) {
            throw reached(
                    Limit.STAGE_ALLOCATED_BYTES_STOP_THRESHOLD,
                    "dpone's staging tables take " + usage.allocatedBytes() + " bytes in the target database",
                    limits.stageAllocatedBytesStopThreshold(),
                    ", or drop staging tables of failed runs");
        }
        if (usage.tables() > limits.maxStagingTables()) {
            throw reached(
                    Limit.MAX_STAGING_TABLES,
                    "the target database holds " + usage.tables() + " of dpone's staging tables",
                    limits.maxStagingTables(),
                    ", or drop staging tables of failed runs");
        }
    }

    private static DponeException reached(Limit limit, String what, long bound, String or) {
        return new DponeException(
                ErrorCode.LIMIT_REACHED,
                "The limit " + limit.key() + " (" + bound + ") is reached: " + what,
                "Raise " + limit.key() + or + "; nothing was published.");
    }
}
