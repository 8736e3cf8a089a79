package dev.dpone.cli.bench;

import static java.util.Objects.requireNonNull;

import dev.dpone.sandbox.rows.MadeRows;
import dev.dpone.sandbox.rows.Profile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a benchmark measures.
 *
 * @param output the bundle's folder, which does not exist or is empty
 * @param target {@code postgres} or {@code mssql}
 * @param rows of each profile's table
 * @param trials per configuration, after one warm-up
 * @param configurations in the order of the first round
 * @param subject the launcher that is measured; this program itself when empty
 */
public record BenchSettings(
        Path output,
        String target,
        List<Profile> profiles,
        MadeRows rows,
        int trials,
        List<BenchConfiguration> configurations,
        Optional<SubjectCommand> subject) {
    public BenchSettings {
        requireNonNull(output, "output is null");
        profiles = List.copyOf(profiles);
        configurations = List.copyOf(configurations);
    }
}
