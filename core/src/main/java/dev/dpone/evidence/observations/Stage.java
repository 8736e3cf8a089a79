package dev.dpone.evidence.observations;

import dev.dpone.delivery.PipelineState;
import dev.dpone.limits.NativeChunkLimits;
import java.util.Locale;

/** The three kinds of workers that a pipeline has. */
public enum Stage {
    SOURCE("the source"),
    ENCODE("encoders"),
    IMPORT("importers");

    private final String words;

    Stage(String words) {
        this.words = words;
    }

    /** For people, such as {@code encoders}. */
    public String words() {
        return words;
    }

    /** The name in documents, and the beginning of its workers' names. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The stage's workers. */
    public int workers(NativeChunkLimits limits) {
        return switch (this) {
            case SOURCE -> 1;
            case ENCODE -> limits.encoders();
            case IMPORT -> limits.importers();
        };
    }

    /** Those of them that are at work. */
    int busy(PipelineState state) {
        return switch (this) {
            case SOURCE -> state.reading() ? 1 : 0;
            case ENCODE -> state.encoding();
            case IMPORT -> state.importing();
        };
    }
}
