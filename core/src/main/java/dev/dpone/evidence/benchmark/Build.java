package dev.dpone.evidence.benchmark;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A program as it was built.
 *
 * @param commit lower-case hex of the commit it was built from, or {@value #UNKNOWN}
 * @param dirty whether its sources differed from that commit
 */
public record Build(String name, String version, String commit, boolean dirty) {
    public static final String UNKNOWN = "unknown";

    public Build {
        Form.token("name", name);
        Form.token("version", version);
        Form.commit("commit", commit);
    }

    /** Whether the commit tells what was built. */
    public boolean traceable() {
        return !dirty && !commit.equals(UNKNOWN);
    }

    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", name);
        fields.put("version", version);
        fields.put("commit", commit);
        fields.put("dirty", dirty);
        return fields;
    }

    static Build read(StrictObject json) {
        return new Build(json.text("name"), json.text("version"), json.text("commit"), json.flag("dirty"));
    }
}
