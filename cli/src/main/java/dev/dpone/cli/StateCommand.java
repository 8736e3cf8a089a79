package dev.dpone.cli;

import picocli.CommandLine.Command;

@Command(
        name = "state",
        description = "dpone's own tables in the state store and the target: their statements, and their creation.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "Example:", "  dpone state ddl events.yaml"})
final class StateCommand {}
