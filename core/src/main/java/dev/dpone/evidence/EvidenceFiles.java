package dev.dpone.evidence;

import dev.dpone.delivery.DeliveryFacts;
import dev.dpone.delivery.EvidenceSink;
import dev.dpone.spi.ChunkReceipt;
import java.nio.file.Path;
import java.util.List;

/** Writes a delivery's facts as its evidence document. */
public final class EvidenceFiles implements EvidenceSink {
    private final EvidenceWriter writer;

    /**
     * Evidence below a directory.
     *
     * @param directory the manifest's {@code evidence_dir}
     */
    public EvidenceFiles(Path directory) {
        this.writer = new EvidenceWriter(directory);
    }

    @Override
    public Written write(DeliveryFacts facts) {
        List<ChunkEvidence> chunks =
                facts.chunks().stream().map(receipt -> chunk(facts, receipt)).toList();
        EvidenceFile file = writer.write(new Evidence(
                facts.id(),
                facts.limits(),
                facts.source(),
                facts.target(),
                chunks,
                new PreparedEvidence(
                        facts.prepared(), facts.method(DeliveryFacts.BEFORE_PUBLISH, DeliveryFacts.PREPARED)),
                facts.receipt(),
                facts.startedAt(),
                facts.finishedAt()));
        return new Written(file.path(), file.sha256());
    }

    private static ChunkEvidence chunk(DeliveryFacts facts, ChunkReceipt receipt) {
        int ordinal = receipt.attempt().ordinal();
        return new ChunkEvidence(
                receipt,
                facts.method(DeliveryFacts.IMMEDIATE, ordinal),
                facts.method(DeliveryFacts.BEFORE_PREPARE, ordinal),
                facts.method(DeliveryFacts.BEFORE_PUBLISH, ordinal));
    }
}
