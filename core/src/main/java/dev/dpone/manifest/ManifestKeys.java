package dev.dpone.manifest;

import dev.dpone.error.ErrorCode;
import dev.dpone.limits.Limit;
import java.util.ArrayList;
import java.util.List;

/** Every key of a manifest: its shape, need, default and meaning. */
final class ManifestKeys {
    static final String KIND = "dpone.batch.v1";

    private static final Key SOURCE =
            Key.of("source", source(), "Where the rows come from.").requiredMerged();
    private static final Key SINK = Key.of("sink", sink(), "Where the rows go.").requiredMerged();
    private static final List<Key> FRAGMENT = List.of(
            SOURCE,
            SINK,
            Key.of("quality", quality(), "Checks before publication."),
            Key.of("state", state(), "Where the journal, leases and checkpoints are kept."),
            Key.of("schema_contract", contract(), "The source's columns, as far as known."),
            Key.of("runtime", runtime(), "Local folders."));

    /** The whole file. */
    static final FieldsShape ROOT = root();

    /** What one pipeline is made of once defaults and overrides are merged. */
    static final FieldsShape PIPELINE = new FieldsShape("pipeline", FRAGMENT, false);

    private ManifestKeys() {}

    private static FieldsShape root() {
        List<Key> defaults = new ArrayList<>();
        defaults.add(Key.of("name", Texts.LABEL, "A label for the whole manifest."));
        defaults.addAll(FRAGMENT);
        return FieldsShape.of(
                        "",
                        Key.of("kind", ChoiceShape.of(KIND), "The kind and version of the file.")
                                .required(),
                        Key.of(
                                "defaults",
                                new FieldsShape("defaults", defaults, false),
                                "What all tables share; the blocks and tables below override it key by key."),
                        Key.of(
                                        "schemas",
                                        new MapShape("<source schema>", Texts.NAME, block()),
                                        "The tables by source schema (ClickHouse: database).")
                                .required())
                .withExtras();
    }

    private static FieldsShape block() {
        List<Key> keys = new ArrayList<>();
        keys.add(Key.of(
                        "tables",
                        new ListShape(new NameOrFieldsShape(Texts.NAME, table())),
                        "The tables, each a name or a mapping with 'name' and overrides; each is one pipeline.")
                .required());
        keys.addAll(FRAGMENT);
        return new FieldsShape("schema", keys, false);
    }

    private static FieldsShape table() {
        List<Key> keys = new ArrayList<>();
        keys.add(Key.of("name", Texts.NAME, "The table's name.").required());
        keys.addAll(FRAGMENT);
        return new FieldsShape("table", keys, false);
    }

    private static FieldsShape source() {
        return FieldsShape.of(
                "source",
                Key.of("type", ChoiceShape.of("clickhouse"), "The source's engine.")
                        .requiredMerged(),
                Key.of("connection_id", Texts.CONNECTION_ID, "The connection to read from.")
                        .requiredMerged(),
                Key.of(
                        "table",
                        FieldsShape.of(
                                "source_table",
                                Key.of("schema", Texts.NAME, "Its schema; the listed one when absent."),
                                Key.of("name", Texts.NAME, "Its name; the listed one when absent.")),
                        "The table to read, when it is not the listed one."),
                Key.of("options", sourceOptions(), "How the rows are read."),
                Key.later("pre_sql", "Statements before the query."),
                Key.later("post_sql", "Statements after the query."),
                Key.later("hooks", "Statements around the query."));
    }

    private static FieldsShape sourceOptions() {
        return FieldsShape.of(
                "source_options",
                Key.of(
                        "query",
                        FieldsShape.of(
                                "query",
                                Key.of("sql", Texts.SQL, "The one statement to read from, instead of a table.")
                                        .requiredMerged()),
                        "A statement instead of a table."),
                Key.of(
                        "columns",
                        new ListShape(Texts.NAME),
                        "The columns to read, in the order of the target; all when absent."),
                Key.of("native_transfer", nativeTransfer(), "The bulk route."),
                Key.later("exclude_columns", "Columns not to read."),
                Key.later("source_snapshot", "What the query sees."),
                Key.later("pre_sql", "Statements before the query."),
                Key.later("post_sql", "Statements after the query."),
                Key.later("hooks", "Statements around the query."));
    }

    private static FieldsShape nativeTransfer() {
        return FieldsShape.of(
                "native_transfer",
                Key.of(
                        "wire",
                        FieldsShape.of(
                                "wire",
                                Key.of(
                                                "mode",
                                                ChoiceShape.of("typed_binary")
                                                        .later("auto", "typed_raw", "source_encoded", "driver"),
                                                "How rows travel.")
                                        .fallback("typed_binary"),
                                Key.of(
                                        "binary_format",
                                        ChoiceShape.of("mssql_native", "postgres_native")
                                                .later("native", "rowbinary"),
                                        "The format of sealed files; it follows the sink when absent.")),
                        "The format between the stages."),
                Key.of("execution", execution(), "Verification, workers and limits."));
    }

    private static FieldsShape execution() {
        return FieldsShape.of(
                "execution",
                Key.of(
                                "verification_backend",
                                ChoiceShape.of("auto", "target_local", "readback"),
                                "Who hashes what landed: the target's SQL, or dpone from what it reads back.")
                        .fallback("auto"),
                Key.of(
                        "chunking",
                        FieldsShape.of(
                                "chunking",
                                Key.of("mode", ChoiceShape.of("bounded_stream"), "One stream cut into frames.")
                                        .fallback("bounded_stream"),
                                limit(Limit.PARALLELISM, "Workers of each stage that has no count of its own.")
                                        .fallback(Limit.PARALLELISM.defaultValue()),
                                Key.of("checkpointing", ChoiceShape.of("resumable"), "How a delivery recovers.")
                                        .fallback("resumable")),
                        "How the stream is cut."),
                Key.of(
                        "native_chunks",
                        nativeChunks(),
                        "The limits. Absent: both budgets are 1 TiB. Present: both budgets are required."),
                Key.later("import_backend", "The program that imports."),
                Key.later("layout_version", "The layout of stage tables."));
    }

    private static FieldsShape nativeChunks() {
        return FieldsShape.of(
                "native_chunks",
                limit(Limit.MAX_TOTAL_ENCODED_BYTES, "Bytes of sealed files of a whole delivery.")
                        .requiredMerged(),
                limit(Limit.STAGE_ALLOCATED_BYTES_STOP_THRESHOLD, "Bytes dpone's stage tables may take in the target.")
                        .requiredMerged(),
                limited(Limit.MAX_ROWS, "Rows of one frame."),
                limited(Limit.MAX_BYTES, "Encoded bytes of one frame."),
                limited(Limit.MAX_ROW_BYTES, "Encoded bytes of one row; at most max_bytes."),
                limited(Limit.MAX_PENDING, "Frames kept beyond the workers of the wider stage."),
                limited(Limit.MAX_STAGING_TABLES, "Stage tables plus the prepared table."),
                limit(Limit.ENCODING_PARALLELISM, "Workers of the encoding stage; parallelism when absent."),
                limit(Limit.IMPORT_PARALLELISM, "Workers of the import stage; parallelism when absent."));
    }

    private static Key limit(Limit limit, String meaning) {
        return Key.of(limit.key(), new LimitShape(limit), meaning);
    }

    private static Key limited(Limit limit, String meaning) {
        return limit(limit, meaning).fallback(limit.defaultValue());
    }

    private static FieldsShape sink() {
        return FieldsShape.of(
                "sink",
                Key.of("type", ChoiceShape.of("postgres", "mssql"), "The target's engine.")
                        .requiredMerged(),
                Key.of("connection_id", Texts.CONNECTION_ID, "The connection to write to.")
                        .requiredMerged(),
                Key.of(
                                "table",
                                FieldsShape.of(
                                        "sink_table",
                                        Key.of("schema", Texts.NAME, "Its schema.")
                                                .requiredMerged(),
                                        Key.of("name", Texts.NAME, "Its name; the listed one when absent.")),
                                "The table to deliver into.")
                        .requiredMerged(),
                Key.of(
                        "staging",
                        FieldsShape.of(
                                "staging",
                                Key.of("schema", Texts.NAME, "The schema of dpone's private tables.")
                                        .fallback(PipelineBuilder.STAGING_SCHEMA)),
                        "Where rows wait for publication."),
                Key.of("strategy", strategy(), "How the rows change the target.")
                        .requiredMerged(),
                Key.of(
                        "types",
                        new MapShape("<column>", Texts.NAME, Texts.TYPE),
                        "Target types by column, where the mapped one is not wanted."),
                Key.of(
                                "technical_columns",
                                ChoiceShape.of("minimal", "off").later("standard"),
                                "Columns dpone adds: load id and load time, or none.")
                        .fallback("minimal"),
                Key.of(
                        "policies",
                        new MapShape("<column>", Texts.NAME, new PolicyShape()),
                        "What to do with values the target can't hold, by column."),
                Key.later("pre_sql", "Statements before publication."),
                Key.later("post_sql", "Statements after publication."),
                Key.later("hooks", "Statements around publication."));
    }

    private static FieldsShape strategy() {
        return FieldsShape.of(
                "strategy",
                Key.of(
                                "mode",
                                ChoiceShape.of("full_refresh", "partition_replace", "append", "merge")
                                        .later("backfill"),
                                "Replace all rows, replace the rows of a window, add rows, or update and add rows by key.")
                        .requiredMerged(),
                Key.of("atomicity", ChoiceShape.of("target_atomic"), "The target changes in one transaction.")
                        .fallback("target_atomic"),
                Key.of("window", window(), "The window of partition_replace; required there, refused elsewhere."),
                Key.of(
                        "unique_key",
                        new ListShape(Texts.NAME),
                        "The columns by which merge finds a row; required there, refused elsewhere."),
                Key.of(
                        "partition",
                        FieldsShape.of(
                                "partition",
                                Key.of("native_mode", new AnyShape(), "SQL Server's partition SWITCH.")
                                        .refusedWith(ErrorCode.SWITCH_NOT_ACTIVATED)),
                        "Partitions of the target."));
    }

    private static FieldsShape window() {
        return FieldsShape.of(
                "window",
                Key.of("column", Texts.NAME, "The DateTime column that places a row; NULL is in no window.")
                        .requiredMerged(),
                Key.of("anchor", ChoiceShape.of("data_interval_end"), "The window ends at --interval-end.")
                        .fallback("data_interval_end"),
                Key.of("lookback", Texts.DURATION, "The window's length.").requiredMerged(),
                Key.of("chunk_interval", Texts.DURATION, "The length of a campaign's chunks."),
                Key.of("timezone", ChoiceShape.of("UTC"), "The time zone of the window.")
                        .fallback("UTC"));
    }

    private static FieldsShape quality() {
        return FieldsShape.of("quality", Key.later("gates", "Checks that stop publication."));
    }

    private static FieldsShape state() {
        return FieldsShape.of(
                "state",
                Key.of(
                                "type",
                                ChoiceShape.of(PipelineBuilder.STATE_FILE, "postgres", "mssql"),
                                "A local folder, or a database.")
                        .fallback(PipelineBuilder.STATE_FILE),
                Key.of("connection_id", Texts.CONNECTION_ID, "The connection to a state database; required there."),
                Key.of("schema", Texts.NAME, "The schema in a state database.").fallback(PipelineBuilder.STATE_SCHEMA));
    }

    private static FieldsShape contract() {
        return FieldsShape.of(
                "schema_contract",
                Key.of(
                        "columns",
                        new MapShape(
                                "<column>",
                                Texts.NAME,
                                new NameOrFieldsShape(
                                        Texts.TYPE,
                                        FieldsShape.of(
                                                "contract_column",
                                                Key.of("type", Texts.TYPE, "The column's ClickHouse type.")
                                                        .required()))),
                        "Source types by column, in order: an offline plan then prints types and SQL."));
    }

    private static FieldsShape runtime() {
        return FieldsShape.of(
                "runtime",
                Key.of(
                        "storage",
                        FieldsShape.of(
                                "storage",
                                Key.of("work_dir", Texts.FOLDER, "Sealed files; relative to the working directory.")
                                        .fallback(PipelineBuilder.WORK_DIR),
                                Key.of("state_dir", Texts.FOLDER, "Journal, leases and checkpoints of state type file.")
                                        .fallback(PipelineBuilder.STATE_DIR),
                                Key.of("evidence_dir", Texts.FOLDER, "Evidence of each run.")
                                        .fallback(PipelineBuilder.EVIDENCE_DIR),
                                Key.of("min_free_bytes", new SizeShape(), "Space to leave free in work_dir.")
                                        .fallback(PipelineBuilder.MIN_FREE)),
                        "Folders and the space to leave free."));
    }
}
