package dev.dpone.mssql;

import dev.dpone.spi.Strategy;
import dev.dpone.spi.TargetPlan;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The statements of a merge: UPDATE and INSERT, each with a count of its own, rather than MERGE. Prepared rows have distinct
 * keys without NULL, and no other session writes the target between them.
 */
final class MergeSql {
    private final TargetPlan plan;
    private final List<String> key;
    private final String prepared;

    MergeSql(TargetPlan plan, Strategy.Merge merge, String quotedPrepared) {
        this.plan = plan;
        this.key = merge.uniqueKey();
        this.prepared = quotedPrepared;
    }

    /** Counts prepared rows with NULL in their key. */
    String nullKeys() {
        return "SELECT COUNT_BIG(*) FROM " + prepared + " WHERE " + each(" OR ", name -> name + " IS NULL");
    }

    /** Counts keys that more than one prepared row has. */
    String repeatedKeys() {
        return "SELECT COUNT_BIG(*) FROM (SELECT 1 AS one FROM " + prepared + " GROUP BY " + Identifier.quotedList(key)
                + " HAVING COUNT_BIG(*) > 1) AS repeated";
    }

    /** Counts keys of prepared rows that more than one row of the target has. */
    String repeatedInTarget() {
        return "SELECT COUNT_BIG(*) FROM (SELECT 1 AS one FROM " + join() + " GROUP BY "
                + each(", ", name -> "prepared." + name) + " HAVING COUNT_BIG(*) > 1) AS repeated";
    }

    String update() {
        String changes = StageSql.columns(plan).stream()
                .filter(name -> !key.contains(name))
                .map(Identifier::quoted)
                .map(name -> name + " = prepared." + name)
                .collect(Collectors.joining(", "));
        // A table of keys alone has nothing to change; its matched rows are counted all the same.
        String or = changes.isEmpty() ? each(", ", name -> name + " = target." + name) : changes;
        return "UPDATE target SET " + or + "\nFROM " + join();
    }

    String insert() {
        String columns = Identifier.quotedList(StageSql.columns(plan));
        return "INSERT INTO " + target() + " WITH (TABLOCK) (" + columns + ")\nSELECT " + columns + " FROM " + prepared
                + " AS prepared\nWHERE NOT EXISTS (SELECT 1 FROM " + target() + " AS target WHERE " + sameKey() + ")";
    }

    private String join() {
        return target() + " AS target JOIN " + prepared + " AS prepared ON " + sameKey();
    }

    private String target() {
        return Identifier.quoted(plan.table());
    }

    private String sameKey() {
        return each(" AND ", name -> "target." + name + " = prepared." + name);
    }

    private String each(String separator, Function<String, String> form) {
        return key.stream().map(Identifier::quoted).map(form).collect(Collectors.joining(separator));
    }
}
