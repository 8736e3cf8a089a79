package dev.dpone.evidence.benchmark;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The rows that are delivered.
 *
 * @param seed what their values depend on besides their number
 * @param sha256 lower-case hex over what makes the rows: the same for the same rows, another for any other
 */
public record Workload(String id, long seed, long rows, int columns, String sha256) {
    public Workload {
        Form.token("id", id);
        Form.atLeast("seed", 0, seed);
        Form.atLeast("rows", 0, rows);
        Form.atLeast("columns", 1, columns);
        Form.sha256("sha256", sha256);
    }

    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", id);
        fields.put("seed", seed);
        fields.put("rows", rows);
        fields.put("columns", columns);
        fields.put("sha256", sha256);
        return fields;
    }

    static Workload read(StrictObject json) {
        return new Workload(
                json.text("id"), json.number("seed"), json.number("rows"), json.count("columns"), json.text("sha256"));
    }
}
