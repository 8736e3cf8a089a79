package dev.dpone.cli;

import picocli.CommandLine.Command;

@Command(
        name = "bench",
        description = "Measured deliveries, kept with their proofs, and the comparison of two versions.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "Example:", "  dpone bench compare --baseline old --candidate new --output comparison.json"})
final class BenchCommand {}
