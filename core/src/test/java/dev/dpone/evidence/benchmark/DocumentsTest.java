package dev.dpone.evidence.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.Schema;
import dev.dpone.canonical.CanonicalJson;
import dev.dpone.evidence.benchmark.CorrectnessReceipt.Scope;
import dev.dpone.limits.NativeChunkLimits;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What holds for every document: its frozen bytes, its schema, and that both refuse what is not one. */
class DocumentsTest {
    private static final Set<String> NAMED = Set.of("versions", "resource_profile", "metrics");

    @TempDir
    static Path folder;

    private final JsonMapper mapper = new JsonMapper();

    /** Each kind and version. */
    enum Kind {
        RUN_V1,
        RUN_V2,
        SAMPLE,
        RECOVERY,
        CAMPAIGN,
        COMPARISON;

        String schema() {
            return switch (this) {
                case RUN_V1 -> RunEnvelopeDocument.SCHEMA_RESOURCE_1;
                case RUN_V2 -> RunEnvelopeDocument.SCHEMA_RESOURCE_2;
                case SAMPLE, RECOVERY -> CorrectnessDocument.SCHEMA_RESOURCE;
                case CAMPAIGN -> CampaignDocument.SCHEMA_RESOURCE;
                case COMPARISON -> ComparisonDocument.SCHEMA_RESOURCE;
            };
        }

        /** The resource with the bytes that this version of the document has for ever. */
        String golden() {
            return switch (this) {
                case RUN_V1 -> "run-v1.json";
                case RUN_V2 -> "run-v2.json";
                case SAMPLE -> "correctness-sample-v1.json";
                case RECOVERY -> "correctness-recovery-v1.json";
                case CAMPAIGN -> "campaign-v1.json";
                case COMPARISON -> "comparison-v1.json";
            };
        }

        byte[] example() {
            Bundle eight = bundle("v1", BundleExample.EIGHT);
            Bundle ten = bundle("v2", BundleExample.TEN);
            return switch (this) {
                case RUN_V1 -> RunEnvelopeDocument.json(eight.runs().get(0).envelope());
                case RUN_V2 -> RunEnvelopeDocument.json(ten.runs().get(0).envelope());
                case SAMPLE -> CorrectnessDocument.json(eight.runs().get(0).receipt("trial-1"));
                case RECOVERY ->
                    CorrectnessDocument.json(
                            bundle("failed", BundleExample.EIGHT).runs().get(0).recovery());
                case CAMPAIGN -> CampaignDocument.json(eight.campaign());
                case COMPARISON -> ComparisonDocument.json(Comparison.of(ten, bundle("candidate", BundleExample.TEN)));
            };
        }

        /** Read and written again. */
        byte[] rewritten(byte[] json) {
            return switch (this) {
                case RUN_V1, RUN_V2 -> RunEnvelopeDocument.json(RunEnvelopeDocument.read(json));
                case SAMPLE, RECOVERY -> CorrectnessDocument.json(CorrectnessDocument.read(json));
                case CAMPAIGN -> CampaignDocument.json(CampaignDocument.read(json));
                case COMPARISON -> ComparisonDocument.json(ComparisonDocument.read(json));
            };
        }

        static Bundle bundle(String name, NativeChunkLimits limits) {
            Path at = folder.resolve(name);
            if (at.toFile().exists()) {
                return Bundle.read(at);
            }
            BundleExample example = new BundleExample().with(BundleExample.NARROW, limits, "10.5", "10.25", "11");
            if (name.equals("candidate")) {
                example = new BundleExample()
                        .with(BundleExample.NARROW, limits, "9", "8", "8.5")
                        .declaring(BundleExample.WIDE);
            } else if (name.equals("failed")) {
                example.changingChecks(
                        Scope.FAILURE_RECOVERY,
                        check -> check.id().equals(CorrectnessReceipt.ROLLBACK)
                                ? Check.failed(check.id(), Check.Method.TRANSACTION_FIXTURE, "a row was changed")
                                : check);
            }
            return example.read(at);
        }
    }

    private static String text(byte[] json) {
        return new String(json, StandardCharsets.UTF_8);
    }

    private static void refused(Kind kind, String json, String as) {
        assertThatThrownBy(() -> kind.rewritten(json.getBytes(StandardCharsets.UTF_8)))
                .as(as)
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageStartingWith("$");
    }

    @ParameterizedTest
    @EnumSource
    void writesTheFrozenBytesAndReadsThemBack(Kind kind) {
        String golden = Schemas.resource(kind.golden());

        assertThat(text(kind.example())).isEqualTo(golden);
        assertThat(text(kind.rewritten(golden.getBytes(StandardCharsets.UTF_8))))
                .isEqualTo(golden);
    }

    @ParameterizedTest
    @EnumSource
    void theSchemaAcceptsWhatIsWritten(Kind kind) {
        assertThat(Schemas.errors(Schemas.of(kind.schema()), text(kind.example())))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void schemaAndReaderAreClosedAndMissNoField(Kind kind) {
        Schema schema = Schemas.of(kind.schema());
        JsonNode document = mapper.readTree(kind.example());
        List<ObjectNode> objects = new ArrayList<>();
        Set<ObjectNode> named = Collections.newSetFromMap(new IdentityHashMap<>());
        collect(document, objects, named);
        assertThat(objects).hasSizeGreaterThan(1);
        for (ObjectNode object : objects) {
            object.set("surplus", list());
            bothRefuse(kind, schema, document, "surplus field in " + object);
            object.remove("surplus");
            for (String name : List.copyOf(object.propertyNames())) {
                JsonNode value = object.get(name);
                object.set(name, list());
                bothRefuse(kind, schema, document, name + " of another type");
                object.set(name, mapper.getNodeFactory().nullNode());
                readerIsAsStrict(kind, schema, document, name + " as null");
                object.set(name, mapper.getNodeFactory().stringNode("\u0007"));
                bothRefuse(kind, schema, document, name + " as a bell");
                if (!named.contains(object)) {
                    object.remove(name);
                    bothRefuse(kind, schema, document, "without " + name);
                }
                object.set(name, value);
            }
        }
        assertThat(Schemas.errors(schema, document.toString())).isEmpty();
    }

    private ArrayNode list() {
        return mapper.createArrayNode().add(mapper.createArrayNode().add(true));
    }

    private static void bothRefuse(Kind kind, Schema schema, JsonNode document, String as) {
        assertThat(schema.validate(document)).as(as).isNotEmpty();
        refused(kind, document.toString(), as);
    }

    private static void readerIsAsStrict(Kind kind, Schema schema, JsonNode document, String as) {
        if (!schema.validate(document).isEmpty()) {
            refused(kind, document.toString(), as);
        }
    }

    private static void collect(JsonNode node, List<ObjectNode> objects, Set<ObjectNode> named) {
        if (node instanceof ObjectNode object) {
            objects.add(object);
            object.properties().forEach(field -> {
                if (NAMED.contains(field.getKey()) && field.getValue() instanceof ObjectNode names) {
                    named.add(names);
                }
            });
        }
        for (JsonNode child : node) {
            collect(child, objects, named);
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyScalarThatContradictsTheRestIsRefused(Kind kind) {
        // All that is not free to differ: hashes over content, constants, and what follows from other fields.
        String good = text(kind.example());
        List<String> bad = new ArrayList<>(List.of(
                good.replaceFirst("\"kind\":\"native", "\"kind\":\"other"),
                good.replaceFirst("\"schema_version\":[12]", "\"schema_version\":3"),
                good.replaceFirst("\\{", "{\"kind\":\"native-delivery-run\","),
                good + "{}",
                good.substring(0, good.length() - 2)));
        switch (kind) {
            case RUN_V1, RUN_V2 ->
                bad.addAll(List.of(
                        good.replace("\"max_rows\":65536", "\"max_rows\":65535"),
                        good.replace("\"java\":\"17.0.9\"", "\"java\":\"17.0.8\""),
                        good.replace("\"cores\":2", "\"cores\":3"),
                        good.replace("\"target_layout_sha256\":\"cc", "\"target_layout_sha256\":\"cd"),
                        good.replace(
                                "\"is_warmup\":false,\"status\":\"PASS\"", "\"is_warmup\":false,\"status\":\"FAIL\""),
                        good.replaceFirst("\"visibility_seconds\":99", "\"visibility_seconds\":0"),
                        good.replaceFirst("\"visibility_seconds\":10\\.5", "\"visibility_seconds\":10.50"),
                        good.replaceFirst("\"visibility_seconds\":10\\.5", "\"visibility_seconds\":1.05e1"),
                        good.replaceFirst("\"visibility_seconds\":10\\.5", "\"visibility_seconds\":10.5000001"),
                        good.replaceFirst("\"id\":\"trial-1\"", "\"id\":\"trial-2\""),
                        good.replaceFirst("\"availability\":\"measured\"", "\"availability\":\"unavailable\""),
                        good.replaceFirst("\"status\":\"PASS\",\"limitations\"", "\"status\":\"FAIL\",\"limitations\""),
                        good.replaceFirst(
                                "\"status\":\"PASS\",\"limitations\"", "\"status\":\"UNVERIFIED\",\"limitations\"")));
            case SAMPLE, RECOVERY ->
                bad.addAll(List.of(
                        good.replaceFirst("\"status\":\"(PASS|FAIL)\"\\}\\n$", "\"status\":\"UNVERIFIED\"}\n"),
                        good.replaceFirst("\"observed\":\"2000 rows\"", "\"observed\":\"1999 rows\""),
                        good.replaceFirst("\"scope\":\"\\w+\"", "\"scope\":\"type_fidelity\""),
                        good.replaceFirst("\"method\":\"versioned_typed_digest\"", "\"method\":\"not_applicable\"")));
            case CAMPAIGN -> bad.add(good.replaceFirst("\"workloads\":\\[(.*?)\\]", "\"workloads\":[$1,$1]"));
            case COMPARISON ->
                bad.addAll(List.of(
                        good.replaceFirst("\"ratio\":0\\.\\d+", "\"ratio\":0.5"),
                        good.replaceFirst("\"median_seconds\":10\\.5", "\"median_seconds\":10.25"),
                        good.replaceFirst(
                                "\"status\":\"UNVERIFIED\",\"limitations\"", "\"status\":\"PASS\",\"limitations\""),
                        good.replace("\"any_median_ratio_at_most\":0.85", "\"any_median_ratio_at_most\":0.95"),
                        good.replace("\"minimum_trials\":3", "\"minimum_trials\":1"),
                        good.replaceFirst("\"eligible_samples\":3", "\"eligible_samples\":4"),
                        good.replaceFirst("\"limitations\":\\[\"the candidate.*?\\]", "\"limitations\":[]"),
                        good.replaceFirst(
                                "\"sha256\":\"[0-9a-f]{64}\"\\}\\n$", "\"sha256\":\"" + "0".repeat(64) + "\"}\n")));
        }
        for (String document : bad) {
            assertThat(document).isNotEqualTo(good);
            refused(kind, document, document);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "\"1\"", "1.0", "1e0", "0", "3", "-1", "4294967297", "null", "[1]", "{}"})
    void onlyTheWholeNumbersOneAndTwoAreVersionsOfARun(String version) {
        String good = text(Kind.RUN_V1.example());
        refused(Kind.RUN_V1, good.replace("\"schema_version\":1", "\"schema_version\":" + version), version);
        String receipt = text(Kind.SAMPLE.example());
        refused(Kind.SAMPLE, receipt.replace("\"schema_version\":1", "\"schema_version\":" + version), version);
    }

    @Test
    void aRunOfOneVersionIsNeverReadAsTheOther() {
        String eight = text(Kind.RUN_V1.example());
        String ten = text(Kind.RUN_V2.example());
        String two = eight.replace("\"schema_version\":1", "\"schema_version\":2");
        String one = ten.replace("\"schema_version\":2", "\"schema_version\":1");

        refused(Kind.RUN_V2, two, "eight fields as version 2");
        refused(Kind.RUN_V1, one, "ten fields as version 1");
        assertThat(Schemas.errors(Schemas.of(RunEnvelopeDocument.SCHEMA_RESOURCE_2), two))
                .isNotEmpty();
        assertThat(Schemas.errors(Schemas.of(RunEnvelopeDocument.SCHEMA_RESOURCE_1), one))
                .isNotEmpty();
    }

    @Test
    void tenFieldsWhereEightWouldDoAreRefused() {
        Map<String, Object> limits = new LinkedHashMap<>(BundleExample.TEN.record());
        limits.put("encoding_parallelism", 1);
        limits.put("import_parallelism", 1);
        String good = text(Kind.RUN_V2.example());
        String bad = good.replace(
                        CanonicalJson.orderedText(BundleExample.TEN.record()), CanonicalJson.orderedText(limits))
                .replace(BundleExample.TEN.configurationHash(), CanonicalJson.fingerprint(limits));

        assertThatThrownBy(() -> RunEnvelopeDocument.read(bad.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining("$.configuration.limits")
                .hasMessageContaining("ten fields although both stages have parallelism (1) workers");
    }

    @Test
    void theVersionFollowsFromTheLimitsAlone() {
        assertThat(text(Kind.RUN_V1.example())).startsWith("{\"schema_version\":1,\"kind\":\"native-delivery-run\",");
        assertThat(text(Kind.RUN_V2.example())).startsWith("{\"schema_version\":2,\"kind\":\"native-delivery-run\",");
    }

    @Test
    void theTwoSchemasOfARunDifferInVersionAndLimitsAlone() {
        ObjectNode one = (ObjectNode) mapper.readTree(Schemas.resource(RunEnvelopeDocument.SCHEMA_RESOURCE_1));
        ObjectNode two = (ObjectNode) mapper.readTree(Schemas.resource(RunEnvelopeDocument.SCHEMA_RESOURCE_2));
        assertThat(one.at("/properties/configuration/properties/limits/required"))
                .hasSize(8);
        assertThat(two.at("/properties/configuration/properties/limits/required"))
                .hasSize(10);
        for (ObjectNode schema : List.of(one, two)) {
            schema.remove(List.of("$id", "title"));
            ((ObjectNode) schema.at("/properties")).remove("schema_version");
            ((ObjectNode) schema.at("/properties/configuration/properties")).remove("limits");
        }
        assertThat(one).isEqualTo(two);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../x.json",
                "/etc/passwd",
                "a/../../x",
                "a/./x",
                "./x",
                "a//x",
                "a/",
                "",
                ".",
                "..",
                "a/..",
                "a\\\\x",
                "~/x",
                "a x",
                "a/b/c/d/e/f/g/h/i"
            })
    void pathsThatLeaveTheFolderAreNoReferences(String path) {
        String bad = text(Kind.CAMPAIGN.example())
                .replaceFirst("\"path\":\"[^\"]+\"", "\"path\":\"" + path.replace("\\", "\\\\") + "\"");

        assertThat(Schemas.errors(Schemas.of(CampaignDocument.SCHEMA_RESOURCE), bad))
                .isNotEmpty();
        refused(Kind.CAMPAIGN, bad, path);
    }

    @Test
    void errorsNameThePlace() {
        String bad = text(Kind.RUN_V1.example()).replaceFirst("\"is_warmup\":false", "\"is_warmup\":0");

        assertThatThrownBy(() -> RunEnvelopeDocument.read(bad.getBytes(StandardCharsets.UTF_8)))
                .hasMessage("$.samples[1].is_warmup must be true or false");
    }
}
