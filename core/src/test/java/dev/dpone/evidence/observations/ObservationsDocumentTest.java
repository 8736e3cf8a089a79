package dev.dpone.evidence.observations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.dpone.delivery.SpanKind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class ObservationsDocumentTest {
    private static final Set<String> OPTIONAL = Set.of("ordinal", "attempt", "rows", "encoded_bytes");

    @TempDir
    Path folder;

    private final JsonMapper json = new JsonMapper();
    private final Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(resource(ObservationsDocument.SCHEMA_RESOURCE));

    private static RunObservations example() {
        return new States(2, 1, 2)
                .at(1, "reading", 0, 0, 0, 0)
                .at(3, "", 0, 1, 0, 1)
                .span(SpanKind.SOURCE_READ, "source-0", 0, 1, 3)
                .at(7, "ended", 0, 0, 1, 1, 120, 0)
                .span(SpanKind.ENCODE, "encode-0", 0, 3, 7)
                .at(12, "ended", 0, 0, 0, 0, 0, 10)
                .span(SpanKind.IMPORT, "import-0", 0, 7, 12)
                .span(SpanKind.PUBLISH, "delivery", 0, 12, 14)
                .observations();
    }

    private static String text(RunObservations observations) {
        return new String(ObservationsDocument.json(observations), StandardCharsets.UTF_8);
    }

    @Test
    void writesTheBytesOfVersionOne() {
        assertThat(text(example()).replaceFirst("\"process_id\":\\d+", "\"process_id\":1"))
                .isEqualTo(resource("observations-v1.json"));
    }

    @Test
    void readsBackWhatItWrote() {
        RunObservations read = ObservationsReader.read(ObservationsDocument.json(example()));

        assertThat(read).isEqualTo(example());
    }

    @Test
    void theSchemaAcceptsWhatIsWritten() {
        RunObservations none = new RunRecorder(States.limits(1, 1, 1), States.STARTED, 0)
                .observations("r", "p", Optional.of("DPONE_TARGET_BUSY"));
        assertThat(schema.validate(text(example()), InputFormat.JSON)).isEmpty();
        assertThat(schema.validate(text(none), InputFormat.JSON)).isEmpty();
    }

    @Test
    void theSchemaIsClosedAndMissesNoField() {
        JsonNode document = json.readTree(text(example()));
        List<ObjectNode> objects = new ArrayList<>();
        collect(document, objects);
        assertThat(objects).hasSizeGreaterThan(20);
        for (ObjectNode object : objects) {
            if (object.has("delivery")) {
                continue; // The lanes are named by their workers.
            }
            object.put("surplus", 1);
            assertThat(schema.validate(document))
                    .as("surplus field in %s", object)
                    .isNotEmpty();
            object.remove("surplus");
            for (String name : List.copyOf(object.propertyNames())) {
                JsonNode value = object.remove(name);
                boolean optional = OPTIONAL.contains(name)
                        || (object.has("schema")
                                && Set.of("waits", "waits_left", "series").contains(name));
                if (!optional) {
                    assertThat(schema.validate(document)).as("without %s", name).isNotEmpty();
                }
                object.set(name, json.createArrayNode().add(true));
                assertThat(schema.validate(document))
                        .as("%s of another type", name)
                        .isNotEmpty();
                object.set(name, value);
            }
        }
    }

    private static void collect(JsonNode node, List<ObjectNode> objects) {
        if (node instanceof ObjectNode object) {
            objects.add(object);
        }
        for (JsonNode child : node) {
            collect(child, objects);
        }
    }

    @Test
    void refusesSurplusFieldsAndDerivedValuesThatContradict() {
        String good = text(example());
        for (String bad : List.of(
                good.replace("\"spans_left\"", "\"more\":1,\"spans_left\""),
                good.replace("\"encoders\":2", "\"encoders\":3"),
                good.replace("\"bottleneck\":\"", "\"bottleneck\":\"x"),
                good.replace("observations.v1", "observations.v2"),
                good.replaceFirst("\"configuration_sha256\":\".", "\"configuration_sha256\":\"x"),
                good.replace("\"max_pending\":2", "\"max_pending\":0"),
                good.replace("\"limitations\":[]", "\"limitations\":[1]"),
                good.substring(1),
                good + "{}")) {
            assertThat(bad).isNotEqualTo(good);
            assertThatThrownBy(() -> ObservationsReader.read(bad.getBytes(StandardCharsets.UTF_8)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void everyProcessOfARunKeepsAFileOfItsOwnAndDamagedOnesAreNamed() throws IOException {
        ObservationFiles files = new ObservationFiles(folder, "run:1");
        Path first = files.write(example());
        Path second = files.write(example());
        Files.writeString(first, "{\"schema\":\"forged\"}");

        ObservationFiles.Stored stored = files.read();

        assertThat(second).hasFileName("observations-2.json").hasParent(folder.resolve("run:1"));
        assertThat(stored.observations()).containsExactly(example());
        assertThat(stored.problems()).singleElement().asString().startsWith("observations-1.json: schema must be ");
        assertThat(new ObservationFiles(folder, "other").read().observations()).isEmpty();
    }

    private static String resource(String name) {
        try (InputStream in = ObservationsDocument.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
