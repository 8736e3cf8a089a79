package dev.dpone.delivery;

import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.SealedFile;
import dev.dpone.spi.StageAttempt;

/** What the workers of the two stages do. Called from worker threads, side by side. */
interface StageWork {
    /** Stage one: the frame as a sealed file. */
    SealedFile encode(Frame frame);

    /** Stage two: the file's rows in the attempt's stage table, verified twice. */
    ChunkReceipt importFile(SealedFile file, StageAttempt attempt);

    /** Ends an attempt that failed, so that another may follow. */
    void settle(StageAttempt attempt);
}
