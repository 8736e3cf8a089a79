package dev.dpone.cli;

import dev.dpone.manifest.Connections;
import dev.dpone.manifest.Pipeline;
import dev.dpone.spi.RegisteredTable;
import dev.dpone.spi.Target;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Stage and prepared tables in the target databases that no running delivery of this state store works on. Which of them may
 * go, only their runs tell: dpone drops none by itself.
 */
final class StagingTables {
    private StagingTables() {}

    /** Of every target of these pipelines, each table once. */
    static List<Map<String, Object>> left(List<Pipeline> pipelines, List<KnownRun> runs, Connections connections) {
        List<Map<String, Object>> left = new ArrayList<>();
        Set<String> asked = new HashSet<>();
        for (Pipeline pipeline : pipelines) {
            String connection = pipeline.sink().connectionId();
            if (asked.add(connection)) {
                left.addAll(left(pipeline, runs, connections));
            }
        }
        return left;
    }

    private static List<Map<String, Object>> left(Pipeline pipeline, List<KnownRun> runs, Connections connections) {
        List<Map<String, Object>> left = new ArrayList<>();
        try (Target target = Connectors.requiredTarget(pipeline)
                .connect(connections.resolve(
                        pipeline.sink().connectionId(), pipeline.sink().type()))) {
            for (RegisteredTable table : target.registeredTables()) {
                Optional<KnownRun> run = runs.stream()
                        .filter(known -> known.history().runId().equals(table.runId()))
                        .findFirst();
                if (run.filter(KnownRun::running).isEmpty()) {
                    left.add(fields(table, run));
                }
            }
        }
        return left;
    }

    private static Map<String, Object> fields(RegisteredTable table, Optional<KnownRun> run) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("table", table.table().toString());
        fields.put("run_id", table.runId());
        fields.put("run_state", run.map(known -> known.history().state().id()).orElse("unknown to this state store"));
        fields.put("bytes", table.bytes());
        fields.put("created_at", table.createdAt().toString());
        fields.put(
                "actions", run.map(known -> known.history().state().actions()).orElse(List.of()));
        return fields;
    }
}
