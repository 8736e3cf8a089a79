package dev.dpone.state.codec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads what canonical JSON writes: objects with each key once, whole numbers of 64 bits, nothing after the end.
 * Numbers come back as longs and null as an empty optional; objects keep the order of their keys.
 */
final class StrictJson {
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(64)
                            .maxNumberLength(20)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private StrictJson() {}

    /** The object in these bytes. */
    static Map<String, Object> object(byte[] json) throws CorruptStateException {
        JsonNode node;
        try {
            node = MAPPER.readTree(json);
        } catch (JacksonException e) {
            throw new CorruptStateException("not JSON: " + e.getOriginalMessage());
        }
        if (!node.isObject()) {
            throw new CorruptStateException("not a JSON object");
        }
        return map(node);
    }

    private static Map<String, Object> map(JsonNode node) throws CorruptStateException {
        Map<String, Object> map = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : node.properties()) {
            map.put(entry.getKey(), value(entry.getValue()));
        }
        return map;
    }

    private static Object value(JsonNode node) throws CorruptStateException {
        if (node.isObject()) {
            return map(node);
        } else if (node.isArray()) {
            List<Object> items = new ArrayList<>();
            for (JsonNode item : node) {
                items.add(value(item));
            }
            return items;
        } else if (node.isString()) {
            return node.stringValue();
        } else if (node.isBoolean()) {
            return node.booleanValue();
        } else if (node.isNull()) {
            return Optional.empty();
        } else if (node.isIntegralNumber() && node.canConvertToLong()) {
            return node.longValue();
        }
        throw new CorruptStateException("not a whole number of 64 bits: " + node);
    }
}
