package dev.dpone.manifest;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A manifest file, read and checked: one pipeline per table it lists, in its order.
 *
 * @param name the label {@code defaults.name}
 */
public record Manifest(Path file, Optional<String> name, List<Pipeline> pipelines) {
    public Manifest {
        pipelines = List.copyOf(pipelines);
    }

    /** A manifest without a label. */
    public Manifest(Path file, List<Pipeline> pipelines) {
        this(file, Optional.empty(), pipelines);
    }
}
