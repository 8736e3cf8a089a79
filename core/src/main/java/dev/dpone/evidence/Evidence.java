package dev.dpone.evidence;

import static java.util.Objects.requireNonNull;

import dev.dpone.digest.RowSum;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.limits.NativeChunkLimits;
import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.CommitReceipt;
import dev.dpone.spi.DeliveryId;
import dev.dpone.spi.Prepared;
import dev.dpone.spi.ServerInfo;
import java.time.Instant;
import java.util.List;

/**
 * What a published delivery proved. Evidence that contradicts itself cannot be constructed: the constructor throws
 * {@link ErrorCode#EVIDENCE_FAILED}.
 *
 * @param chunks by ordinal
 * @param started when the delivery opened, by this machine's clock
 * @param finished when this evidence was taken, by the same
 */
public record Evidence(
        DeliveryId delivery,
        NativeChunkLimits limits,
        ServerInfo source,
        ServerInfo target,
        List<ChunkEvidence> chunks,
        PreparedEvidence prepared,
        CommitReceipt commit,
        Instant started,
        Instant finished) {

    public Evidence {
        requireNonNull(delivery, "delivery is null");
        requireNonNull(limits, "limits is null");
        requireNonNull(source, "source is null");
        requireNonNull(target, "target is null");
        requireNonNull(started, "started is null");
        requireNonNull(finished, "finished is null");
        chunks = List.copyOf(chunks);
        checkChunks(chunks, prepared.prepared());
        checkCommit(commit, chunks.size(), prepared.prepared());
        checkDelivery(commit, delivery);
    }

    private static void checkChunks(List<ChunkEvidence> chunks, Prepared prepared) {
        RowSum sum = RowSum.EMPTY;
        long rows = 0;
        for (int i = 0; i < chunks.size(); i++) {
            ChunkReceipt receipt = chunks.get(i).receipt();
            equal("the ordinal of chunk " + i, i, receipt.attempt().ordinal());
            equal(
                    "the digest's row count of chunk " + i,
                    receipt.rows(),
                    receipt.sum().count());
            rows = Math.addExact(rows, receipt.rows());
            sum = sum.plus(receipt.sum());
        }
        equal("the prepared row count", rows, prepared.rows());
        equal("the prepared business digest", sum.hex(), prepared.business().hex());
    }

    private static void checkCommit(CommitReceipt commit, int chunks, Prepared prepared) {
        equal("the committed row count", prepared.rows(), commit.rows());
        equal("the committed business digest", prepared.business().hex(), commit.businessDigest());
        equal("the committed full digest", prepared.full().hex(), commit.fullDigest());
        equal("the committed chunk count", chunks, commit.chunks());
    }

    private static void checkDelivery(CommitReceipt commit, DeliveryId delivery) {
        equal("the committed run", delivery.runId(), commit.runId());
        equal("the committed pipeline", delivery.pipeline(), commit.pipeline());
        equal("the committed target identity", delivery.targetIdentity(), commit.targetIdentity());
        equal("the committed operation key", delivery.operationKey(), commit.operationKey());
        equal("the committed plan fingerprint", delivery.planFingerprint(), commit.planFingerprint());
        equal("the committed fence epoch", delivery.fenceEpoch(), commit.fenceEpoch());
    }

    private static void equal(String what, long expected, long actual) {
        equal(what, (Long) expected, (Long) actual);
    }

    private static void equal(String what, Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new DponeException(
                    ErrorCode.EVIDENCE_FAILED,
                    "The evidence contradicts itself: " + what + " must be " + expected + ", but is " + actual,
                    "Keep the state directory and the target as they are, and report this as a bug of dpone.");
        }
    }
}
