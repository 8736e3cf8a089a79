package dev.dpone.evidence.benchmark;

import dev.dpone.canonical.CanonicalJson;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a run ran on. Holds only what is the same for two runs on equal machines: no load, no time, no name of a host.
 *
 * @param versions of programs by name; {@value #SUBJECT} is the one measured, the only thing in which two runs that are compared
 *     may differ
 * @param targetLayoutSha256 lower-case hex over the target tables' columns, types and indexes
 * @param resourceProfile cores, bytes of memory and the like, as whole numbers or one line of text
 */
public record Environment(
        SortedMap<String, String> versions, String targetLayoutSha256, SortedMap<String, Object> resourceProfile) {
    public static final String SUBJECT = "dpone";

    public Environment(Map<String, String> versions, String targetLayoutSha256, Map<String, ?> resourceProfile) {
        this(
                Form.named("versions", versions),
                targetLayoutSha256,
                Form.named("resource_profile", resources(resourceProfile)));
    }

    public Environment {
        versions = Form.named("versions", versions);
        versions.values().forEach(version -> Form.text("a version", version));
        Form.sha256("target_layout_sha256", targetLayoutSha256);
        resourceProfile = Form.named("resource_profile", resources(resourceProfile));
    }

    private static Map<String, Object> resources(Map<String, ?> profile) {
        Map<String, Object> resources = new TreeMap<>();
        profile.forEach((name, value) -> resources.put(name, resource(value)));
        return resources;
    }

    private static Object resource(Object value) {
        if (value instanceof Long || value instanceof Integer) {
            Form.atLeast("a resource", 0, ((Number) value).longValue());
            return ((Number) value).longValue();
        } else if (value instanceof String text) {
            Form.text("a resource", text);
            return text;
        }
        throw new IllegalArgumentException("A resource must be text or a whole number, but was " + value);
    }

    /** Lower-case hex over the canonical JSON of the three. */
    public String sha256() {
        return CanonicalJson.fingerprint(content());
    }

    /** The same with any version of the program that is measured. */
    public Environment withoutSubject() {
        Map<String, String> others = new TreeMap<>(versions);
        others.replace(SUBJECT, "any");
        return new Environment(others, targetLayoutSha256, resourceProfile);
    }

    private Map<String, Object> content() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("versions", versions);
        fields.put("target_layout_sha256", targetLayoutSha256);
        fields.put("resource_profile", resourceProfile);
        return fields;
    }

    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("sha256", sha256());
        fields.putAll(content());
        return fields;
    }

    static Environment read(StrictObject json) {
        Environment environment = new Environment(
                json.object("versions", StrictObject::allTexts),
                json.text("target_layout_sha256"),
                json.object("resource_profile", StrictObject::allTextsAndNumbers));
        json.literal("sha256", environment.sha256());
        return environment;
    }
}
