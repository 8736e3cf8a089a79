package dev.dpone.manifest;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The tables a manifest lists, each with defaults, block and own overrides merged in this order. */
final class TableList {
    /** Bounds what merging may multiply: values of all tables together. */
    static final int MOST_MERGED = 1_000_000;

    private final Entries manifest;
    private final Problems problems;
    private final List<ListedTable> tables = new ArrayList<>();
    private int merged;

    TableList(Entries manifest, Problems problems) {
        this.manifest = manifest;
        this.problems = problems;
    }

    /** None when {@code defaults} are no mapping: each key they were meant to hold would be missed. */
    List<ListedTable> tables() {
        Optional<Value> defaults = manifest.find("defaults");
        if (defaults.filter(value -> !(value instanceof Entries)).isEmpty()) {
            Entries below = defaults.map(value -> ((Entries) value).without(Set.of("name")))
                    .orElse(nothing(manifest));
            manifest.entriesAt("schemas").forEach((schema, entry) -> addAll(schema, entry.value(), below));
        }
        return tables;
    }

    private void addAll(String schema, Value value, Entries defaults) {
        if (value instanceof Entries block && block.find("tables").orElse(block) instanceof Items items) {
            Entries shared = overlay(defaults, block.without(Set.of("tables")));
            items.values().forEach(item -> add(schema, item, shared));
        }
    }

    private void add(String schema, Value item, Entries shared) {
        Entries own = item instanceof Entries override ? override.without(Set.of("name")) : nothing(item);
        item.text().or(() -> item.text("name")).ifPresent(name -> {
            Entries whole = overlay(shared, own);
            merged += size(whole);
            if (merged > MOST_MERGED) {
                throw problems.fatal(
                        item.place(),
                        "the tables must hold at most " + MOST_MERGED + " values, defaults merged, but hold more",
                        "List fewer tables in one file.");
            }
            tables.add(new ListedTable(schema, name, item.place(), item.path(), whole));
        });
    }

    /** Where there is nothing below, keys that are missing are missed at the override. */
    private static Entries overlay(Entries below, Entries above) {
        return below.entries().isEmpty() ? above : below.overlaidBy(above);
    }

    private static Entries nothing(Value at) {
        return new Entries(at.place(), at.path(), Map.of());
    }

    private static int size(Value value) {
        int size = 1;
        if (value instanceof Items items) {
            for (Value item : items.values()) {
                size += size(item);
            }
        } else if (value instanceof Entries mapping) {
            for (Entry entry : mapping.entries().values()) {
                size += size(entry.value());
            }
        }
        return size;
    }
}
