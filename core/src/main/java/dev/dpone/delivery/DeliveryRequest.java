package dev.dpone.delivery;

import static java.util.Objects.requireNonNull;

import dev.dpone.canonical.CanonicalJson;
import dev.dpone.column.SourceColumn;
import dev.dpone.limits.NativeChunkLimits;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.SourceQuery;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.TargetPlan;
import dev.dpone.spi.Window;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that one delivery is to do, resolved.
 *
 * @param runId 1 to 128 of {@code [A-Za-z0-9_.:+-]}
 * @param pipeline the manifest's pipeline id
 * @param queryText the SQL of the one data query
 * @param workDir where the spool folder is made
 * @param minFreeBytes space that has to stay free there
 */
public record DeliveryRequest(
        String runId,
        String pipeline,
        SourceQuery query,
        String queryText,
        TargetPlan target,
        NativeChunkLimits limits,
        Path workDir,
        long minFreeBytes) {
    public DeliveryRequest {
        requireNonNull(runId, "runId is null");
        requireNonNull(pipeline, "pipeline is null");
        requireNonNull(query, "query is null");
        requireNonNull(queryText, "queryText is null");
        requireNonNull(target, "target is null");
        requireNonNull(limits, "limits is null");
        requireNonNull(workDir, "workDir is null");
    }

    /** The columns the source has to send, in plan order. */
    public List<SourceColumn> sourceColumns() {
        return target.columns().stream().map(ColumnMapping::source).toList();
    }

    /** The columns the source has, in plan order: what {@link #sourceColumns} are before their policies. */
    public List<SourceColumn> originColumns() {
        return target.columns().stream().map(ColumnMapping::origin).toList();
    }

    /** The window of the strategy, where it has one. */
    public Optional<Window> window() {
        return target.strategy() instanceof Strategy.PartitionReplace replace
                ? Optional.of(replace.window())
                : Optional.empty();
    }

    /** Fingerprint of {@link #planRecord}. The same run id with another one is refused. */
    public String planFingerprint() {
        return CanonicalJson.fingerprint(planRecord());
    }

    /** What shapes the data, as it is journaled; limits do not. {@link RecordedPlan} reads it. */
    Map<String, Object> planRecord() {
        Map<String, Object> fields = new HashMap<>(Map.of(
                "query", queryText,
                "columns",
                        target.columns().stream()
                                .map(c -> List.of(
                                        c.name(),
                                        c.origin().spelling(),
                                        c.targetType(),
                                        c.source().nullable()))
                                .toList(),
                "strategy", target.strategy().mode(),
                "window", window().map(DeliveryRequest::describe),
                "technical_columns", target.technical().name(),
                "staging_schema", target.stagingSchema()));
        if (target.strategy() instanceof Strategy.Merge merge) {
            fields.put("unique_key", merge.uniqueKey());
        }
        Map<String, Object> policies = new HashMap<>();
        target.columns()
                .forEach(column -> column.treatment()
                        .ifPresent(treatment ->
                                policies.put(column.name(), treatment.policy().id())));
        if (!policies.isEmpty()) {
            fields.put("policies", policies);
        }
        return fields;
    }

    /** What a commit receipt is unique by. */
    public String operationKey(String targetIdentity) {
        return CanonicalJson.fingerprint(Map.of(
                "target_identity", targetIdentity,
                "pipeline", pipeline,
                "window", window().map(DeliveryRequest::describe),
                "run_id", runId));
    }

    private static Map<String, Object> describe(Window window) {
        return Map.of(
                "column", window.column(),
                "from", window.from().toString(),
                "to", window.to().toString());
    }
}
