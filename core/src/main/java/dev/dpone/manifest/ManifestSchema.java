package dev.dpone.manifest;

import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.json.JsonMapper;

/**
 * The JSON Schema (2020-12) of manifests, made from the keys the reader reads. It tells what one key may hold; rules
 * between keys, and what is required only once defaults and overrides are merged, are the reader's alone.
 */
public final class ManifestSchema {
    private ManifestSchema() {}

    /** The schema, indented, with a line end at its end. */
    public static String text() {
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        DefaultPrettyPrinter printer =
                new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter);
        return JsonMapper.builder().build().writer().with(printer).writeValueAsString(schema()) + "\n";
    }

    private static Map<String, Object> schema() {
        Definitions definitions = new Definitions();
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("$id", "urn:dpone:batch:v1");
        schema.put("title", "dpone manifest");
        schema.putAll(ManifestKeys.ROOT.schema(definitions));
        schema.put("$defs", definitions.all());
        return schema;
    }
}
