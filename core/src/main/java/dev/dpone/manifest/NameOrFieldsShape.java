package dev.dpone.manifest;

import java.util.List;
import java.util.Map;

/** Text, or a mapping that says more. */
record NameOrFieldsShape(TextShape text, FieldsShape fields) implements Shape {
    @Override
    public void check(Value value, Problems problems) {
        if (value instanceof Items) {
            problems.mismatch(value, words(), "Write " + words() + ".");
        } else if (value instanceof Entries) {
            fields.check(value, problems);
        } else {
            text.check(value, problems);
        }
    }

    @Override
    public Map<String, Object> schema(Definitions definitions) {
        return Map.of("anyOf", List.of(text.schema(definitions), fields.schema(definitions)));
    }

    @Override
    public String words() {
        return text.words() + ", or a mapping";
    }
}
