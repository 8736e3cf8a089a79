package dev.dpone.manifest;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** A list with at least one item, whose texts are all different. */
record ListShape(Shape item) implements Shape {
    @Override
    public void check(Value value, Problems problems) {
        if (!(value instanceof Items items) || items.values().isEmpty()) {
            boolean none = value instanceof Items;
            problems.add(
                    value.place(),
                    value.path(),
                    "must be " + words() + ", but was " + (none ? "an empty list" : value.shown()),
                    "Write the items after '- ', one a line.");
            return;
        }
        Set<String> seen = new HashSet<>();
        for (Value each : items.values()) {
            item.check(each, problems);
            each.text()
                    .filter(text -> !seen.add(text))
                    .ifPresent(text -> problems.add(
                            each.place(), each.path(), "repeats " + Shown.text(text), "Remove one of the two."));
        }
    }

    @Override
    public Map<String, Object> schema(Definitions definitions) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "array");
        schema.put("items", item.schema(definitions));
        schema.put("minItems", 1);
        schema.put("uniqueItems", true);
        return schema;
    }

    @Override
    public String words() {
        return "a list";
    }
}
