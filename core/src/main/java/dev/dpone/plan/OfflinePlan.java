package dev.dpone.plan;

import dev.dpone.column.SourceColumn;
import dev.dpone.manifest.Pipeline;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.PlannedStatement;
import dev.dpone.spi.SourceConnector;
import dev.dpone.spi.SourceQuery;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.TargetConnector;
import dev.dpone.spi.TargetPlan;
import java.util.List;
import java.util.Optional;

/**
 * What a pipeline would do, as far as it can be told.
 *
 * @param live whether servers were asked for the schema
 * @param strategy the strategy with its window; empty while {@code --interval-end} is missing
 * @param target mapped columns; empty where neither contract nor server tells the types, or no connector is there
 * @param missing why {@code target} is empty
 * @param dataQuery the one query; empty likewise
 * @param notes what the user should know of the target, each a sentence
 */
public record OfflinePlan(
        Pipeline pipeline,
        Bounds bounds,
        boolean live,
        Optional<Strategy> strategy,
        Optional<TargetPlan> target,
        Optional<String> missing,
        Optional<String> dataQuery,
        List<PlannedStatement> statements,
        List<String> notes) {
    public OfflinePlan {
        statements = List.copyOf(statements);
        notes = List.copyOf(notes);
    }

    /** The same, with what the target's server tells. */
    public OfflinePlan withNotes(List<String> told) {
        return new OfflinePlan(pipeline, bounds, live, strategy, target, missing, dataQuery, statements, told);
    }

    /**
     * Builds the plan from what is known.
     *
     * @param columns the source's columns, from the contract or from the server; empty when not known
     * @param connector the target's connector; empty when this version has none for the sink
     */
    public static OfflinePlan of(
            Pipeline pipeline,
            Interval interval,
            SourceConnector source,
            Optional<TargetConnector> connector,
            List<SourceColumn> columns,
            boolean live) {
        Bounds bounds = Bounds.of(pipeline.transfer().limits());
        Optional<Strategy> strategy = interval.strategy(pipeline);
        Optional<String> missing = missing(pipeline, strategy, connector, columns);
        if (missing.isPresent()) {
            return new OfflinePlan(
                    pipeline,
                    bounds,
                    live,
                    strategy,
                    Optional.empty(),
                    missing,
                    Optional.empty(),
                    List.of(),
                    List.of());
        }
        TargetPlan target = TargetPlanner.plan(pipeline, columns, connector.orElseThrow(), strategy.orElseThrow());
        SourceQuery query =
                TargetPlanner.query(pipeline, strategy.orElseThrow()).treated(target.columns());
        return new OfflinePlan(
                pipeline,
                bounds,
                live,
                strategy,
                Optional.of(target),
                Optional.empty(),
                Optional.of(source.dataQuery(
                        query,
                        target.columns().stream().map(ColumnMapping::source).toList())),
                connector.orElseThrow().statements(target),
                List.of());
    }

    private static Optional<String> missing(
            Pipeline pipeline,
            Optional<Strategy> strategy,
            Optional<TargetConnector> connector,
            List<SourceColumn> columns) {
        if (connector.isEmpty()) {
            return Optional.of(
                    "types and SQL: this version has no " + pipeline.sink().type() + " target");
        }
        if (columns.isEmpty()) {
            return Optional.of("types and SQL: needs --live, or schema_contract.columns in the manifest");
        }
        return strategy.isEmpty() ? Optional.of("types and SQL: needs --interval-end") : Optional.empty();
    }

    /** The name of the plan's transfer object, by sink. */
    public String transferName() {
        return pipeline.sink().type() + "_native";
    }
}
