package dev.dpone.delivery;

import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.CommitReceipt;
import dev.dpone.spi.DeliveryId;
import dev.dpone.spi.Prepared;
import dev.dpone.spi.ServerInfo;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What evidence is written from.
 *
 * @param source the source server; empty when the run was completed from its receipt without opening the source
 * @param methods verification methods by boundary and ordinal, -1 for the prepared table; empty likewise
 * @param prepared the prepared table; empty likewise
 * @param startedAt when the run was opened
 */
public record DeliveryFacts(
        DeliveryRequest request,
        DeliveryId id,
        Optional<ServerInfo> source,
        ServerInfo target,
        List<ChunkReceipt> chunks,
        Map<String, Map<Integer, String>> methods,
        Optional<Prepared> prepared,
        CommitReceipt receipt,
        Instant startedAt,
        Instant finishedAt) {
    public DeliveryFacts {
        chunks = List.copyOf(chunks);
        methods = Map.copyOf(methods);
    }
}
