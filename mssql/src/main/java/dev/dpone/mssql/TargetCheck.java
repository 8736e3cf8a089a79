package dev.dpone.mssql;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.mssql.TargetTable.Cascade;
import dev.dpone.mssql.TargetTable.ForeignKey;
import dev.dpone.mssql.TargetTable.TargetColumn;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.TargetPlan;
import dev.dpone.spi.TechnicalColumns;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Whether an existing table takes the delivery exactly as planned. */
final class TargetCheck {
    private final TargetPlan plan;
    private final Capabilities capabilities;

    TargetCheck(TargetPlan plan, Capabilities capabilities) {
        this.plan = plan;
        this.capabilities = capabilities;
    }

    void check(TargetTable table) {
        table.problem().ifPresent(problem -> {
            throw unsupported(problem, "Deliver into an ordinary table, or let dpone create one.");
        });
        if (!table.obstacles().isEmpty()) {
            throw unsupported(
                    "it has " + String.join(", ", table.obstacles()) + ", which could change what is written",
                    "Disable or remove it, or deliver into a table without it.");
        }
        checkTechnicalColumns(table);
        checkColumns(table);
        checkReferences(table);
    }

    /** Business and technical columns with their types, in plan order. */
    private Map<String, MssqlType> expectedTypes() {
        Map<String, MssqlType> types = new LinkedHashMap<>();
        for (ColumnMapping column : plan.columns()) {
            types.put(column.name(), TypeMapping.target(column));
        }
        if (plan.technical() == TechnicalColumns.MINIMAL) {
            types.put(TechnicalColumns.LOAD_ID, parsed(TableSql.LOAD_ID_TYPE));
            types.put(TechnicalColumns.LOADED_AT, parsed(TableSql.LOADED_AT_TYPE));
        }
        return types;
    }

    private static MssqlType parsed(String type) {
        return MssqlType.parse(type).orElseThrow();
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
                            .noneMatch(
                                    column -> capabilities.folded(column.name()).equals(capabilities.folded(name)))) {
                additions.add(Identifier.quoted(name) + " " + type.spelling() + " NULL");
            }
        });
        if (!additions.isEmpty()) {
            throw new DponeException(
                    ErrorCode.TARGET_DIFFERS,
                    "Table " + plan.table() + " exists without dpone's technical columns",
                    "Run ALTER TABLE " + Identifier.quoted(plan.table()) + " ADD " + String.join(", ", additions)
                            + "; or set sink.technical_columns to off.");
        }
    }

    private void checkColumns(TargetTable table) {
        Map<String, TargetColumn> actual = new LinkedHashMap<>();
        table.columns().forEach(column -> actual.put(capabilities.folded(column.name()), column));
        List<String> differences = new ArrayList<>();
        expectedTypes().forEach((name, type) -> {
            TargetColumn column = actual.remove(capabilities.folded(name));
            if (column == null) {
                differences.add("column " + name + " (" + type.spelling() + ") is missing");
            } else {
                compare(name, type, column, differences);
            }
        });
        actual.values()
                .forEach(column -> differences.add("column " + column.name() + " is not delivered"
                        + column.computed().map(how -> " (it is " + how + ")").orElse("")));
        if (!differences.isEmpty()) {
            throw new DponeException(
                    ErrorCode.TARGET_DIFFERS,
                    "Table " + plan.table() + " differs from the plan: " + String.join("; ", differences),
                    "Change the table, or the query, source.options.columns or sink.types, until both are the same.");
        }
    }

    private void compare(String name, MssqlType type, TargetColumn column, List<String> differences) {
        String expected = CatalogType.expected(type, capabilities);
        if (!column.type().equals(expected)) {
            differences.add("column " + name + " must be " + expected + ", but is " + column.type());
        }
        column.computed().ifPresent(how -> differences.add("column " + name + " must be written, but is " + how));
        compareCollation(name, type, column.collation(), differences);
        if (column.notNull() && mayBeNull(name)) {
            differences.add("column " + name + " must take NULL, but is NOT NULL");
        }
    }

    /** An authored collation is wanted exactly; without one, any will do: it orders and compares, but stores the same. */
    private static void compareCollation(
            String name, MssqlType type, Optional<String> actual, List<String> differences) {
        if (!type.collation().isEmpty() && !type.collation().equalsIgnoreCase(actual.orElse(""))) {
            differences.add("column " + name + " must have collation " + type.collation() + ", but has "
                    + actual.orElse("none"));
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
        Set<String> kept = merge.uniqueKey().stream().map(capabilities::folded).collect(Collectors.toSet());
        for (Cascade key : table.cascades()) {
            if (!kept.contains(capabilities.folded(key.column()))) {
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
