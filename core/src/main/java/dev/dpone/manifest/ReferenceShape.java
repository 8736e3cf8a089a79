package dev.dpone.manifest;

import java.util.List;
import java.util.Map;

/** A value, or text with a reference that gives it later. */
record ReferenceShape(Shape direct) implements Shape {
    @Override
    public void check(Value value, Problems problems) {
        if (value.text().filter(References::refers).isEmpty()) {
            direct.check(value, problems);
        }
    }

    @Override
    public Map<String, Object> schema(Definitions definitions) {
        return Map.of("anyOf", List.of(direct.schema(definitions), Map.of("type", "string")));
    }

    @Override
    public String words() {
        return direct.words();
    }
}
