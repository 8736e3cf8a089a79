package dev.dpone.manifest;

import dev.dpone.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One of some words.
 *
 * @param later words that are known, but that the program doesn't do yet
 */
record ChoiceShape(List<String> values, List<String> later) implements Shape {
    ChoiceShape {
        values = List.copyOf(values);
        later = List.copyOf(later);
    }

    static ChoiceShape of(String... values) {
        return new ChoiceShape(List.of(values), List.of());
    }

    ChoiceShape later(String... words) {
        return new ChoiceShape(values, List.of(words));
    }

    @Override
    public void check(Value value, Problems problems) {
        String text = value.text().orElse("");
        if (values.contains(text)) {
            return;
        }
        if (later.contains(text)) {
            problems.add(new Problem(
                    ErrorCode.NOT_SUPPORTED_YET,
                    value.place(),
                    value.path(),
                    Shown.text(text) + " is not supported yet",
                    "Use " + words() + "."));
            return;
        }
        problems.mismatch(
                value,
                words(),
                Nearest.to(text, values)
                        .map(near -> "Did you mean '" + near + "'?")
                        .orElse("Write " + words() + "."));
    }

    @Override
    public Map<String, Object> schema(Definitions definitions) {
        List<String> known = new ArrayList<>(values);
        known.addAll(later);
        return known.size() == 1 ? Map.of("const", known.get(0)) : Map.of("enum", known);
    }

    @Override
    public String words() {
        return Words.or(values);
    }
}
