package dev.dpone.manifest;

import dev.dpone.spi.Policy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A policy's word. What YAML reads as its null, written out, is the policy of that name. */
record PolicyShape() implements Shape {
    private static final List<String> WORDS =
            Arrays.stream(Policy.values()).map(Policy::id).toList();

    /** The policy a value names. */
    static Optional<Policy> policy(Value value) {
        return value instanceof Scalar scalar
                        && (scalar.kind() == Scalar.Kind.TEXT || scalar.kind() == Scalar.Kind.NULL)
                ? Policy.of(scalar.text())
                : Optional.empty();
    }

    @Override
    public void check(Value value, Problems problems) {
        if (policy(value).isEmpty()) {
            problems.mismatch(
                    value,
                    words(),
                    Nearest.to(value.text().orElse(""), WORDS)
                            .map(near -> "Did you mean '" + near + "'?")
                            .orElse("Write " + words() + "."));
        }
    }

    @Override
    public Map<String, Object> schema(Definitions definitions) {
        List<Object> words = new ArrayList<>(WORDS);
        words.add(Optional.empty());
        return Map.of("enum", words);
    }

    @Override
    public String words() {
        return Words.or(WORDS);
    }
}
