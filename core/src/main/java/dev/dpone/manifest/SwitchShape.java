package dev.dpone.manifest;

import java.util.Map;

/** True or false. */
record SwitchShape() implements Shape {
    @Override
    public void check(Value value, Problems problems) {
        if (!(value instanceof Scalar scalar) || scalar.kind() != Scalar.Kind.FLAG) {
            problems.mismatch(value, words(), "Write true or false, without quotes.");
        }
    }

    @Override
    public Map<String, Object> schema(Definitions definitions) {
        return Map.of("type", "boolean");
    }

    @Override
    public String words() {
        return "true or false";
    }
}
