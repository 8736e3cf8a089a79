package dev.dpone.state;

import java.time.Instant;

/** Time-bounded ownership of a target. It saves work and proves nothing: the target's fence decides. */
public record Lease(String target, String owner, long epoch, Instant expires) {}
