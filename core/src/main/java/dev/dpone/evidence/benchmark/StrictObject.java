package dev.dpone.evidence.benchmark;

import dev.dpone.canonical.CanonicalDecimal;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A JSON object of a document, read strictly: every field must be there, have its form and be asked for; decimals must have their
 * one spelling. Anything else is an {@link InvalidDocumentException} that names the place.
 */
final class StrictObject {
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(32)
                            .maxNumberLength(40)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private static final Pattern OTHER_SPELLING = Pattern.compile("[eE]|^-0+(\\.0*)?$");

    private final JsonNode json;
    private final String at;
    private final Set<String> asked = new LinkedHashSet<>();

    private StrictObject(JsonNode json, String at) {
        this.json = json;
        this.at = at;
    }

    /** The document in these bytes. */
    static <T> T document(byte[] bytes, Function<StrictObject, T> read) {
        JsonNode json;
        try {
            refuseOtherSpellings(bytes);
            json = MAPPER.readTree(bytes);
        } catch (JacksonException e) {
            throw new InvalidDocumentException("$", "is no JSON document: " + e.getOriginalMessage(), e);
        }
        return object(json, "$", read);
    }

    /** The tree no longer tells how a number was spelled. */
    private static void refuseOtherSpellings(byte[] bytes) {
        try (JsonParser parser = MAPPER.createParser(bytes)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token.isNumeric()
                        && OTHER_SPELLING.matcher(parser.getString()).find()) {
                    throw new InvalidDocumentException("$", "has a number with an exponent, or a negative zero");
                }
            }
        }
    }

    private static <T> T object(JsonNode json, String at, Function<StrictObject, T> read) {
        if (!json.isObject()) {
            throw new InvalidDocumentException(at, "must be an object");
        }
        StrictObject object = new StrictObject(json, at);
        T result;
        try {
            result = read.apply(object);
        } catch (InvalidDocumentException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw new InvalidDocumentException(at, String.valueOf(e.getMessage()), e);
        }
        Set<String> surplus = new LinkedHashSet<>(json.propertyNames());
        surplus.removeAll(object.asked);
        if (!surplus.isEmpty()) {
            throw new InvalidDocumentException(at, "has fields that the schema does not know: " + shown(surplus));
        }
        return result;
    }

    /** Names of unknown origin, for a message on one line. */
    private static String shown(Set<String> names) {
        return names.stream()
                .limit(5)
                .map(name -> name.replaceAll("[^ -~]", "?"))
                .map(name -> name.length() > 40 ? name.substring(0, 40) + "..." : name)
                .collect(Collectors.joining(", "));
    }

    String text(String name) {
        JsonNode value = value(name);
        if (!value.isString()) {
            throw invalid(name, "must be text");
        }
        return value.stringValue();
    }

    Optional<String> optionalText(String name) {
        return value(name).isNull() ? Optional.empty() : Optional.of(text(name));
    }

    boolean flag(String name) {
        JsonNode value = value(name);
        if (!value.isBoolean()) {
            throw invalid(name, "must be true or false");
        }
        return value.booleanValue();
    }

    /** A whole number, spelled as one. */
    long number(String name) {
        JsonNode value = value(name);
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw invalid(name, "must be a whole number of 64 bits");
        }
        return value.longValue();
    }

    int count(String name) {
        long value = number(name);
        if (value != (int) value) {
            throw invalid(name, "must be a whole number of 32 bits");
        }
        return (int) value;
    }

    BigDecimal decimal(String name) {
        JsonNode value = value(name);
        if (value.isIntegralNumber() && value.canConvertToLong()) {
            return BigDecimal.valueOf(value.longValue());
        } else if (!value.isNumber() || value.isIntegralNumber()) {
            throw invalid(name, "must be a decimal number");
        }
        BigDecimal written = value.decimalValue();
        try {
            if (written.scale() > 0 && CanonicalDecimal.of(written).scale() == written.scale()) {
                return written;
            }
        } catch (IllegalArgumentException e) {
            throw new InvalidDocumentException(at + "." + name, String.valueOf(e.getMessage()), e);
        }
        throw invalid(name, "must be spelled without zeros at its end");
    }

    Optional<BigDecimal> optionalDecimal(String name) {
        return value(name).isNull() ? Optional.empty() : Optional.of(decimal(name));
    }

    /** One of the words. */
    <W extends Word> W word(String name, W[] words) {
        String text = text(name);
        for (W word : words) {
            if (word.id().equals(text)) {
                return word;
            }
        }
        throw invalid(name, "must be one of " + Stream.of(words).map(Word::id).collect(Collectors.joining(", ")));
    }

    /** What must stand there and nowhere else comes from: constants, and what the other fields already tell. */
    void literal(String name, String expected) {
        if (!text(name).equals(expected)) {
            throw invalid(name, "must be " + expected);
        }
    }

    /** A whole number that must stand there, spelled as one. */
    void literal(String name, int expected) {
        if (!scalar(name).equals(String.valueOf(expected))) {
            throw invalid(name, "must be " + expected + ", but was " + scalar(name));
        }
    }

    /** A decimal that must stand there. */
    void literal(String name, BigDecimal expected) {
        if (decimal(name).compareTo(expected) != 0) {
            throw invalid(name, "must be " + expected.toPlainString());
        }
    }

    /** The JSON scalar's spelling, for a message. */
    String scalar(String name) {
        return scalar(value(name));
    }

    private static String scalar(JsonNode value) {
        if (value.isContainer()) {
            return value.isObject() ? "an object" : "a list";
        }
        String text = value.toString().replaceAll("[^ -~]", "?");
        return text.length() > 40 ? text.substring(0, 40) + "..." : text;
    }

    <T> T object(String name, Function<StrictObject, T> read) {
        return object(value(name), at + "." + name, read);
    }

    <T> Optional<T> optionalObject(String name, Function<StrictObject, T> read) {
        return value(name).isNull() ? Optional.empty() : Optional.of(object(name, read));
    }

    <T> List<T> objects(String name, Function<StrictObject, T> read) {
        List<T> objects = new ArrayList<>();
        int index = 0;
        for (JsonNode item : list(name)) {
            objects.add(object(item, at + "." + name + "[" + index++ + "]", read));
        }
        return objects;
    }

    List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        for (JsonNode item : list(name)) {
            if (!item.isString()) {
                throw invalid(name, "must be a list of texts");
            }
            texts.add(item.stringValue());
        }
        return texts;
    }

    private JsonNode list(String name) {
        JsonNode value = value(name);
        if (!value.isArray()) {
            throw invalid(name, "must be a list");
        }
        return value;
    }

    /** All fields as texts. */
    Map<String, String> allTexts() {
        return all(this::text);
    }

    /** All fields as texts or longs. */
    Map<String, Object> allTextsAndNumbers() {
        return all(name -> value(name).isString() ? text(name) : (Object) number(name));
    }

    /** All fields as longs. */
    Map<String, Long> allNumbers() {
        return all(this::number);
    }

    /** All fields as objects. */
    <T> Map<String, T> allObjects(Function<StrictObject, T> read) {
        return all(name -> object(name, read));
    }

    private <T> Map<String, T> all(Function<String, T> read) {
        Map<String, T> values = new LinkedHashMap<>();
        for (String name : json.propertyNames()) {
            Form.token("a name in " + at, name);
            values.put(name, read.apply(name));
        }
        return values;
    }

    private JsonNode value(String name) {
        asked.add(name);
        JsonNode value = json.get(name);
        if (value == null) {
            throw invalid(name, "is missing");
        }
        return value;
    }

    InvalidDocumentException invalid(String name, String problem) {
        return new InvalidDocumentException(at + "." + name, problem);
    }
}
