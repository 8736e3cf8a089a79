package dev.dpone.manifest;

import dev.dpone.error.ErrorCode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A known key.
 *
 * @param fallback the value when the key is absent, if that is one value
 * @param meaning one line for people
 * @param refusal the code with which any use is refused, when the program doesn't do it
 */
record Key(
        String name, Shape shape, Need need, Optional<Object> fallback, String meaning, Optional<ErrorCode> refusal) {

    enum Need {
        OPTIONAL,
        /** Wherever the mapping is written. */
        REQUIRED,
        /** After defaults and overrides are merged. */
        REQUIRED_MERGED
    }

    static Key of(String name, Shape shape, String meaning) {
        return new Key(name, shape, Need.OPTIONAL, Optional.empty(), meaning, Optional.empty());
    }

    /** A key that is known, but that the program doesn't do yet. */
    static Key later(String name, String meaning) {
        return of(name, new AnyShape(), meaning).refusedWith(ErrorCode.NOT_SUPPORTED_YET);
    }

    Key refusedWith(ErrorCode code) {
        return new Key(name, shape, need, fallback, meaning, Optional.of(code));
    }

    Key required() {
        return new Key(name, shape, Need.REQUIRED, fallback, meaning, refusal);
    }

    Key requiredMerged() {
        return new Key(name, shape, Need.REQUIRED_MERGED, fallback, meaning, refusal);
    }

    Key fallback(Object value) {
        return new Key(name, shape, need, Optional.of(value), meaning, refusal);
    }

    boolean done() {
        return refusal.isEmpty();
    }

    void check(Entry entry, Problems problems) {
        if (refusal.isEmpty()) {
            shape.check(entry.value(), problems);
            return;
        }
        SecretRule.checkNames(entry.value(), problems);
        boolean switching = refusal.get() == ErrorCode.SWITCH_NOT_ACTIVATED;
        problems.add(new Problem(
                refusal.get(),
                entry.place(),
                entry.value().path(),
                switching ? "asks for partition SWITCH, which is not activated" : "is not supported yet",
                "Remove the key."));
    }

    void reportMissing(Entries mapping, Problems problems) {
        String path = Value.child(mapping.path(), name);
        if (shape instanceof LimitShape limit) {
            problems.add(new Problem(
                    ErrorCode.LIMIT_INVALID,
                    mapping.place(),
                    path,
                    "is required, " + limit.limit().range(),
                    limit.limit().remedy()));
            return;
        }
        String content = shape instanceof FieldsShape fields ? fields.content() : shape.words();
        problems.add(mapping.place(), path, "is required", "Write '" + name + ":' with " + content + ".");
    }

    Map<String, Object> schema(Definitions definitions) {
        Map<String, Object> schema = new LinkedHashMap<>(shape.schema(definitions));
        schema.put("description", description());
        fallback.ifPresent(value -> schema.put("default", value));
        return schema;
    }

    /** The meaning with what is not done yet. */
    String description() {
        if (refusal.isPresent()) {
            return meaning + " Known, but refused with " + refusal.get().id() + ".";
        }
        return shape instanceof ChoiceShape choice && !choice.later().isEmpty()
                ? meaning + " Not supported yet: " + String.join(", ", choice.later()) + "."
                : meaning;
    }
}
