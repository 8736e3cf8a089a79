package dev.dpone.manifest;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.List;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.CoreSchema;
import tools.jackson.databind.json.JsonMapper;

/** What an editor sees: YAML loaded by a general reader and checked with a general validator against the JSON Schema. */
final class SchemaValidator {
    private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(ManifestSchema.text(), InputFormat.JSON);

    private SchemaValidator() {}

    /** The errors of a JSON text. */
    static List<String> errorsOfJson(String json) {
        return SCHEMA.validate(json, InputFormat.JSON).stream()
                .map(error -> error.getInstanceLocation() + " " + error.getMessage())
                .toList();
    }

    /** The errors of a YAML text; throws when it isn't one document of YAML. */
    static List<String> errorsOfYaml(String yaml) {
        LoadSettings settings = LoadSettings.builder()
                .setSchema(new CoreSchema())
                .setAllowDuplicateKeys(true)
                .build();
        Object loaded = new Load(settings).loadFromString(yaml);
        return errorsOfJson(JsonMapper.builder().build().writeValueAsString(loaded));
    }
}
