package dev.dpone.plan;

import dev.dpone.column.DataType;
import dev.dpone.column.SourceColumn;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.manifest.Pipeline;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.Policy;
import dev.dpone.spi.SourceConnector;
import dev.dpone.spi.SourceQuery;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.TargetConnector;
import dev.dpone.spi.TargetPlan;
import dev.dpone.spi.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Turns a pipeline and its source columns into what happens to the target. Offline. */
public final class TargetPlanner {
    private TargetPlanner() {}

    /** The columns the manifest's contract states, read by the source's own rules; empty without a contract. */
    public static List<SourceColumn> contractColumns(Pipeline pipeline, SourceConnector source) {
        List<SourceColumn> columns = new ArrayList<>();
        pipeline.contract().forEach((name, type) -> columns.add(source.column(name, type)));
        return columns;
    }

    /** Throws {@code DPONE_SOURCE_SCHEMA_CHANGED} unless the source has exactly the contract's columns and types. */
    public static void checkContract(Pipeline pipeline, List<SourceColumn> contract, List<SourceColumn> actual) {
        if (contract.isEmpty()) {
            return;
        }
        List<String> differences = new ArrayList<>();
        Map<String, SourceColumn> found = new java.util.LinkedHashMap<>();
        actual.forEach(column -> found.put(column.name(), column));
        for (SourceColumn expected : contract) {
            SourceColumn column = found.remove(expected.name());
            if (column == null) {
                differences.add(expected.name() + " is missing");
            } else if (!column.type().equals(expected.type()) || column.nullable() != expected.nullable()) {
                differences.add(
                        expected.name() + " is " + column.spelling() + ", the contract says " + expected.spelling());
            }
        }
        found.keySet().forEach(name -> differences.add(name + " is not in the contract"));
        if (!differences.isEmpty()) {
            throw new DponeException(
                    ErrorCode.SOURCE_SCHEMA_CHANGED,
                    "The source of " + pipeline.id() + " differs from schema_contract: "
                            + String.join("; ", differences),
                    "Change schema_contract.columns, or select the contracted columns in source.options.columns.");
        }
    }

    /** The pipeline's query, with the strategy's window. */
    public static SourceQuery query(Pipeline pipeline, Strategy strategy) {
        SourceQuery authored = pipeline.source().query();
        Optional<Window> window = strategy instanceof Strategy.PartitionReplace replace
                ? Optional.of(replace.window())
                : Optional.empty();
        return new SourceQuery(authored.table(), authored.sql(), authored.columns(), window);
    }

    /** Maps every column, or refuses. */
    public static TargetPlan plan(
            Pipeline pipeline, List<SourceColumn> columns, TargetConnector target, Strategy strategy) {
        Map<String, String> authored = pipeline.sink().types();
        Map<String, Policy> policies = pipeline.sink().policies();
        checkNames(pipeline, columns, "sink.types", authored.keySet(), ErrorCode.TARGET_TYPE_INVALID);
        checkNames(pipeline, columns, "sink.policies", policies.keySet(), ErrorCode.POLICY_INVALID);
        if (strategy instanceof Strategy.PartitionReplace replace) {
            checkWindowColumn(replace.window(), columns);
        } else if (strategy instanceof Strategy.Merge merge) {
            merge.uniqueKey().forEach(name -> checkKeyColumn(name, columns));
        }
        List<ColumnMapping> mappings = columns.stream()
                .map(column -> target.map(
                        column,
                        Optional.ofNullable(authored.get(column.name())),
                        Optional.ofNullable(policies.get(column.name()))))
                .toList();
        return new TargetPlan(
                pipeline.sink().table(),
                pipeline.sink().stagingSchema(),
                mappings,
                pipeline.sink().technical(),
                strategy);
    }

    private static void checkNames(
            Pipeline pipeline, List<SourceColumn> columns, String key, Set<String> names, ErrorCode code) {
        List<String> unknown = new TreeSet<>(names)
                .stream()
                        .filter(name -> columns.stream().noneMatch(c -> c.name().equals(name)))
                        .toList();
        if (!unknown.isEmpty()) {
            throw new DponeException(
                    code,
                    key + " names columns that the source of " + pipeline.id() + " does not have: "
                            + String.join(", ", unknown),
                    "Name columns of the source: "
                            + String.join(
                                    ", ",
                                    columns.stream().map(SourceColumn::name).toList()) + ".");
        }
    }

    private static void checkWindowColumn(Window window, List<SourceColumn> columns) {
        SourceColumn column = columns.stream()
                .filter(c -> c.name().equals(window.column()))
                .findFirst()
                .orElseThrow(() -> new DponeException(
                        ErrorCode.WINDOW_REQUIRED,
                        "The window column " + window.column() + " is not among the delivered columns",
                        "Name a delivered column in strategy.window.column."));
        if (!(column.type() instanceof DataType.DateType || column.type() instanceof DataType.DateTimeType)) {
            throw new DponeException(
                    ErrorCode.WINDOW_REQUIRED,
                    "The window column " + window.column() + " is " + column.spelling() + ", not a date or time",
                    "Name a Date, Date32, DateTime or DateTime64 column in strategy.window.column.");
        }
    }

    private static void checkKeyColumn(String name, List<SourceColumn> columns) {
        SourceColumn column = columns.stream()
                .filter(c -> c.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new DponeException(
                        ErrorCode.MERGE_KEY_INVALID,
                        "strategy.unique_key names " + name + ", which is not among the delivered columns",
                        "Name delivered columns in strategy.unique_key: "
                                + String.join(
                                        ", ",
                                        columns.stream().map(SourceColumn::name).toList()) + "."));
        if (column.type() instanceof DataType.FloatType) {
            throw new DponeException(
                    ErrorCode.MERGE_KEY_INVALID,
                    "strategy.unique_key names " + name + ", which is " + column.spelling()
                            + ": NaN and rounded values tell no rows apart",
                    "Name columns of other types in strategy.unique_key, or cast " + name
                            + " to a Decimal in source.options.query.sql.");
        }
    }
}
