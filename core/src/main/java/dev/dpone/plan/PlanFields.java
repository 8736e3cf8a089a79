package dev.dpone.plan;

import dev.dpone.manifest.Pipeline;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.PlannedStatement;
import dev.dpone.spi.SourceQuery;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.Window;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The plan as nested fields in a fixed order: what JSON prints, and what text and Markdown are made of. */
public final class PlanFields {
    private PlanFields() {}

    /** One pipeline's plan. Values are maps, lists, strings, longs, ints and booleans. */
    public static Map<String, Object> of(OfflinePlan plan) {
        Pipeline pipeline = plan.pipeline();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("pipeline", pipeline.id());
        fields.put("source", source(pipeline));
        fields.put("sink", sink(pipeline));
        fields.put(
                "strategy",
                Map.of("mode", pipeline.sink().strategy().mode().name().toLowerCase(Locale.ROOT)));
        fields.put(plan.transferName(), transfer(plan));
        fields.put("types", types(plan));
        fields.put("statements", statements(plan));
        plan.missing().ifPresent(missing -> fields.put("missing", missing));
        if (!plan.notes().isEmpty()) {
            fields.put("notes", String.join("\n", plan.notes()));
        }
        return fields;
    }

    private static Map<String, Object> source(Pipeline pipeline) {
        SourceQuery query = pipeline.source().query();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("type", pipeline.source().type());
        fields.put("connection_id", pipeline.source().connectionId());
        query.sql()
                .ifPresentOrElse(
                        sql -> fields.put("sql", sql),
                        () -> fields.put("table", query.table().toString()));
        if (!query.columns().isEmpty()) {
            fields.put("columns", query.columns());
        }
        return fields;
    }

    private static Map<String, Object> sink(Pipeline pipeline) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("type", pipeline.sink().type());
        fields.put("connection_id", pipeline.sink().connectionId());
        fields.put("table", pipeline.sink().table().toString());
        fields.put("staging_schema", pipeline.sink().stagingSchema());
        fields.put("technical_columns", pipeline.sink().technical().name().toLowerCase(Locale.ROOT));
        return fields;
    }

    private static Map<String, Object> transfer(OfflinePlan plan) {
        Bounds bounds = plan.bounds();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("status", "live_preflight_required");
        fields.put("live_preflight", plan.live() ? "schema_read" : "not_run");
        fields.put("certification_status", "unverified");
        fields.put("source_query_count", 1);
        fields.put("source_projection", "columns_explicitly_named");
        fields.put("offset_pagination", false);
        fields.put("parallelism_scope", "native_encoding_and_file_import");
        fields.put("transport", "bounded_native_files");
        fields.put(
                "verification_backend",
                plan.pipeline().transfer().verification().name().toLowerCase(Locale.ROOT));
        fields.put("limits", plan.pipeline().transfer().limits().record());
        if (plan.pipeline().transfer().limits().extended()) {
            Map<String, Object> concurrency = new LinkedHashMap<>();
            concurrency.put("encoding_parallelism", bounds.encoders());
            concurrency.put("import_parallelism", bounds.importers());
            concurrency.put("retained_work_capacity", bounds.retainedWorkCapacity());
            fields.put("stage_concurrency", concurrency);
        }
        Map<String, Object> resolved = new LinkedHashMap<>();
        resolved.put("encoders", bounds.encoders());
        resolved.put("importers", bounds.importers());
        resolved.put("retained_work_capacity", bounds.retainedWorkCapacity());
        resolved.put("most_rows", bounds.mostRows());
        fields.put("bounds", resolved);
        fields.put("spool_payload_bound", bounds.spoolBytes());
        fields.put("spool_bound_scope", "encoded_payload_only_excludes_driver_and_server_memory");
        fields.put("row_memory_bound", bounds.memoryBytes());
        fields.put("publication_scope", publicationScope(plan));
        fields.put("publication", "one_target_transaction_with_commit_receipt");
        fields.put("resume", "receipt_first;partial_extraction_requires_reextract");
        return fields;
    }

    private static Map<String, Object> publicationScope(OfflinePlan plan) {
        Pipeline.StrategySpec spec = plan.pipeline().sink().strategy();
        Map<String, Object> scope = new LinkedHashMap<>();
        scope.put("mode", spec.mode().name().toLowerCase(Locale.ROOT));
        spec.window().ifPresent(window -> {
            scope.put("column", window.column());
            scope.put("anchor", "data_interval_end");
            scope.put("lookback", window.lookback().toString());
            scope.put("timezone", "UTC");
        });
        if (!spec.uniqueKey().isEmpty()) {
            scope.put("unique_key", spec.uniqueKey());
        }
        if (plan.strategy().orElse(null) instanceof Strategy.PartitionReplace replace) {
            Window window = replace.window();
            scope.put("from", window.from().toString());
            scope.put("to", window.to().toString());
        }
        return scope;
    }

    private static List<Object> types(OfflinePlan plan) {
        List<Object> types = new ArrayList<>();
        plan.target().ifPresent(target -> {
            for (ColumnMapping mapping : target.columns()) {
                Map<String, Object> row = new LinkedHashMap<>();
                row.put("column", mapping.name());
                row.put("source_type", mapping.origin().spelling());
                row.put("target_type", mapping.targetType());
                row.put("nullable", mapping.source().nullable());
                mapping.treatment()
                        .ifPresent(treatment ->
                                row.put("policy", treatment.policy().id()));
                row.put("reason", mapping.reason());
                types.add(row);
            }
        });
        return types;
    }

    private static List<Object> statements(OfflinePlan plan) {
        List<Object> statements = new ArrayList<>();
        plan.dataQuery().ifPresent(sql -> statements.add(statement("source query", sql)));
        for (PlannedStatement statement : plan.statements()) {
            statements.add(statement(statement.purpose(), statement.sql()));
        }
        return statements;
    }

    private static Map<String, Object> statement(String purpose, String sql) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("purpose", purpose);
        row.put("sql", sql);
        return row;
    }
}
