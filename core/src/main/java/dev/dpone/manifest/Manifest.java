package dev.dpone.manifest;

import java.nio.file.Path;
import java.util.List;

/** A manifest file, read and checked: one pipeline per table it lists, in its order. */
public record Manifest(Path file, List<Pipeline> pipelines) {
    public Manifest {
        pipelines = List.copyOf(pipelines);
    }
}
