package dev.dpone.cli;

import dev.dpone.manifest.Pipeline;
import dev.dpone.state.StateStore;
import dev.dpone.state.file.FileStateStore;
import java.time.Clock;

/** Opens the state store a pipeline names. */
final class States {
    private States() {}

    static StateStore open(Pipeline pipeline, Clock clock) {
        return FileStateStore.open(pipeline.storage().stateDir(), clock);
    }
}
