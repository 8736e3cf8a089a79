package dev.dpone.cli;

import dev.dpone.manifest.Connections;
import dev.dpone.manifest.ManifestReader;
import dev.dpone.manifest.Pipeline;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What commands that work on one run of a manifest share. */
final class RunOptions {
    @Parameters(index = "0", paramLabel = "MANIFEST", description = "The manifest file.")
    @Nullable Path manifest;

    @Parameters(index = "1", paramLabel = "RUN", description = "The run's id, as 'dpone runs' lists it.")
    @Nullable String run;

    @Option(
            names = "--connections",
            paramLabel = "FILE",
            description = "The connections file. Default: connections.yaml beside the manifest.")
    @Nullable Path connections;

    KnownRun find(Console console) {
        return KnownRun.find(pipelines(console), runId(), states(console));
    }

    States states(Console console) {
        return new States(connections(console), console.clock());
    }

    String runId() {
        return required(run);
    }

    Connections connections(Console console) {
        return connections == null
                ? Connections.beside(file(console), console.environment())
                : Connections.in(console.workingDirectory().resolve(connections), console.environment());
    }

    private List<Pipeline> pipelines(Console console) {
        return new ManifestReader(console.workingDirectory())
                .read(file(console))
                .pipelines();
    }

    private Path file(Console console) {
        return console.workingDirectory().resolve(required(manifest));
    }

    private static <T> T required(@Nullable T parameter) {
        if (parameter == null) {
            throw new IllegalStateException("MANIFEST and RUN are required parameters");
        }
        return parameter;
    }
}
