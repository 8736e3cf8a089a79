package dev.dpone.spi;

import java.time.Instant;

/** The row in the target database that proves a publication; unique by operation key, written in its transaction. */
public record CommitReceipt(
        String receiptId,
        String operationKey,
        String targetIdentity,
        String runId,
        String pipeline,
        long fenceEpoch,
        String planFingerprint,
        String strategy,
        Mutation mutation,
        long rows,
        String businessDigest,
        String fullDigest,
        long chunks,
        Instant loadedAt,
        Instant committedAt) {}
