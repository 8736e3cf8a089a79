package dev.dpone.evidence;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A JSON object of a stored document, read strictly: anything unexpected is an {@link IllegalArgumentException}. */
public record StoredJson(JsonNode json) {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    public StoredJson {
        if (!json.isObject()) {
            throw new IllegalArgumentException("an object is expected, not " + json.getNodeType());
        }
    }

    /** The object in these bytes. */
    public static StoredJson read(byte[] json) {
        try {
            return new StoredJson(MAPPER.readTree(json));
        } catch (JacksonException e) {
            throw new IllegalArgumentException("not JSON: " + e.getOriginalMessage(), e);
        }
    }

    public String text(String name) {
        JsonNode value = required(name);
        if (!value.isString()) {
            throw new IllegalArgumentException(name + " must be text");
        }
        return value.stringValue();
    }

    public long number(String name) {
        return number(name, required(name));
    }

    public int count(String name) {
        return Math.toIntExact(number(name));
    }

    public Optional<String> optionalText(String name) {
        return required(name).isNull() ? Optional.empty() : Optional.of(text(name));
    }

    public OptionalLong optionalNumber(String name) {
        return json.has(name) ? OptionalLong.of(number(name)) : OptionalLong.empty();
    }

    public OptionalInt optionalCount(String name) {
        return json.has(name) ? OptionalInt.of(count(name)) : OptionalInt.empty();
    }

    public StoredJson object(String name) {
        return new StoredJson(required(name));
    }

    public Optional<StoredJson> optionalObject(String name) {
        return required(name).isNull() ? Optional.empty() : Optional.of(object(name));
    }

    public <T> List<T> objects(String name, Function<StoredJson, T> read) {
        return items(name).map(item -> read.apply(new StoredJson(item))).toList();
    }

    public List<Long> numbers(String name) {
        return items(name).map(item -> number(name, item)).toList();
    }

    public List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        items(name).forEach(item -> {
            if (!item.isString()) {
                throw new IllegalArgumentException(name + " must be a list of texts");
            }
            texts.add(item.stringValue());
        });
        return texts;
    }

    /** All fields as lists of numbers. */
    public Map<String, List<Long>> numberLists() {
        Map<String, List<Long>> lists = new LinkedHashMap<>();
        json.propertyNames().forEach(name -> lists.put(name, numbers(name)));
        return lists;
    }

    /** All fields as numbers. */
    public Map<String, Long> allNumbers() {
        Map<String, Long> values = new LinkedHashMap<>();
        json.propertyNames().forEach(name -> values.put(name, number(name)));
        return values;
    }

    private Stream<JsonNode> items(String name) {
        JsonNode value = required(name);
        if (!value.isArray()) {
            throw new IllegalArgumentException(name + " must be a list");
        }
        return value.values().stream();
    }

    private static long number(String name, JsonNode value) {
        if (!value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() < 0) {
            throw new IllegalArgumentException(name + " must be a whole number from 0");
        }
        return value.longValue();
    }

    private JsonNode required(String name) {
        JsonNode value = json.get(name);
        if (value == null) {
            throw new IllegalArgumentException("field " + name + " is missing");
        }
        return value;
    }
}
