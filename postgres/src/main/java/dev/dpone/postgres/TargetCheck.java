package dev.dpone.postgres;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.postgres.TargetTable.ForeignKey;
import dev.dpone.postgres.TargetTable.TargetColumn;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.TargetPlan;
import dev.dpone.spi.TechnicalColumns;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Whether an existing table takes the delivery exactly as planned. */
final class TargetCheck {
    private final TargetPlan plan;

    TargetCheck(TargetPlan plan) {
        this.plan = plan;
    }

    void check(TargetTable table) {
        checkKind(table);
        checkTechnicalColumns(table);
        checkColumns(table);
        checkReferences(table);
    }

    private void checkKind(TargetTable table) {
        String problem = kindProblem(table);
        if (problem != null) {
            throw unsupported(problem, "Deliver into an ordinary table, or let dpone create one.");
        }
        if (!table.obstacles().isEmpty()) {
            throw unsupported(
                    "it has " + String.join(", ", table.obstacles()) + ", which could change what is written",
                    "Disable or remove it, or deliver into a table without it.");
        }
    }

    private static @org.jspecify.annotations.Nullable String kindProblem(TargetTable table) {
        switch (table.kind()) {
            case 'r' -> {}
            case 'v' -> {
                return "it is a view";
            }
            case 'm' -> {
                return "it is a materialized view";
            }
            case 'f' -> {
                return "it is a foreign table";
            }
            case 'p' -> {
                return "it is a partitioned table";
            }
            default -> {
                return "it is not a table (relkind " + table.kind() + ")";
            }
        }
        if (table.persistence() != 'p') {
            return table.persistence() == 't'
                    ? "it is a temporary table"
                    : "it is an unlogged table, which a crash of the server empties";
        }
        if (table.partition()) {
            return "it is a partition of another table";
        }
        return table.family() ? "it is part of an inheritance tree" : null;
    }

    /** Business and technical columns with their types, in plan order. */
    private Map<String, String> expectedTypes() {
        Map<String, String> types = new LinkedHashMap<>();
        for (ColumnMapping column : plan.columns()) {
            types.put(column.name(), ColumnWriters.target(column).catalogSpelling());
        }
        if (plan.technical() == TechnicalColumns.MINIMAL) {
            types.put(TechnicalColumns.LOAD_ID, PgType.TEXT.catalogSpelling());
            types.put(TechnicalColumns.LOADED_AT, PgType.TIMESTAMPTZ.catalogSpelling());
        }
        return types;
    }

    private void checkTechnicalColumns(TargetTable table) {
        if (plan.technical() == TechnicalColumns.OFF) {
            return;
        }
        List<String> additions = new ArrayList<>();
        expectedTypes().forEach((name, type) -> {
            boolean technical = name.equals(TechnicalColumns.LOAD_ID) || name.equals(TechnicalColumns.LOADED_AT);
            if (technical
                    && table.columns().stream()
                            .noneMatch(column -> column.name().equals(name))) {
                additions.add("ADD COLUMN " + Identifier.quoted(name) + " " + type);
            }
        });
        if (!additions.isEmpty()) {
            throw new DponeException(
                    ErrorCode.TARGET_DIFFERS,
                    "Table " + plan.table() + " exists without dpone's technical columns",
                    "Run ALTER TABLE " + Identifier.quoted(plan.table()) + " " + String.join(", ", additions)
                            + "; or set sink.technical_columns to off.");
        }
    }

    private void checkColumns(TargetTable table) {
        Map<String, TargetColumn> actual = new LinkedHashMap<>();
        table.columns().forEach(column -> actual.put(column.name(), column));
        List<String> differences = new ArrayList<>();
        expectedTypes().forEach((name, type) -> {
            TargetColumn column = actual.remove(name);
            if (column == null) {
                differences.add("column " + name + " (" + type + ") is missing");
            } else {
                compare(column, type, differences);
            }
        });
        actual.keySet().forEach(name -> differences.add("column " + name + " is not delivered"));
        if (!differences.isEmpty()) {
            throw new DponeException(
                    ErrorCode.TARGET_DIFFERS,
                    "Table " + plan.table() + " differs from the plan: " + String.join("; ", differences),
                    "Change the table, or the query, source.options.columns or sink.types, until both are the same.");
        }
    }

    private void compare(TargetColumn column, String type, List<String> differences) {
        String name = column.name();
        if (!column.type().equals(type)) {
            differences.add("column " + name + " must be " + type + ", but is " + column.type());
        }
        column.computed().ifPresent(how -> differences.add("column " + name + " must be written, but is " + how));
        column.collation()
                .ifPresent(collation ->
                        differences.add("column " + name + " must have the default collation, but has " + collation));
        if (column.notNull() && mayBeNull(name)) {
            differences.add("column " + name + " must take NULL, but is NOT NULL");
        }
    }

    private boolean mayBeNull(String name) {
        return plan.columns().stream()
                .anyMatch(
                        column -> column.name().equals(name) && column.source().nullable());
    }

    private void checkReferences(TargetTable table) {
        if (plan.strategy() instanceof Strategy.Append) {
            return;
        }
        if (plan.strategy() instanceof Strategy.Merge merge) {
            checkCascades(table, merge);
            return;
        }
        for (ForeignKey key : table.references()) {
            if (key.changesRows()) {
                throw unsupported(
                        "deleting its rows would change table " + key.table() + " through foreign key " + key.name(),
                        "Give the foreign key ON DELETE NO ACTION, or use strategy.mode append.");
            }
        }
    }

    /** A merge never changes what is in its key. */
    private void checkCascades(TargetTable table, Strategy.Merge merge) {
        for (TargetTable.Cascade key : table.cascades()) {
            if (!merge.uniqueKey().containsAll(key.columns())) {
                throw unsupported(
                        "updating its rows would change table " + key.table() + " through foreign key " + key.name(),
                        "Give the foreign key ON UPDATE NO ACTION, or use another strategy.mode.");
            }
        }
    }

    private DponeException unsupported(String problem, String remedy) {
        return new DponeException(
                ErrorCode.TARGET_UNSUPPORTED, "Cannot deliver into " + plan.table() + ": " + problem, remedy);
    }
}
