import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * A dpone as it was before the two stages had limits of their own, frozen in source form for tests of {@code dpone bench run}.
 * It is run by {@code java -cp CLASSPATH FrozenSubject.java}, as a process of its own.
 *
 * <p>What is frozen here and must not change: the model of the limits, a record of exactly eight fields; its strict reader, which
 * refuses any other key; the manifest schema's {@code native_chunks}, which has the eight's seven keys and no other. The subject
 * parses a manifest's limits by that model first. Only when they are good does it hand the command over to the engine of the
 * class path, which is today's: the engine's own history is not frozen here, and nothing in this file shows how an old engine
 * delivers.
 */
public final class FrozenSubject {
    private FrozenSubject() {}

    /** The eight fields, as they were. */
    record LimitsV1(
            long max_total_encoded_bytes,
            long stage_allocated_bytes_stop_threshold,
            long max_rows,
            long max_bytes,
            long max_row_bytes,
            long max_pending,
            long max_staging_tables,
            long parallelism) {
        static final List<String> NATIVE_CHUNKS = List.of(
                "max_total_encoded_bytes",
                "stage_allocated_bytes_stop_threshold",
                "max_rows",
                "max_bytes",
                "max_row_bytes",
                "max_pending",
                "max_staging_tables");

        static LimitsV1 read(Map<?, ?> execution) {
            exactly("execution", execution, List.of("chunking", "native_chunks"));
            Map<?, ?> chunking = map(execution, "chunking");
            Map<?, ?> chunks = map(execution, "native_chunks");
            exactly("chunking", chunking, List.of("parallelism"));
            exactly("native_chunks", chunks, NATIVE_CHUNKS);
            return new LimitsV1(
                    number(chunks, "max_total_encoded_bytes"),
                    number(chunks, "stage_allocated_bytes_stop_threshold"),
                    number(chunks, "max_rows"),
                    number(chunks, "max_bytes"),
                    number(chunks, "max_row_bytes"),
                    number(chunks, "max_pending"),
                    number(chunks, "max_staging_tables"),
                    number(chunking, "parallelism"));
        }

        private static void exactly(String where, Map<?, ?> found, List<String> keys) {
            Set<Object> unknown = new LinkedHashSet<>(found.keySet());
            unknown.removeAll(keys);
            Set<Object> missing = new LinkedHashSet<>(keys);
            missing.removeAll(found.keySet());
            if (!unknown.isEmpty() || !missing.isEmpty()) {
                throw new IllegalArgumentException(where + ": unknown keys " + unknown + ", missing keys " + missing);
            }
        }

        private static long number(Map<?, ?> map, String key) {
            Object value = map.get(key);
            if ((value instanceof Integer || value instanceof Long) && ((Number) value).longValue() >= 1) {
                return ((Number) value).longValue();
            }
            throw new IllegalArgumentException(key + " must be a whole number from 1, but was " + value);
        }
    }

    private static Map<?, ?> map(Map<?, ?> parent, String key) {
        if (parent.get(key) instanceof Map<?, ?> map) {
            return map;
        }
        throw new IllegalArgumentException(key + " is missing");
    }

    private static LimitsV1 limits(Path manifest) throws IOException {
        Object root = new Load(LoadSettings.builder().build()).loadFromString(Files.readString(manifest));
        Map<?, ?> at = (Map<?, ?>) root;
        for (String key : List.of("defaults", "source", "options", "native_transfer", "execution")) {
            at = map(at, key);
        }
        return LimitsV1.read(at);
    }

    private static String schema() {
        Map<String, String> keys = new LinkedHashMap<>();
        LimitsV1.NATIVE_CHUNKS.forEach(key -> keys.put(key, "\"" + key + "\": {\"type\": \"integer\", \"minimum\": 1}"));
        return "{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\", \"$defs\": {\"native_chunks\": {\"type\":"
                + " \"object\", \"properties\": {" + String.join(", ", keys.values())
                + "}, \"additionalProperties\": false}}}";
    }

    public static void main(String[] arguments) throws IOException {
        switch (arguments[0]) {
            case "--version" -> System.out.println("dpone 0.0.1-frozen-v1");
            case "schema" -> System.out.println(schema());
            case "run", "resume" -> {
                try {
                    System.err.println("frozen subject, limits " + limits(Path.of(arguments[1])));
                } catch (IllegalArgumentException e) {
                    System.err.println("DPONE_MANIFEST_INVALID: " + e.getMessage());
                    System.exit(2);
                }
                dev.dpone.cli.Main.main(arguments);
            }
            default -> System.exit(2);
        }
    }
}
