package dev.dpone.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.dpone.limits.NativeChunkLimits;
import dev.dpone.spi.ChangedValues;
import dev.dpone.spi.Policy;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class EvidenceDocumentTest {
    private static final NativeChunkLimits EXTENDED =
            new NativeChunkLimits(10, 20, 30, 40, 5, 6, 7, 8, OptionalInt.of(9), OptionalInt.empty());

    private final JsonMapper json = new JsonMapper();
    private final Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(resource(EvidenceDocument.SCHEMA_RESOURCE));

    @Test
    void writesTheBytesOfVersionOne() {
        assertThat(document(NativeChunkLimits.defaults())).isEqualTo(resource("evidence-v1.json"));
    }

    @Test
    void theSchemaAcceptsWhatIsWritten() {
        assertThat(schema.validate(document(NativeChunkLimits.defaults()), InputFormat.JSON))
                .isEmpty();
        assertThat(schema.validate(document(EXTENDED), InputFormat.JSON)).isEmpty();
    }

    @Test
    void extendedLimitsAreTenFieldsInTheRecordsOrder() {
        assertThat(document(EXTENDED))
                .contains("\"limits\":{\"max_total_encoded_bytes\":10,\"stage_allocated_bytes_stop_threshold\":20,"
                        + "\"max_rows\":30,\"max_bytes\":40,\"max_row_bytes\":5,\"max_pending\":6,\"max_staging_tables\":7,"
                        + "\"parallelism\":8,\"encoding_parallelism\":9,\"import_parallelism\":8},");
    }

    @Test
    void theSchemaIsClosedAndMissesNoField() {
        JsonNode document = json.readTree(document(EXTENDED));
        List<ObjectNode> objects = new ArrayList<>();
        collect(document, objects);
        assertThat(objects).hasSize(9);
        for (ObjectNode object : objects) {
            object.put("surplus", 1);
            assertThat(schema.validate(document))
                    .as("surplus field in %s", object)
                    .isNotEmpty();
            object.remove("surplus");
            for (String name : List.copyOf(object.propertyNames())) {
                JsonNode value = object.remove(name);
                assertThat(schema.validate(document)).as("without %s", name).isNotEmpty();
                object.set(name, json.createArrayNode().add(true));
                assertThat(schema.validate(document))
                        .as("%s of another type", name)
                        .isNotEmpty();
                object.set(name, value);
            }
        }
        assertThat(schema.validate(document)).isEmpty();
    }

    @Test
    void tellsWhatPoliciesChangedWhereAColumnHasOne() {
        List<ChunkEvidence> chunks = EvidenceExample.chunks().stream()
                .map(chunk -> new ChunkEvidence(
                        chunk.receipt()
                                .withChanged(List.of(
                                        new ChangedValues("ratio", Policy.NULL, 2),
                                        new ChangedValues("note", Policy.REPLACE, 0))),
                        chunk.inspection(),
                        chunk.beforePrepare(),
                        chunk.beforePublication()))
                .toList();
        String document =
                new String(EvidenceDocument.json(EvidenceExample.fiveRows(EXTENDED, chunks)), StandardCharsets.UTF_8);

        assertThat(document)
                .contains("\"changed_values\":[{\"column\":\"ratio\",\"policy\":\"null\",\"values\":2},"
                        + "{\"column\":\"note\",\"policy\":\"replace\",\"values\":0}]");
        assertThat(schema.validate(document, InputFormat.JSON)).isEmpty();
        assertThat(schema.validate(document.replace("\"replace\"", "\"guess\""), InputFormat.JSON))
                .isNotEmpty();
    }

    @Test
    void theSchemaKnowsEveryBoundaryAndMethod() {
        ObjectNode document = (ObjectNode) json.readTree(document(EXTENDED));
        ArrayNode methods = (ArrayNode) document.at("/chunks/0/methods");
        methods.remove(3);
        assertThat(schema.validate(document)).isNotEmpty();
        methods.add("believed");
        assertThat(schema.validate(document)).isNotEmpty();
        methods.remove(3);
        methods.add("target_local");
        assertThat(schema.validate(document)).isEmpty();
    }

    private static void collect(JsonNode node, List<ObjectNode> objects) {
        if (node instanceof ObjectNode object) {
            objects.add(object);
        }
        for (JsonNode child : node) {
            collect(child, objects);
        }
    }

    private static String document(NativeChunkLimits limits) {
        return new String(EvidenceDocument.json(EvidenceExample.fiveRows(limits)), StandardCharsets.UTF_8);
    }

    private static String resource(String name) {
        try (InputStream in = EvidenceDocument.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
