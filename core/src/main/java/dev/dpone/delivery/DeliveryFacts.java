package dev.dpone.delivery;

import dev.dpone.limits.NativeChunkLimits;
import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.CommitReceipt;
import dev.dpone.spi.DeliveryId;
import dev.dpone.spi.Prepared;
import dev.dpone.spi.ServerInfo;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What evidence is written from: the commit receipt, and what the journal recorded before it. The same facts come from a
 * run that went through and from one that is completed after a crash.
 *
 * @param chunks receipts by ordinal
 * @param methods verification methods by boundary and ordinal, {@link #PREPARED} for the prepared table
 * @param startedAt when the run was opened
 */
public record DeliveryFacts(
        DeliveryId id,
        NativeChunkLimits limits,
        ServerInfo source,
        ServerInfo target,
        List<ChunkReceipt> chunks,
        Map<String, Map<Integer, String>> methods,
        Prepared prepared,
        CommitReceipt receipt,
        Instant startedAt,
        Instant finishedAt) {
    /** Boundary one: what landed, by its digest. */
    public static final String AFTER_IMPORT = "after_import";

    /** Boundary two: right after the import, on another connection. */
    public static final String IMMEDIATE = "immediate";

    /** Boundary three: when every frame is staged. */
    public static final String BEFORE_PREPARE = "before_prepare";

    /** Boundary four: when the rows are prepared. */
    public static final String BEFORE_PUBLISH = "before_publish";

    /** Stands for the prepared table among the ordinals. */
    public static final int PREPARED = -1;

    public DeliveryFacts {
        chunks = List.copyOf(chunks);
        methods = Map.copyOf(methods);
    }

    /** The method used at a boundary. */
    public String method(String boundary, int ordinal) {
        String method = methods.getOrDefault(boundary, Map.of()).get(ordinal);
        if (method == null) {
            throw new IllegalStateException("No method recorded for " + boundary + " of " + ordinal);
        }
        return method;
    }
}
