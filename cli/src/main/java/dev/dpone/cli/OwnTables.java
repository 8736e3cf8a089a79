package dev.dpone.cli;

import dev.dpone.manifest.Connections;
import dev.dpone.manifest.Pipeline;
import dev.dpone.manifest.Pipeline.StateSpec;
import dev.dpone.spi.Target;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * dpone's own tables in one place: a state store, or what a target needs beside the table that is delivered to.
 *
 * @param what for people
 * @param type the database's, or {@code file}
 * @param pipeline one of those that use it
 * @param state whether it is the state store
 */
record OwnTables(String what, String type, Pipeline pipeline, boolean state) {

    /** All places that these pipelines use, each once. */
    static List<OwnTables> of(List<Pipeline> pipelines) {
        Map<String, OwnTables> places = new LinkedHashMap<>();
        for (Pipeline pipeline : pipelines) {
            for (OwnTables tables : List.of(state(pipeline), target(pipeline))) {
                places.putIfAbsent(tables.what, tables);
            }
        }
        return List.copyOf(places.values());
    }

    private static OwnTables state(Pipeline pipeline) {
        String type = pipeline.state() instanceof StateSpec.Database database ? database.type() : "file";
        return new OwnTables("state store: " + States.describe(pipeline), type, pipeline, true);
    }

    private static OwnTables target(Pipeline pipeline) {
        Pipeline.SinkSpec sink = pipeline.sink();
        return new OwnTables(
                "target: " + sink.type() + ", connection " + sink.connectionId()
                        + ", schemas dpone (control tables) and " + sink.stagingSchema() + " (staging)",
                sink.type(),
                pipeline,
                false);
    }

    /** The statements that create what is missing; none for a local folder. */
    List<String> ddl() {
        if (!state) {
            return Connectors.requiredTarget(pipeline)
                    .controlDdl(pipeline.sink().stagingSchema());
        }
        return pipeline.state() instanceof StateSpec.Database database
                ? Connectors.state(database).ddl(database.schema())
                : List.of();
    }

    /** Creates what is missing. */
    void create(Connections connections, States states) {
        if (state) {
            states.open(pipeline).close();
            return;
        }
        Pipeline.SinkSpec sink = pipeline.sink();
        try (Target target =
                Connectors.requiredTarget(pipeline).connect(connections.resolve(sink.connectionId(), sink.type()))) {
            target.createControlTables(sink.stagingSchema());
        }
    }

    /** The statements as a script for the engine's own client. */
    String script() {
        String end = type.equals("mssql") ? "\nGO" : ";";
        List<String> lines = new ArrayList<>();
        lines.add("-- " + what);
        List<String> statements = ddl();
        if (statements.isEmpty()) {
            lines.add("-- Nothing to create.");
        }
        statements.forEach(statement -> lines.add(statement + end));
        return String.join("\n", lines) + "\n";
    }

    /** For results. */
    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("what", what);
        fields.put("type", type);
        return fields;
    }
}
