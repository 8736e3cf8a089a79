package dev.dpone.spi;

import java.util.List;

/** The target side of one delivery. */
public interface TargetDelivery extends AutoCloseable {
    Stages stages();

    Preparation preparation();

    /** Starts the publication transaction. Closing it without {@link Publication#commit} rolls back. */
    Publication beginPublication(Prepared prepared, List<ChunkReceipt> chunks);

    /**
     * Makes what its preparation and its publication are doing fail soon, but for a commit that was sent. What begins
     * afterwards is not touched. From any thread; never fails.
     */
    void interrupt();

    @Override
    void close();
}
