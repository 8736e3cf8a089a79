package dev.dpone.manifest;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Text of a form.
 *
 * @param pattern what the whole text matches
 * @param words what the text is
 * @param rule the pattern for people, a sentence
 * @param secret whether the text must not be shown
 */
record TextShape(Pattern pattern, String words, String rule, boolean secret) implements Shape {

    static TextShape of(String pattern, String words, String rule) {
        return new TextShape(Pattern.compile(pattern), words, rule, false);
    }

    static TextShape secret(String pattern, String words, String rule) {
        return new TextShape(Pattern.compile(pattern), words, rule, true);
    }

    @Override
    public void check(Value value, Problems problems) {
        if (!(value instanceof Scalar scalar)) {
            problems.mismatch(value, words, rule);
        } else if (scalar.kind() != Scalar.Kind.TEXT) {
            notText(scalar, problems);
        } else if (!pattern.matcher(scalar.text()).matches()) {
            String was = secret ? "" : ", but was " + scalar.shown();
            problems.add(scalar.place(), scalar.path(), "must be " + words + was, rule);
        }
    }

    private void notText(Scalar scalar, Problems problems) {
        boolean nothing = scalar.kind() == Scalar.Kind.NULL;
        String was = secret && !nothing ? "" : ", but was " + scalar.shown();
        problems.add(
                scalar.place(),
                scalar.path(),
                "must be " + words + was,
                nothing ? "Write " + words + ", or remove the key." : "Write the value in quotes if it is meant so.");
    }

    @Override
    public Map<String, Object> schema(Definitions definitions) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "string");
        schema.put("pattern", "^(?:" + pattern.pattern() + ")$");
        return schema;
    }
}
