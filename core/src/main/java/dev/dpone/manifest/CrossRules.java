package dev.dpone.manifest;

import dev.dpone.error.ErrorCode;
import dev.dpone.limits.Limit;
import dev.dpone.spi.TableRef;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What single keys can't tell: rules between keys of one merged pipeline, and between pipelines. A rule whose keys are
 * missing or wrong themselves says nothing.
 */
final class CrossRules {
    private static final long MOST_CHUNKS = 100_000;
    private static final Set<String> STATE_DATABASES = Set.of("postgres", "mssql");

    private final Problems problems;
    private final Map<String, ListedTable> byId = new HashMap<>();
    private final Map<Target, ListedTable> byTarget = new HashMap<>();

    private record Target(String type, String connection, TableRef table) {}

    CrossRules(Problems problems) {
        this.problems = problems;
    }

    void check(ListedTable table) {
        Entries merged = table.merged();
        checkWindow(merged);
        checkUniqueKey(merged);
        checkFormat(merged);
        checkRowBytes(merged);
        checkSource(merged);
        checkColumns(merged);
        checkState(merged);
        checkUnique(table);
    }

    private void checkWindow(Entries merged) {
        Optional<Value> strategy = merged.find("sink", "strategy");
        Optional<String> mode = merged.text("sink", "strategy", "mode");
        Optional<Value> window = merged.find("sink", "strategy", "window");
        boolean replaces = mode.filter("partition_replace"::equals).isPresent();
        if (replaces && window.isEmpty()) {
            problems.add(
                    strategy.orElse(merged).place(),
                    Value.child(strategy.orElse(merged).path(), "window"),
                    "is required with mode partition_replace",
                    "Write 'window:' with column and lookback.");
        } else if (mode.isPresent() && !replaces && window.isPresent()) {
            problems.add(
                    window.get().place(),
                    window.get().path(),
                    "has no meaning with mode " + Shown.shortened(mode.get()),
                    "Remove it here, or move it to the tables whose mode is partition_replace.");
        }
        window.ifPresent(this::checkChunks);
    }

    private void checkUniqueKey(Entries merged) {
        Value strategy = merged.find("sink", "strategy").orElse(merged);
        Optional<String> mode = merged.text("sink", "strategy", "mode");
        Optional<Value> key = merged.find("sink", "strategy", "unique_key");
        boolean merges = mode.filter("merge"::equals).isPresent();
        if (merges && key.isEmpty()) {
            problems.add(
                    strategy.place(),
                    Value.child(strategy.path(), "unique_key"),
                    "is required with mode merge",
                    "Write 'unique_key:' with the columns that tell rows apart, such as [id].");
        } else if (mode.isPresent() && !merges && key.isPresent()) {
            problems.add(
                    key.get().place(),
                    key.get().path(),
                    "has no meaning with mode " + Shown.shortened(mode.get()),
                    "Remove it here, or move it to the tables whose mode is merge.");
        }
    }

    private void checkState(Entries merged) {
        String type = merged.text("state", "type").orElse(PipelineBuilder.STATE_FILE);
        Value state = merged.find("state").orElse(merged);
        if (type.equals(PipelineBuilder.STATE_FILE)) {
            for (String key : List.of("connection_id", "schema")) {
                state.find(key)
                        .ifPresent(value -> problems.add(
                                value.place(),
                                value.path(),
                                "has no meaning with state type file",
                                "Remove it, or write the type of the database."));
            }
        } else if (STATE_DATABASES.contains(type) && state.find("connection_id").isEmpty()) {
            problems.add(
                    state.place(),
                    Value.child(state.path(), "connection_id"),
                    "is required with state type " + Shown.shortened(type),
                    "Write 'connection_id:' with the id of the connection to that database.");
        }
    }

    private void checkChunks(Value window) {
        Optional<Duration> lookback = duration(window, "lookback");
        Optional<Duration> chunk = duration(window, "chunk_interval");
        if (lookback.isPresent() && chunk.isPresent() && lookback.get().dividedBy(chunk.get()) > MOST_CHUNKS) {
            Value interval = window.find("chunk_interval").orElse(window);
            problems.add(
                    interval.place(),
                    interval.path(),
                    "cuts lookback into more than " + MOST_CHUNKS + " chunks",
                    "Write a longer chunk_interval.");
        }
    }

    private static Optional<Duration> duration(Value window, String key) {
        return window.text(key)
                .filter(text -> Texts.DURATION.pattern().matcher(text).matches())
                .map(Duration::parse);
    }

    private void checkFormat(Entries merged) {
        Optional<Value> format = merged.find("source", "options", "native_transfer", "wire", "binary_format");
        Optional<String> type = merged.text("sink", "type");
        String expected = type.orElse("") + "_native";
        Set<String> known = Set.of("mssql_native", "postgres_native");
        boolean conflict = known.contains(expected)
                && format.flatMap(Value::text)
                        .filter(known::contains)
                        .filter(text -> !text.equals(expected))
                        .isPresent();
        if (conflict) {
            problems.mismatch(
                    format.orElseThrow(),
                    expected + " for sink type " + type.orElseThrow(),
                    "Remove binary_format: it follows the sink.");
        }
    }

    private void checkRowBytes(Entries merged) {
        Value execution =
                merged.find("source", "options", "native_transfer", "execution").orElse(merged);
        long frame = PipelineBuilder.limit(execution, Limit.MAX_BYTES);
        long row = PipelineBuilder.limit(execution, Limit.MAX_ROW_BYTES);
        boolean inRange = frame >= Limit.MAX_BYTES.minimum() && row <= Limit.MAX_ROW_BYTES.maximum();
        if (row > frame && inRange) {
            Value authored = execution
                    .find("native_chunks", Limit.MAX_ROW_BYTES.key())
                    .or(() -> execution.find("native_chunks", Limit.MAX_BYTES.key()))
                    .orElse(execution);
            String path = Value.child(
                    execution.find("native_chunks").orElse(execution).path(), Limit.MAX_ROW_BYTES.key());
            problems.add(new Problem(
                    ErrorCode.LIMIT_INVALID,
                    authored.place(),
                    path,
                    "must be at most max_bytes (" + frame + "), but was " + row,
                    "Lower max_row_bytes or raise max_bytes."));
        }
    }

    private void checkSource(Entries merged) {
        Optional<Value> table = merged.find("source", "table");
        if (table.isPresent()
                && merged.find("source", "options", "query", "sql").isPresent()) {
            problems.add(
                    table.get().place(),
                    table.get().path(),
                    "is not read, since source.options.query.sql is",
                    "Remove the one that is not meant.");
        }
    }

    private void checkColumns(Entries merged) {
        Set<String> projection = new LinkedHashSet<>(MergedColumns.projection(merged));
        Set<String> contract =
                new LinkedHashSet<>(MergedColumns.contract(merged).keySet());
        if (!projection.isEmpty()) {
            checkNames(merged, projection, "source.options.columns", "schema_contract", "columns");
            checkNames(merged, projection, "source.options.columns", "sink", "types");
            checkNames(merged, projection, "source.options.columns", "sink", "policies");
            checkWindowColumn(merged, projection, "source.options.columns");
            checkKeyColumns(merged, projection, "source.options.columns");
            checkCovered(merged, projection, contract);
        } else if (!contract.isEmpty()) {
            checkNames(merged, contract, "schema_contract.columns", "sink", "types");
            checkNames(merged, contract, "schema_contract.columns", "sink", "policies");
            checkWindowColumn(merged, contract, "schema_contract.columns");
            checkKeyColumns(merged, contract, "schema_contract.columns");
        }
    }

    private void checkNames(Entries merged, Set<String> columns, String authority, String... keys) {
        merged.entriesAt(keys).forEach((column, entry) -> {
            if (!columns.contains(column)) {
                unknownColumn(entry.place(), entry.value().path(), column, columns, authority);
            }
        });
    }

    private void checkWindowColumn(Entries merged, Set<String> columns, String authority) {
        merged.find("sink", "strategy", "window", "column")
                .ifPresent(value -> value.text()
                        .filter(column -> !columns.contains(column))
                        .ifPresent(column -> unknownColumn(value.place(), value.path(), column, columns, authority)));
    }

    private void checkKeyColumns(Entries merged, Set<String> columns, String authority) {
        if (merged.find("sink", "strategy", "unique_key").orElse(merged) instanceof Items items) {
            for (Value item : items.values()) {
                item.text()
                        .filter(column -> !columns.contains(column))
                        .ifPresent(column -> unknownColumn(item.place(), item.path(), column, columns, authority));
            }
        }
    }

    private void unknownColumn(Place place, String path, String column, Set<String> columns, String authority) {
        String hint = Nearest.to(column, columns)
                .map(near -> "Did you mean '" + near + "'?")
                .orElse("Add it to " + authority + ", or remove it here.");
        problems.add(place, path, "names a column that is not in " + authority, hint);
    }

    private void checkCovered(Entries merged, Set<String> projection, Set<String> contract) {
        List<String> uncovered =
                projection.stream().filter(column -> !contract.contains(column)).toList();
        Optional<Value> authored = merged.find("schema_contract", "columns");
        if (!contract.isEmpty() && !uncovered.isEmpty()) {
            problems.add(
                    authored.orElse(merged).place(),
                    authored.orElse(merged).path(),
                    "lacks " + Shown.key(uncovered.get(0)) + " of source.options.columns",
                    "Write the types of all columns that are read, or of none.");
        }
    }

    private void checkUnique(ListedTable table) {
        ListedTable twin = byId.putIfAbsent(table.id(), table);
        if (twin != null) {
            problems.add(
                    table.place(),
                    table.path(),
                    "lists " + Shown.text(table.id()) + " again, first at line "
                            + twin.place().line(),
                    "Remove one of the two.");
            return;
        }
        Entries merged = table.merged();
        Optional<String> type = merged.text("sink", "type");
        Optional<String> connection = merged.text("sink", "connection_id");
        if (type.isEmpty() || connection.isEmpty() || table.target().schema().isEmpty()) {
            return;
        }
        Target target = new Target(type.get(), connection.get(), comparable(type.get(), table.target()));
        ListedTable other = byTarget.putIfAbsent(target, table);
        if (other != null) {
            problems.add(
                    table.place(),
                    table.path(),
                    "goes to the same target table as " + Shown.text(other.id()) + ", "
                            + Shown.text(table.target().toString()),
                    "Remove sink.table.name from defaults, or write another one for this table.");
        }
    }

    /** SQL Server's usual collations don't tell upper from lower case; PostgreSQL's quoted names do. */
    private static TableRef comparable(String type, TableRef table) {
        return type.equals("mssql")
                ? new TableRef(
                        table.schema().toLowerCase(Locale.ROOT), table.name().toLowerCase(Locale.ROOT))
                : table;
    }
}
