package dev.dpone.manifest;

import dev.dpone.limits.Limit;
import dev.dpone.limits.NativeChunkLimits;
import dev.dpone.manifest.Pipeline.SinkSpec;
import dev.dpone.manifest.Pipeline.SourceSpec;
import dev.dpone.manifest.Pipeline.StateSpec;
import dev.dpone.manifest.Pipeline.Storage;
import dev.dpone.manifest.Pipeline.StrategySpec;
import dev.dpone.manifest.Pipeline.TransferSpec;
import dev.dpone.manifest.Pipeline.VerificationBackend;
import dev.dpone.manifest.Pipeline.WindowSpec;
import dev.dpone.spi.SourceQuery;
import dev.dpone.spi.TableRef;
import dev.dpone.spi.TechnicalColumns;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Makes pipelines of merged values that were found without a problem. */
final class PipelineBuilder {
    static final String STAGING_SCHEMA = "dpone_stage";
    static final String STATE_FILE = "file";
    static final String STATE_SCHEMA = "dpone";
    static final String WORK_DIR = ".dpone/work";
    static final String STATE_DIR = ".dpone/state";
    static final String EVIDENCE_DIR = ".dpone/runs";
    static final String MIN_FREE = "1GiB";

    private static final String[] EXECUTION = {"source", "options", "native_transfer", "execution"};

    private final Path workingDirectory;

    PipelineBuilder(Path workingDirectory) {
        this.workingDirectory = workingDirectory;
    }

    Pipeline build(ListedTable table) {
        Value merged = table.merged();
        return new Pipeline(
                table.id(),
                source(table),
                transfer(merged),
                sink(table),
                MergedColumns.contract(merged),
                state(merged),
                storage(merged));
    }

    private static SourceSpec source(ListedTable table) {
        Value merged = table.merged();
        TableRef listed = new TableRef(
                merged.text("source", "table", "schema").orElse(table.schema()),
                merged.text("source", "table", "name").orElse(table.name()));
        Optional<String> sql = merged.text("source", "options", "query", "sql");
        List<String> columns = MergedColumns.projection(merged);
        return new SourceSpec(
                required(merged, "source", "type"),
                required(merged, "source", "connection_id"),
                new SourceQuery(listed, sql, columns, Optional.empty()));
    }

    private static TransferSpec transfer(Value merged) {
        Value execution = merged.find(EXECUTION).orElse(merged);
        VerificationBackend backend = execution
                .text("verification_backend")
                .map(text -> VerificationBackend.valueOf(text.toUpperCase(Locale.ROOT)))
                .orElse(VerificationBackend.AUTO);
        return new TransferSpec(backend, limits(execution));
    }

    private static NativeChunkLimits limits(Value execution) {
        return new NativeChunkLimits(
                limit(execution, Limit.MAX_TOTAL_ENCODED_BYTES),
                limit(execution, Limit.STAGE_ALLOCATED_BYTES_STOP_THRESHOLD),
                limit(execution, Limit.MAX_ROWS),
                limit(execution, Limit.MAX_BYTES),
                limit(execution, Limit.MAX_ROW_BYTES),
                (int) limit(execution, Limit.MAX_PENDING),
                limit(execution, Limit.MAX_STAGING_TABLES),
                (int) execution.whole("chunking", Limit.PARALLELISM.key()).orElse(Limit.PARALLELISM.defaultValue()),
                stage(execution, Limit.ENCODING_PARALLELISM),
                stage(execution, Limit.IMPORT_PARALLELISM));
    }

    static long limit(Value execution, Limit limit) {
        return execution.whole("native_chunks", limit.key()).orElse(limit.defaultValue());
    }

    private static OptionalInt stage(Value execution, Limit limit) {
        OptionalLong workers = execution.whole("native_chunks", limit.key());
        return workers.isPresent() ? OptionalInt.of((int) workers.getAsLong()) : OptionalInt.empty();
    }

    private static SinkSpec sink(ListedTable table) {
        Value merged = table.merged();
        TechnicalColumns technical = merged.text("sink", "technical_columns")
                .map(text -> TechnicalColumns.valueOf(text.toUpperCase(Locale.ROOT)))
                .orElse(TechnicalColumns.MINIMAL);
        return new SinkSpec(
                required(merged, "sink", "type"),
                required(merged, "sink", "connection_id"),
                table.target(),
                merged.text("sink", "staging", "schema").orElse(STAGING_SCHEMA),
                strategy(merged),
                types(merged),
                MergedColumns.policies(merged),
                technical);
    }

    private static StrategySpec strategy(Value merged) {
        StrategySpec.Mode mode = StrategySpec.Mode.valueOf(
                required(merged, "sink", "strategy", "mode").toUpperCase(Locale.ROOT));
        return new StrategySpec(
                mode,
                merged.find("sink", "strategy", "window")
                        .map(window -> new WindowSpec(
                                required(window, "column"),
                                Duration.parse(required(window, "lookback")),
                                window.text("chunk_interval").map(Duration::parse))),
                MergedColumns.uniqueKey(merged));
    }

    private static Map<String, String> types(Value merged) {
        return merged.find("sink", "types").map(MergedColumns::textByColumn).orElse(Map.of());
    }

    private static StateSpec state(Value merged) {
        String type = merged.text("state", "type").orElse(STATE_FILE);
        return type.equals(STATE_FILE)
                ? new StateSpec.Folder()
                : new StateSpec.Database(
                        type,
                        required(merged, "state", "connection_id"),
                        merged.text("state", "schema").orElse(STATE_SCHEMA));
    }

    private Storage storage(Value merged) {
        Value runtime = merged.find("runtime", "storage").orElse(merged);
        return new Storage(
                folder(runtime, "work_dir", WORK_DIR),
                folder(runtime, "state_dir", STATE_DIR),
                folder(runtime, "evidence_dir", EVIDENCE_DIR),
                runtime.find("min_free_bytes").map(SizeShape::bytes).orElse(1L << 30));
    }

    private Path folder(Value storage, String key, String fallback) {
        return workingDirectory.resolve(storage.text(key).orElse(fallback)).normalize();
    }

    private static String required(Value value, String... keys) {
        return value.text(keys).orElseThrow();
    }
}
