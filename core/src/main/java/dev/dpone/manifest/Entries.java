package dev.dpone.manifest;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** A mapping in authored order. Its place is that of the key that holds it, where there is one. */
record Entries(Place place, String path, Map<String, Entry> entries) implements Value {
    Entries {
        entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
    }

    @Override
    public Entries at(String otherPath) {
        Map<String, Entry> moved = new LinkedHashMap<>();
        entries.forEach((key, entry) ->
                moved.put(key, new Entry(entry.place(), entry.value().at(Value.child(otherPath, key)))));
        return new Entries(place, otherPath, moved);
    }

    /** The same without some keys. */
    Entries without(Set<String> keys) {
        Map<String, Entry> rest = new LinkedHashMap<>(entries);
        rest.keySet().removeAll(keys);
        return new Entries(place, path, rest);
    }

    /** This with another laid over it: mappings key by key, everything else replaced. */
    Entries overlaidBy(Entries over) {
        Map<String, Entry> merged = new LinkedHashMap<>(entries);
        over.entries.forEach((key, entry) -> merged.merge(key, entry, Entries::overlaid));
        return new Entries(place, path, merged);
    }

    private static Entry overlaid(Entry base, Entry over) {
        return base.value() instanceof Entries below && over.value() instanceof Entries above
                ? new Entry(base.place(), below.overlaidBy(above))
                : over;
    }

    @Override
    public String shown() {
        return "a mapping";
    }
}
