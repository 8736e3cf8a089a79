package dev.dpone.manifest;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The environment variables {@code DPONE_CONN_<ID>_<FIELD>}. Their values are taken as they are. */
final class ConnectionVariables {
    static final List<String> REPLACED_BY_URL = List.of("host", "port", "database");

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final Map<String, String> environment;

    ConnectionVariables(Map<String, String> environment) {
        this.environment = environment;
    }

    /** What the names of an id's variables begin with. */
    static String prefix(String id) {
        return "DPONE_CONN_" + id.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_") + "_";
    }

    /** The fields the environment gives; an unknown field of the id is refused. */
    Map<ConnectionField, Given> fields(String id) {
        Map<ConnectionField, Given> fields = new EnumMap<>(ConnectionField.class);
        String prefix = prefix(id);
        environment.forEach((name, value) -> {
            if (name.startsWith(prefix)) {
                String end = name.substring(prefix.length());
                ConnectionField.of(end)
                        .ifPresentOrElse(
                                field -> fields.put(field, new Given(value, name)),
                                () -> refuseUnlessOfAnotherId(name, end));
            }
        });
        return fields;
    }

    private static void refuseUnlessOfAnotherId(String name, String end) {
        List<String> known =
                Stream.of(ConnectionField.values()).map(ConnectionField::name).toList();
        if (known.stream().noneMatch(field -> end.endsWith("_" + field))) {
            throw new DponeException(
                    ErrorCode.CONNECTION_INVALID,
                    "the environment variable " + name + " names no field of a connection",
                    "Unset it, or end it with " + Words.or(known) + ".");
        }
    }

    /** Settings written as a JSON object or as {@code name=value,name=value}. */
    static Map<String, Given> settings(Given given) {
        Map<String, Given> settings = new LinkedHashMap<>();
        if (given.text().startsWith("{")) {
            for (Map.Entry<String, JsonNode> property : object(given).properties()) {
                if (!property.getValue().isValueNode() || property.getValue().isNull()) {
                    throw notSettings(given);
                }
                put(settings, given, property.getKey(), property.getValue().asString());
            }
            return settings;
        }
        for (String pair : given.text().split(",", -1)) {
            int equals = pair.indexOf('=');
            if (equals < 0) {
                throw notSettings(given);
            }
            put(
                    settings,
                    given,
                    pair.substring(0, equals).strip(),
                    pair.substring(equals + 1).strip());
        }
        return settings;
    }

    private static void put(Map<String, Given> settings, Given given, String name, String value) {
        boolean valid = ConnectionKeys.SETTING_NAME.pattern().matcher(name).matches() && !SecretRule.namesSecret(name);
        if (!valid || settings.putIfAbsent(name, given.with(value)) != null) {
            throw notSettings(given);
        }
    }

    private static JsonNode object(Given given) {
        try {
            return JSON.readTree(given.text());
        } catch (JacksonException broken) {
            // The cause is left out: its message quotes the text.
            throw notSettings(given);
        }
    }

    private static DponeException notSettings(Given given) {
        return new DponeException(
                ErrorCode.CONNECTION_INVALID,
                given.origin() + " must hold settings by different names, none of them a secret",
                "Write name=value,name=value or a JSON object of texts, numbers, true and false.");
    }
}
