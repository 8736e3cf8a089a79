package dev.dpone.evidence;

import dev.dpone.digest.RowSum;
import dev.dpone.limits.NativeChunkLimits;
import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.CommitReceipt;
import dev.dpone.spi.DeliveryId;
import dev.dpone.spi.Mutation;
import dev.dpone.spi.Prepared;
import dev.dpone.spi.ServerInfo;
import dev.dpone.spi.StageAttempt;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Consistent evidence of five rows in two chunks, for tests to change. */
public final class EvidenceExample {
    static final Instant LOADED = Instant.parse("2026-09-13T12:35:01.123456Z");
    static final RowSum FIRST = RowSum.of(3, BigInteger.valueOf(7));
    static final RowSum SECOND = RowSum.of(2, BigInteger.ONE.negate());
    static final RowSum FULL = RowSum.of(5, BigInteger.TEN);

    private EvidenceExample() {}

    static Evidence of(NativeChunkLimits limits, List<ChunkEvidence> chunks, Prepared prepared, CommitReceipt commit) {
        return of("run:1", limits, chunks, prepared, commit);
    }

    static Evidence of(
            String runId,
            NativeChunkLimits limits,
            List<ChunkEvidence> chunks,
            Prepared prepared,
            CommitReceipt commit) {
        return new Evidence(
                new DeliveryId(runId, "analytics.events", "a".repeat(64), "b".repeat(64), "c".repeat(64), 4),
                limits,
                new ServerInfo("ClickHouse", "26.7.1.1", "source-1"),
                new ServerInfo("PostgreSQL", "14.22", "target-1"),
                chunks,
                new PreparedEvidence(prepared, "unchanged_xmin"),
                commit,
                Instant.parse("2026-09-13T12:34:56Z"),
                Instant.parse("2026-09-13T12:35:02.5Z"));
    }

    public static Evidence fiveRows(NativeChunkLimits limits) {
        return fiveRows(limits, chunks());
    }

    /** Ten million rows in ten thousand sealed files. */
    public static Evidence tenMillionRows(NativeChunkLimits limits) {
        RowSum each = RowSum.of(1000, BigInteger.TWO.pow(250));
        List<ChunkEvidence> chunks = new ArrayList<>();
        RowSum all = RowSum.EMPTY;
        for (int ordinal = 0; ordinal < 10_000; ordinal++) {
            chunks.add(chunk(ordinal, each));
            all = all.plus(each);
        }
        return of(limits, chunks, prepared(all.count(), all), commit("run:1", all.count(), all, chunks.size()));
    }

    static Evidence fiveRows(NativeChunkLimits limits, List<ChunkEvidence> chunks) {
        return of(limits, chunks, prepared(5, FIRST.plus(SECOND)), commit("run:1", 5, FIRST.plus(SECOND), 2));
    }

    static List<ChunkEvidence> chunks() {
        return List.of(chunk(0, FIRST), chunk(1, SECOND));
    }

    static ChunkEvidence chunk(int ordinal, RowSum sum) {
        ChunkReceipt receipt = new ChunkReceipt(
                new StageAttempt(ordinal, ordinal, "s_" + ordinal),
                16_384L + ordinal,
                sum.count(),
                100,
                "d".repeat(64),
                sum,
                "12345",
                "readback");
        return new ChunkEvidence(receipt, "readback", "unchanged_xmin", "unchanged_xmin");
    }

    static Prepared prepared(long rows, RowSum business) {
        return new Prepared("p_1", 16_400, rows, business, FULL, LOADED, "12350", "readback");
    }

    static CommitReceipt commit(String runId, long rows, RowSum business, long chunks) {
        return new CommitReceipt(
                "01M2DC6XFVJD68ZYG5K092S245",
                "b".repeat(64),
                "a".repeat(64),
                runId,
                "analytics.events",
                4,
                "c".repeat(64),
                "full_refresh",
                new Mutation("truncate", -1, rows),
                rows,
                business.hex(),
                FULL.hex(),
                chunks,
                LOADED,
                LOADED.plusMillis(20));
    }
}
