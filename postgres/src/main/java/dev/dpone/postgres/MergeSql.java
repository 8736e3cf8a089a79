package dev.dpone.postgres;

import dev.dpone.spi.Strategy;
import dev.dpone.spi.TargetPlan;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The statements of a merge. Prepared rows have distinct keys without NULL, and no other session writes the target
 * between them.
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
        return "SELECT count(*) FROM " + prepared + " WHERE " + each(" OR ", name -> name + " IS NULL");
    }

    /** Counts keys that more than one prepared row has. */
    String repeatedKeys() {
        return "SELECT count(*) FROM (SELECT 1 FROM " + prepared + " GROUP BY " + Identifier.quotedList(key)
                + " HAVING count(*) > 1) AS repeated";
    }

    /** Counts keys of prepared rows that more than one row of the target has. */
    String repeatedInTarget() {
        return "SELECT count(*) FROM (SELECT 1 FROM ONLY " + target() + " AS target, " + prepared
                + " AS prepared WHERE "
                + sameKey() + " GROUP BY " + each(", ", name -> "prepared." + name)
                + " HAVING count(*) > 1) AS repeated";
    }

    String update() {
        List<String> names = ColumnNames.all(plan.columns(), plan.technical()).stream()
                .filter(name -> !key.contains(name))
                .toList();
        // A table of keys alone has nothing to change; its matched rows are counted all the same.
        String changes = (names.isEmpty() ? key : names)
                .stream()
                        .map(Identifier::quoted)
                        .map(name -> name + " = prepared." + name)
                        .collect(Collectors.joining(", "));
        return "UPDATE ONLY " + target() + " AS target SET " + changes + "\nFROM " + prepared + " AS prepared WHERE "
                + sameKey();
    }

    String insert() {
        return TableSql.insertFromPrepared(plan, prepared) + " AS prepared\nWHERE NOT EXISTS (SELECT 1 FROM ONLY "
                + target() + " AS target WHERE " + sameKey() + ")";
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
