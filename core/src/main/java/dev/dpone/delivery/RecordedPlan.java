package dev.dpone.delivery;

import dev.dpone.column.SourceColumn;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.Policy;
import dev.dpone.spi.SourceConnector;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.TableRef;
import dev.dpone.spi.TargetConnector;
import dev.dpone.spi.TargetPlan;
import dev.dpone.spi.TechnicalColumns;
import dev.dpone.spi.Window;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The plan a run was opened with, as its journal keeps it: enough to go on with the run, or to give it up, without asking
 * the source.
 *
 * @param query the SQL of the one data query
 * @param strategy the manifest's {@code strategy.mode}
 * @param uniqueKey of a merge, else empty
 */
public record RecordedPlan(
        String query,
        List<RecordedColumn> columns,
        String strategy,
        Optional<Window> window,
        List<String> uniqueKey,
        TechnicalColumns technical,
        String stagingSchema) {

    /** One column: the source's spelling of its type, the target's, and its policy. */
    public record RecordedColumn(String name, String sourceType, String targetType, Optional<Policy> policy) {}

    public RecordedPlan {
        columns = List.copyOf(columns);
        uniqueKey = List.copyOf(uniqueKey);
    }

    /** Reads what {@link DeliveryRequest#planRecord} wrote. */
    static RecordedPlan of(Map<String, Object> record) {
        Map<String, Object> policies = RunRecords.object(record.getOrDefault("policies", Map.of()));
        List<RecordedColumn> columns = ((List<?>) RunRecords.value(record, "columns"))
                .stream()
                        .map(column -> (List<?>) column)
                        .map(c -> new RecordedColumn(
                                (String) c.get(0),
                                (String) c.get(1),
                                (String) c.get(2),
                                Optional.ofNullable((String) policies.get((String) c.get(0)))
                                        .flatMap(Policy::of)))
                        .toList();
        return new RecordedPlan(
                RunRecords.text(record, "query"),
                columns,
                RunRecords.text(record, "strategy"),
                window(RunRecords.value(record, "window")),
                ((List<?>) record.getOrDefault("unique_key", List.of()))
                        .stream().map(String.class::cast).toList(),
                TechnicalColumns.valueOf(RunRecords.text(record, "technical_columns")),
                RunRecords.text(record, "staging_schema"));
    }

    private static Optional<Window> window(Object value) {
        Object content = value instanceof Optional<?> optional ? optional.orElse(null) : value;
        if (content == null) {
            return Optional.empty();
        }
        Map<String, Object> window = RunRecords.object(content);
        return Optional.of(new Window(
                RunRecords.text(window, "column"),
                Instant.parse(RunRecords.text(window, "from")),
                Instant.parse(RunRecords.text(window, "to"))));
    }

    /** The source's columns as they were. */
    public List<SourceColumn> sourceColumns(SourceConnector source) {
        return columns.stream()
                .map(column -> source.column(column.name(), column.sourceType()))
                .toList();
    }

    /** The target's plan as it was. */
    public TargetPlan targetPlan(TableRef table, SourceConnector source, TargetConnector target) {
        List<ColumnMapping> mappings = columns.stream()
                .map(column -> target.map(
                        source.column(column.name(), column.sourceType()),
                        Optional.of(column.targetType()),
                        column.policy()))
                .toList();
        return new TargetPlan(table, stagingSchema, mappings, technical, fixedStrategy());
    }

    private Strategy fixedStrategy() {
        return switch (strategy) {
            case "full_refresh" -> new Strategy.FullRefresh();
            case "append" -> new Strategy.Append();
            case "merge" -> new Strategy.Merge(uniqueKey);
            case "partition_replace" -> new Strategy.PartitionReplace(window.orElseThrow());
            default -> throw new IllegalStateException("The journal names an unknown strategy: " + strategy);
        };
    }
}
