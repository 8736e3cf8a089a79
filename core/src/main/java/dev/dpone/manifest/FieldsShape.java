package dev.dpone.manifest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A mapping with known keys; any other key is refused.
 *
 * @param name names the shape in the JSON Schema; empty to write it in place
 * @param extras whether keys that begin with {@code x-} are allowed and not read
 */
record FieldsShape(String name, List<Key> keys, boolean extras) implements Shape {
    FieldsShape {
        keys = List.copyOf(keys);
    }

    static FieldsShape of(String name, Key... keys) {
        return new FieldsShape(name, List.of(keys), false);
    }

    FieldsShape withExtras() {
        return new FieldsShape(name, keys, true);
    }

    Optional<Key> key(String key) {
        return keys.stream().filter(known -> known.name().equals(key)).findFirst();
    }

    @Override
    public void check(Value value, Problems problems) {
        if (!(value instanceof Entries mapping)) {
            problems.mismatch(value, words(), "Write keys under it: " + names() + ".");
            return;
        }
        mapping.entries()
                .forEach((text, entry) -> key(text)
                        .ifPresentOrElse(
                                known -> known.check(entry, problems),
                                () -> checkOther(mapping, text, entry, problems)));
        requireAll(mapping, Key.Need.REQUIRED, problems);
    }

    private void checkOther(Entries mapping, String text, Entry entry, Problems problems) {
        String path = Value.child(mapping.path(), text);
        if (extras && text.startsWith("x-")) {
            SecretRule.checkNames(entry.value(), problems);
        } else if (SecretRule.namesSecret(text) && key("password").isEmpty()) {
            SecretRule.report(problems, entry.place(), path);
        } else {
            problems.add(
                    entry.place(), path, "is not a known key", problems.known().hint(text, this));
        }
    }

    private void requireAll(Entries mapping, Key.Need need, Problems problems) {
        for (Key key : keys) {
            boolean missing = key.need() == need && !mapping.entries().containsKey(key.name());
            if (missing && !mistyped(key, mapping)) {
                key.reportMissing(mapping, problems);
            }
        }
    }

    /** Whether another problem tells of the key already: it is there under a mistyped name or in a merge key. */
    private boolean mistyped(Key missing, Entries mapping) {
        List<String> names = keys.stream().map(Key::name).toList();
        return mapping.entries().keySet().stream()
                .filter(text -> !names.contains(text))
                .anyMatch(text -> text.equals("<<")
                        || Nearest.to(text, names)
                                .filter(missing.name()::equals)
                                .isPresent());
    }

    @Override
    public void complete(Value merged, Problems problems) {
        if (merged instanceof Entries mapping) {
            requireAll(mapping, Key.Need.REQUIRED_MERGED, problems);
            mapping.entries()
                    .forEach((text, entry) -> key(text)
                            .filter(Key::done)
                            .ifPresent(known -> known.shape().complete(entry.value(), problems)));
        }
    }

    @Override
    public Map<String, Object> schema(Definitions definitions) {
        return name.isEmpty() ? body(definitions) : definitions.reference(name, () -> body(definitions));
    }

    private Map<String, Object> body(Definitions definitions) {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (Key key : keys) {
            properties.put(key.name(), key.schema(definitions));
            if (key.need() == Key.Need.REQUIRED) {
                required.add(key.name());
            }
        }
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", properties);
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        if (extras) {
            schema.put("patternProperties", Map.of("^x-", true));
        }
        schema.put("additionalProperties", false);
        return schema;
    }

    private String names() {
        return String.join(", ", keys.stream().filter(Key::done).map(Key::name).toList());
    }

    /** What the mapping holds at least, for whoever left it out. */
    String content() {
        List<String> needed = keys.stream()
                .filter(key -> key.need() != Key.Need.OPTIONAL)
                .map(Key::name)
                .toList();
        return needed.isEmpty() ? words() : "the keys " + String.join(", ", needed) + " under it";
    }

    @Override
    public String words() {
        return "a mapping";
    }
}
