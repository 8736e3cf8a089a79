package dev.dpone.cli;

import dev.dpone.manifest.Connections;
import dev.dpone.manifest.Pipeline;
import dev.dpone.manifest.Pipeline.StateSpec;
import dev.dpone.spi.ConnectionSpec;
import dev.dpone.state.StateStore;
import dev.dpone.state.file.FileStateStore;
import java.time.Clock;

/** Opens the state stores that pipelines name. */
final class States {
    private final Connections connections;
    private final Clock clock;

    /** @param clock what a local store judges leases by; a database has its own */
    States(Connections connections, Clock clock) {
        this.connections = connections;
        this.clock = clock;
    }

    /** Refuses what can be refused before anything is opened. */
    void check(Pipeline pipeline) {
        if (pipeline.state() instanceof StateSpec.Database database) {
            Connectors.state(database).check(spec(database), database.schema());
        }
    }

    /** The store, created where missing. */
    StateStore open(Pipeline pipeline) {
        return pipeline.state() instanceof StateSpec.Database database
                ? Connectors.state(database).open(spec(database), database.schema())
                : FileStateStore.open(pipeline.storage().stateDir(), clock);
    }

    private ConnectionSpec spec(StateSpec.Database database) {
        return connections.resolve(database.connectionId(), database.type());
    }

    /** Where the pipeline's state is, for people. */
    static String describe(Pipeline pipeline) {
        return pipeline.state() instanceof StateSpec.Database database
                ? database.type() + ", connection " + database.connectionId() + ", schema " + database.schema()
                : pipeline.storage().stateDir().toString();
    }
}
