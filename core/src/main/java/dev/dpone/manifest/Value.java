package dev.dpone.manifest;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A value of a YAML file with the place and the path it was authored at; merging keeps both. */
sealed interface Value permits Scalar, Items, Entries {
    Place place();

    String path();

    /** The same value as if it stood at another path, as an alias does. */
    Value at(String path);

    /** The value in a message: short, printable, without a secret it may hold. */
    String shown();

    /** The value under these keys, if mappings lead there. */
    default Optional<Value> find(String... keys) {
        Value found = this;
        for (String key : keys) {
            if (!(found instanceof Entries mapping)) {
                return Optional.empty();
            }
            Entry entry = mapping.entries().get(key);
            if (entry == null) {
                return Optional.empty();
            }
            found = entry.value();
        }
        return Optional.of(found);
    }

    /** The text under these keys, if there is one. */
    default Optional<String> text(String... keys) {
        return find(keys)
                .filter(value -> value instanceof Scalar scalar && scalar.kind() == Scalar.Kind.TEXT)
                .map(value -> ((Scalar) value).text());
    }

    /** The whole number under these keys, if there is one of 64 bit. */
    default OptionalLong whole(String... keys) {
        return find(keys)
                .filter(Scalar.class::isInstance)
                .map(value -> ((Scalar) value).wholeNumber())
                .orElse(OptionalLong.empty());
    }

    /** The entries of the mapping under these keys; none when there is no mapping. */
    default Map<String, Entry> entriesAt(String... keys) {
        return find(keys)
                .filter(Entries.class::isInstance)
                .map(value -> ((Entries) value).entries())
                .orElse(Map.of());
    }

    /** The path of a key under another. */
    static String child(String path, String key) {
        String shown = Shown.key(key);
        return path.isEmpty() ? shown : path + "." + shown;
    }
}
