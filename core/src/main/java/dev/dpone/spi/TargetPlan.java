package dev.dpone.spi;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * What a delivery does to its target, apart from who delivers.
 *
 * @param table the published table
 * @param stagingSchema where stage and prepared tables live
 * @param columns business columns in plan order: the order of the source query, of sealed rows and of digests
 */
public record TargetPlan(
        TableRef table,
        String stagingSchema,
        List<ColumnMapping> columns,
        TechnicalColumns technical,
        Strategy strategy) {
    public TargetPlan {
        requireNonNull(table, "table is null");
        requireNonNull(stagingSchema, "stagingSchema is null");
        columns = List.copyOf(columns);
    }
}
