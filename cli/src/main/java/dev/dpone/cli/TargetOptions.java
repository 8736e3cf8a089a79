package dev.dpone.cli;

import dev.dpone.manifest.Connections;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What commands that may connect share. */
class TargetOptions extends SelectOptions {
    @Option(
            names = "--connections",
            paramLabel = "FILE",
            description = "The connections file. Default: connections.yaml beside the manifest.")
    @Nullable Path connections;

    final Connections connections(Console console) {
        return connections == null
                ? Connections.beside(file(console), console.environment())
                : Connections.in(console.workingDirectory().resolve(connections), console.environment());
    }
}
