package dev.dpone.state;

import java.time.Instant;
import java.util.Optional;

/** The last published run of a pipeline, and its window where it has one. */
public record Checkpoint(
        String pipeline,
        String runId,
        String receiptId,
        long fenceEpoch,
        Optional<Instant> windowFrom,
        Optional<Instant> windowTo,
        Instant advancedAt) {}
