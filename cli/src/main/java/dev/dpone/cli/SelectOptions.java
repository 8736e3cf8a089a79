package dev.dpone.cli;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.manifest.Manifest;
import dev.dpone.manifest.ManifestReader;
import dev.dpone.manifest.Pipeline;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The manifest, and the pipelines of it that a command works on. */
class SelectOptions {
    @Parameters(paramLabel = "MANIFEST", description = "The manifest file.")
    @Nullable Path manifest;

    @Option(
            names = "--select",
            paramLabel = "SCHEMA.TABLE",
            description = "Only this pipeline; may be repeated. Default: all, in the manifest's order.")
    List<String> select = List.of();

    /** The selected pipelines. */
    List<Pipeline> pipelines(Console console) {
        Manifest read = new ManifestReader(console.workingDirectory()).read(file(console));
        List<String> known = read.pipelines().stream().map(Pipeline::id).toList();
        for (String wanted : select) {
            if (!known.contains(wanted)) {
                throw new DponeException(
                        ErrorCode.SELECTION_INVALID,
                        "The manifest has no pipeline " + wanted,
                        "Select one of: " + String.join(", ", known) + ".");
            }
        }
        return read.pipelines().stream()
                .filter(pipeline -> select.isEmpty() || select.contains(pipeline.id()))
                .toList();
    }

    final Path file(Console console) {
        if (manifest == null) {
            throw new DponeException(
                    ErrorCode.USAGE_INVALID, "Missing required parameter: MANIFEST", "Name the manifest file.");
        }
        return console.workingDirectory().resolve(manifest);
    }
}
