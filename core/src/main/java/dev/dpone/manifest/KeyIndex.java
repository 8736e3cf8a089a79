package dev.dpone.manifest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where each key of a file belongs, for hints about keys written elsewhere. */
final class KeyIndex {
    private static final Map<String, String> OTHER_WORDS = Map.of(
            "user", "username",
            "login", "username",
            "hostname", "host",
            "server", "host",
            "encrypt", "secure",
            "ssl", "secure",
            "tls", "secure",
            "dbname", "database",
            "primary_key", "unique_key",
            "connection", "connection_id");

    private final Map<String, List<String>> paths = new LinkedHashMap<>();

    KeyIndex(FieldsShape root) {
        collect(root, "");
    }

    private void collect(Shape shape, String path) {
        if (shape instanceof FieldsShape fields) {
            for (Key key : fields.keys()) {
                String at = path.isEmpty() ? key.name() : path + "." + key.name();
                List<String> known = paths.computeIfAbsent(key.name(), name -> new ArrayList<>());
                if (!known.contains(at)) {
                    known.add(at);
                }
                collect(key.shape(), at);
            }
        }
    }

    /** What to write instead of a key that is unknown here. */
    String hint(String text, FieldsShape here) {
        if (text.equals("<<")) {
            return "Merge keys are not part of YAML 1.2: alias the whole value, or use defaults.";
        }
        List<String> names = here.keys().stream().map(Key::name).toList();
        String meant = OTHER_WORDS.getOrDefault(text, text);
        Optional<String> near = Nearest.to(meant, names);
        List<String> elsewhere = paths.getOrDefault(text, List.of());
        if (near.isPresent() && (elsewhere.isEmpty() || Nearest.distance(meant, near.get()) <= 1)) {
            return "Did you mean '" + near.get() + "'?";
        }
        return elsewhere.isEmpty()
                ? "Known keys here: " + String.join(", ", names) + "."
                : "It belongs at " + Words.or(elsewhere) + ".";
    }
}
