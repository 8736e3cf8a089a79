package dev.dpone.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.dpone.error.ErrorCode;
import dev.dpone.limits.Limit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reader and JSON Schema agree on every key with every kind of value, not only where the corpus looks. */
class SchemaAgreementTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** JSON texts; 2.0 and 1e3 are missing, since JSON Schema calls them integers and the reader doesn't. */
    private static final List<String> VALUES = List.of(
            "null",
            "true",
            "false",
            "0",
            "1",
            "2",
            "-1",
            "64",
            "65",
            "2.5",
            "9223372036854775807",
            "9223372036854775808",
            "\"\"",
            "\" \"",
            "\"a\"",
            "\"2\"",
            "\"1GiB\"",
            "\"1GB\"",
            "\"P1D\"",
            "\"P1M\"",
            "\"PT0S\"",
            "\"~/a\"",
            "\"${A}\"",
            "\"a\\tb\"",
            "\"ünï😀\"",
            "\"clickhouse\"",
            "\"mssql\"",
            "\"append\"",
            "\"merge\"",
            "\"off\"",
            "\"replace\"",
            "\"standard\"",
            "\"file\"",
            "\"UTC\"",
            "[]",
            "[\"a\"]",
            "[\"a\",\"a\"]",
            "[1]",
            "[null]",
            "[{\"name\":\"a\"}]",
            "[{}]",
            "{}",
            "{\"a\":\"b\"}",
            "{\"a\":{\"type\":\"b\"}}",
            "{\"a\":1}",
            "{\"type\":\"file\"}",
            "{\"x-a\":1}",
            "{\"\":\"b\"}");

    @Test
    void agreesOnEveryKeyWithEveryKindOfValue() {
        List<String> disagreements = new ArrayList<>();
        int cases = 0;
        for (List<String> path : paths()) {
            for (String value : VALUES) {
                String manifest = manifest(path, value);
                cases++;
                boolean reader = readerAccepts(manifest);
                boolean schema = SchemaValidator.errorsOfJson(manifest).isEmpty();
                if (reader != schema) {
                    disagreements.add(path + " = " + value + ": reader " + reader + ", schema " + schema);
                }
            }
        }
        assertThat(disagreements).isEmpty();
        assertThat(cases).isGreaterThan(3000);
    }

    @Test
    void holdsTheRangeAndDefaultOfEachLimit() {
        JsonNode definitions = JSON.readTree(ManifestSchema.text()).get("$defs");
        for (Limit limit : Limit.values()) {
            String part = limit == Limit.PARALLELISM ? "chunking" : "native_chunks";
            JsonNode schema = definitions.get(part).get("properties").get(limit.key());
            assertThat(schema.get("type").asString()).isEqualTo("integer");
            assertThat(schema.get("minimum").asLong()).isEqualTo(limit.minimum());
            assertThat(schema.get("maximum").asLong()).isEqualTo(limit.maximum());
            if (schema.has("default")) {
                assertThat(schema.get("default").asLong()).isEqualTo(limit.defaultValue());
            }
        }
    }

    @Test
    void isASchemaOfTheDraftItNames() {
        String schema = ManifestSchema.text();
        assertThat(JSON.readTree(schema).get("$schema").asString())
                .isEqualTo("https://json-schema.org/draft/2020-12/schema");
        assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(
                                com.networknt.schema.SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"))
                        .validate(schema, InputFormat.JSON))
                .isEmpty();
    }

    @Test
    void isTheSameTextEachTime() {
        assertThat(ManifestSchema.text())
                .isEqualTo(ManifestSchema.text())
                .startsWith("{\n  \"$schema\"")
                .endsWith("}\n");
    }

    private static boolean readerAccepts(String manifest) {
        Problems problems = new Problems("m", ErrorCode.MANIFEST_INVALID, new KeyIndex(ManifestKeys.ROOT));
        ManifestKeys.ROOT.check(YamlTree.read(manifest, problems), problems);
        return problems.codes().stream()
                .allMatch(code -> code == ErrorCode.NOT_SUPPORTED_YET || code == ErrorCode.SWITCH_NOT_ACTIVATED);
    }

    /** The paths of all keys of {@code defaults}, and of the structure around them. */
    private static List<List<String>> paths() {
        List<List<String>> paths = new ArrayList<>();
        collect(ManifestKeys.ROOT, List.of(), paths);
        paths.add(List.of("schemas", "a"));
        paths.add(List.of("schemas", "a", "tables"));
        paths.add(List.of("schemas", "a", "sink", "table", "schema"));
        paths.add(List.of("schemas", "a", "unknown"));
        paths.add(List.of("defaults", "schema_contract", "columns", "a"));
        paths.add(List.of("defaults", "schema_contract", "columns", "a", "type"));
        paths.add(List.of("defaults", "sink", "types", "a"));
        paths.add(List.of("defaults", "sink", "policies", "a"));
        paths.add(List.of("x-a"));
        paths.add(List.of("defaults", "x-a"));
        return paths;
    }

    private static void collect(FieldsShape fields, List<String> above, List<List<String>> paths) {
        for (Key key : fields.keys()) {
            List<String> path = new ArrayList<>(above);
            path.add(key.name());
            paths.add(path);
            if (key.shape() instanceof FieldsShape below) {
                collect(below, path, paths);
            }
        }
    }

    /** A short manifest with one value set. */
    private static String manifest(List<String> path, String value) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("kind", "dpone.batch.v1");
        root.put("schemas", new LinkedHashMap<>(Map.of("a", new LinkedHashMap<>(Map.of("tables", List.of("t"))))));
        Map<String, Object> at = root;
        for (String key : path.subList(0, path.size() - 1)) {
            @SuppressWarnings("unchecked")
            Map<String, Object> below = (Map<String, Object>) at.computeIfAbsent(key, name -> new LinkedHashMap<>());
            at = below;
        }
        at.put(path.get(path.size() - 1), JSON.readTree(value));
        return JSON.writeValueAsString(root);
    }
}
