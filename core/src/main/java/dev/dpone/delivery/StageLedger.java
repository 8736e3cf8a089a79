package dev.dpone.delivery;

import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.SealedFile;
import dev.dpone.spi.StageAttempt;

/** What the pipeline's one loop thread decides and makes durable. A call that returns has been made durable. */
interface StageLedger {
    /** Refuses a frame that would pass a budget, before anything is done for it. */
    void admit(Frame frame);

    /** Names the attempt and makes it durable, before any target is touched for it. */
    StageAttempt intend(SealedFile file, int attempt);

    /** The attempt is over and left nothing behind. */
    void settled(StageAttempt attempt);

    /** The receipt is good; the sealed file is no longer needed and is removed. */
    void accept(ChunkReceipt receipt, SealedFile file);
}
