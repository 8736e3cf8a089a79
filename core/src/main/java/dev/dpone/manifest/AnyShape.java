package dev.dpone.manifest;

import java.util.Map;

/** A part that is not read: only secrets are refused in it. */
record AnyShape() implements Shape {
    @Override
    public void check(Value value, Problems problems) {
        SecretRule.checkNames(value, problems);
    }

    @Override
    public Map<String, Object> schema(Definitions definitions) {
        return Map.of();
    }

    @Override
    public String words() {
        return "any value";
    }
}
