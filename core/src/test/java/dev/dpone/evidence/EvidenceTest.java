package dev.dpone.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.digest.RowSum;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.limits.NativeChunkLimits;
import dev.dpone.spi.CommitReceipt;
import dev.dpone.spi.Prepared;
import java.util.List;
import org.junit.jupiter.api.Test;

class EvidenceTest {
    private static final NativeChunkLimits LIMITS = NativeChunkLimits.defaults();
    private static final RowSum BUSINESS = EvidenceExample.FIRST.plus(EvidenceExample.SECOND);
    private static final Prepared PREPARED = EvidenceExample.prepared(5, BUSINESS);
    private static final CommitReceipt COMMIT = EvidenceExample.commit("run:1", 5, BUSINESS, 2);

    @Test
    void acceptsWhatAgrees() {
        assertThat(EvidenceExample.of(LIMITS, EvidenceExample.chunks(), PREPARED, COMMIT)
                        .chunks())
                .hasSize(2);
    }

    @Test
    void anEmptySourceHasNoChunksAndTheEmptyDigest() {
        Evidence evidence = EvidenceExample.of(
                LIMITS,
                List.of(),
                EvidenceExample.prepared(0, RowSum.EMPTY),
                EvidenceExample.commit("run:1", 0, RowSum.EMPTY, 0));
        assertThat(evidence.chunks()).isEmpty();
    }

    @Test
    void refusesChunksThatAreNotContiguousFromZero() {
        List<ChunkEvidence> swapped = List.of(
                EvidenceExample.chunks().get(1), EvidenceExample.chunks().get(0));
        assertRefused(swapped, PREPARED, COMMIT, "the ordinal of chunk 0 must be 0, but is 1");
        assertRefused(
                EvidenceExample.chunks().subList(0, 1), PREPARED, COMMIT, "the prepared row count must be 3, but is 5");
    }

    @Test
    void refusesDigestsThatDoNotAddUp() {
        List<ChunkEvidence> chunks = List.of(
                EvidenceExample.chunk(0, EvidenceExample.FIRST),
                EvidenceExample.chunk(1, RowSum.of(2, java.math.BigInteger.TWO)));
        assertThatThrownBy(() -> EvidenceExample.of(LIMITS, chunks, PREPARED, COMMIT))
                .hasMessageStartingWith("The evidence contradicts itself: the prepared business digest must be ");
    }

    @Test
    void refusesAReceiptOfSomethingElse() {
        assertRefused(
                EvidenceExample.chunks(),
                PREPARED,
                EvidenceExample.commit("run:1", 6, BUSINESS, 2),
                "the committed row count must be 5, but is 6");
        assertRefused(
                EvidenceExample.chunks(),
                PREPARED,
                EvidenceExample.commit("run:1", 5, BUSINESS, 3),
                "the committed chunk count must be 2, but is 3");
        assertRefused(
                EvidenceExample.chunks(),
                PREPARED,
                EvidenceExample.commit("run:2", 5, BUSINESS, 2),
                "the committed run must be run:1, but is run:2");
        assertRefused(
                EvidenceExample.chunks(),
                PREPARED,
                EvidenceExample.commit("run:1", 5, RowSum.EMPTY, 2),
                "the committed business digest must be " + BUSINESS.hex() + ", but is " + RowSum.EMPTY.hex());
    }

    private static void assertRefused(
            List<ChunkEvidence> chunks, Prepared prepared, CommitReceipt commit, String problem) {
        assertThatThrownBy(() -> EvidenceExample.of(LIMITS, chunks, prepared, commit))
                .hasMessage("The evidence contradicts itself: " + problem)
                .isInstanceOfSatisfying(DponeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.EVIDENCE_FAILED);
                    assertThat(e.remedy())
                            .isEqualTo(
                                    "Keep the state directory and the target as they are, and report this as a bug of dpone.");
                });
    }
}
