package dev.dpone.cli.bench;

import dev.dpone.evidence.benchmark.RunIdentity;

/** One workload with one configuration: what one envelope is of. */
record Cell(BenchTable table, BenchConfiguration configuration, RunIdentity identity) {
    /** For file names, such as {@code narrow-e2-i1}. */
    String id() {
        return table.name() + "-" + configuration.id();
    }
}
