package dev.dpone.evidence.benchmark;

import static java.util.Objects.requireNonNull;

import dev.dpone.limits.NativeChunkLimits;

/** What a run and its receipts must have in common. */
public record RunIdentity(
        Build subject, Route route, Workload workload, NativeChunkLimits limits, Environment environment) {
    public RunIdentity {
        requireNonNull(subject, "subject is null");
        requireNonNull(route, "route is null");
        requireNonNull(workload, "workload is null");
        requireNonNull(limits, "limits is null");
        requireNonNull(environment, "environment is null");
    }
}
