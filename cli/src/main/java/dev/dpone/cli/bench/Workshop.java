package dev.dpone.cli.bench;

import dev.dpone.delivery.Cancellation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What deliveries are made with.
 *
 * @param folder for manifests, state, evidence and what the subject prints; not the bundle's
 * @param name what no other benchmark's run ids have in them
 */
record Workshop(Stand stand, Subject subject, Path folder, String name, Cancellation cancellation) {
    /** A manifest's file for a table and a configuration. */
    Path manifest(BenchTable table, BenchConfiguration configuration) {
        try {
            return Files.writeString(
                    folder.resolve(table.name() + "-" + configuration.id() + ".yaml"),
                    stand.manifest(table, configuration, folder));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String runId(String what, BenchConfiguration configuration) {
        return "bench-" + name + "-" + what + "-" + configuration.id();
    }

    Path evidence() {
        return folder.resolve("runs");
    }
}
