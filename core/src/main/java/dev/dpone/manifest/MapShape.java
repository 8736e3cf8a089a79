package dev.dpone.manifest;

import java.util.LinkedHashMap;
import java.util.Map;

/** A mapping with free keys of one form, at least one. */
record MapShape(String name, TextShape key, Shape value) implements Shape {
    @Override
    public void check(Value authored, Problems problems) {
        if (!(authored instanceof Entries mapping)) {
            problems.mismatch(authored, words(), "Write '" + name + ": value' lines under it.");
            return;
        }
        if (mapping.entries().isEmpty()) {
            problems.add(
                    mapping.place(),
                    mapping.path(),
                    "must be " + words() + ", but was empty",
                    "Write '" + name + ": value' lines under it, or remove the key.");
        }
        mapping.entries().forEach((text, entry) -> {
            if (!key.pattern().matcher(text).matches()) {
                problems.add(
                        entry.place(),
                        Value.child(mapping.path(), text),
                        "must have " + key.words() + " as its key",
                        "Correct the key.");
            }
            value.check(entry.value(), problems);
        });
    }

    @Override
    public void complete(Value merged, Problems problems) {
        if (merged instanceof Entries mapping) {
            mapping.entries().values().forEach(entry -> value.complete(entry.value(), problems));
        }
    }

    @Override
    public Map<String, Object> schema(Definitions definitions) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("minProperties", 1);
        schema.put("propertyNames", Map.of("pattern", "^(?:" + key.pattern().pattern() + ")$"));
        schema.put("additionalProperties", value.schema(definitions));
        return schema;
    }

    @Override
    public String words() {
        return "a mapping by " + name;
    }
}
