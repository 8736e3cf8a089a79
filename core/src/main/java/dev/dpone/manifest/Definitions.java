package dev.dpone.manifest;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The named parts of a JSON Schema, each written once. */
final class Definitions {
    private final Map<String, Object> parts = new TreeMap<>();

    /** A reference to a part, which is made when it isn't there. */
    Map<String, Object> reference(String name, Supplier<Map<String, Object>> part) {
        if (!parts.containsKey(name)) {
            parts.put(name, part.get());
        }
        return Map.of("$ref", "#/$defs/" + name);
    }

    Map<String, Object> all() {
        return new LinkedHashMap<>(parts);
    }
}
