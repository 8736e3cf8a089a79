package dev.dpone.mssql;

import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.TargetPlan;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What a user should know before merging into a target as it is. */
final class MergeNotes {
    /** Each key column of each index that keeps its rows apart, whatever the rows are. */
    private static final String UNIQUE_INDEXES = """
            SELECT i.index_id, c.name FROM sys.indexes AS i
            JOIN sys.index_columns AS k ON k.object_id = i.object_id AND k.index_id = i.index_id
            JOIN sys.columns AS c ON c.object_id = k.object_id AND c.column_id = k.column_id
            WHERE i.object_id = ? AND i.is_unique = 1 AND i.is_disabled = 0 AND i.has_filter = 0
              AND k.is_included_column = 0""";

    private record KeyColumn(int index, String name) {}

    private MergeNotes() {}

    static List<String> of(Session session, TargetPlan plan, Strategy.Merge merge, Capabilities capabilities)
            throws SQLException {
        String key = "(" + Identifier.quotedList(merge.uniqueKey()) + ")";
        Optional<TargetTable> table = TargetTable.read(session, plan.table(), capabilities);
        if (table.isPresent() && hasIndex(session, table.get().objectId(), merge, capabilities)) {
            return List.of();
        }
        String lack = table.isPresent()
                ? "Table " + plan.table() + " has no unique index on " + key
                : "Table " + plan.table() + " is missing, and will be created without a unique index on " + key;
        return List.of(lack + ": each merge reads it as a whole. " + advice(plan, merge, key));
    }

    private static String advice(TargetPlan plan, Strategy.Merge merge, String key) {
        List<String> endless = plan.columns().stream()
                .filter(column -> merge.uniqueKey().contains(column.name())
                        && TypeMapping.target(column).isMax())
                .map(ColumnMapping::name)
                .toList();
        return endless.isEmpty()
                ? "Consider CREATE UNIQUE INDEX [by_key] ON " + Identifier.quoted(plan.table()) + " " + key + "."
                : "No index can hold (max) types: name a sized type for " + String.join(", ", endless)
                        + " in sink.types first.";
    }

    private static boolean hasIndex(Session session, long objectId, Strategy.Merge merge, Capabilities capabilities)
            throws SQLException {
        Set<String> key = merge.uniqueKey().stream().map(capabilities::folded).collect(Collectors.toSet());
        Map<Integer, Set<String>> indexes =
                session.list(UNIQUE_INDEXES, row -> new KeyColumn(row.getInt(1), row.getString(2)), objectId).stream()
                        .collect(Collectors.groupingBy(
                                KeyColumn::index,
                                Collectors.mapping(column -> capabilities.folded(column.name()), Collectors.toSet())));
        return indexes.values().stream().anyMatch(key::containsAll);
    }
}
