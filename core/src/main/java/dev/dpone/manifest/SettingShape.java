package dev.dpone.manifest;

import java.util.List;
import java.util.Map;

/** The value of a server's or driver's own setting: any scalar but null. */
record SettingShape() implements Shape {
    @Override
    public void check(Value value, Problems problems) {
        if (!(value instanceof Scalar scalar) || scalar.kind() == Scalar.Kind.NULL) {
            problems.mismatch(value, words(), "Write one value.");
        }
    }

    @Override
    public Map<String, Object> schema(Definitions definitions) {
        return Map.of("type", List.of("string", "number", "boolean"));
    }

    @Override
    public String words() {
        return "text, a number, true or false";
    }
}
