package dev.dpone.cli;

import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** How a result is printed on stdout. */
enum ResultFormat {
    TEXT,
    JSON,
    MD;

    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private static final JsonMapper LINE = JsonMapper.builder().build();

    /** One JSON object over several lines. */
    static String json(Map<String, ?> fields) {
        return MAPPER.writeValueAsString(fields);
    }

    /** {@code key: value} lines; nested values as JSON. */
    static String lines(Map<String, ?> fields) {
        StringBuilder out = new StringBuilder();
        fields.forEach((key, value) -> out.append(key)
                .append(": ")
                .append(value instanceof Map<?, ?> map ? LINE.writeValueAsString(map) : value)
                .append('\n'));
        return out.toString().stripTrailing();
    }
}
