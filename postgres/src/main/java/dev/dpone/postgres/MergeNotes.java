package dev.dpone.postgres;

import dev.dpone.spi.Strategy;
import dev.dpone.spi.TargetPlan;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a user should know before merging into a target as it is. */
final class MergeNotes {
    /** The columns of each index that keeps its rows apart, whatever the rows are. */
    private static final String UNIQUE_INDEXES = """
            SELECT ARRAY(SELECT a.attname::text FROM pg_attribute a
                         WHERE a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey[0:i.indnkeyatts - 1]))
            FROM pg_index i
            WHERE i.indrelid = ?::bigint::oid AND i.indisunique AND i.indisvalid
              AND i.indpred IS NULL AND i.indexprs IS NULL""";

    private MergeNotes() {}

    static List<String> of(Session session, TargetPlan plan, Strategy.Merge merge) throws SQLException {
        String key = "(" + Identifier.quotedList(merge.uniqueKey()) + ")";
        Optional<TargetTable> table = TargetTable.read(session, plan.table());
        if (table.isPresent() && hasIndex(session, table.get().oid(), merge)) {
            return List.of();
        }
        String lack = table.isPresent()
                ? "Table " + plan.table() + " has no unique index on " + key
                : "Table " + plan.table() + " is missing, and will be created without a unique index on " + key;
        return List.of(lack + ": each merge reads it as a whole. Consider CREATE UNIQUE INDEX ON "
                + Identifier.quoted(plan.table()) + " " + key + ".");
    }

    private static boolean hasIndex(Session session, long oid, Strategy.Merge merge) throws SQLException {
        Set<String> key = Set.copyOf(merge.uniqueKey());
        return session
                .list(UNIQUE_INDEXES, row -> List.of((String[]) row.getArray(1).getArray()), oid)
                .stream()
                .anyMatch(key::containsAll);
    }
}
