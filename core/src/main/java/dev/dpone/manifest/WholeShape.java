package dev.dpone.manifest;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/** A whole number in a range, both ends in it. */
record WholeShape(long minimum, long maximum) implements Shape {
    @Override
    public void check(Value value, Problems problems) {
        OptionalLong number = value.whole();
        if (number.isEmpty() || number.getAsLong() < minimum || number.getAsLong() > maximum) {
            problems.mismatch(value, words(), "Write it in plain digits, without quotes.");
        }
    }

    @Override
    public Map<String, Object> schema(Definitions definitions) {
        return schema(minimum, maximum);
    }

    static Map<String, Object> schema(long minimum, long maximum) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "integer");
        schema.put("minimum", minimum);
        schema.put("maximum", maximum);
        return schema;
    }

    @Override
    public String words() {
        return "a whole number, " + minimum + " to " + maximum;
    }
}
