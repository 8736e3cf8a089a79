package dev.dpone.evidence.benchmark;

import static java.util.Objects.requireNonNull;

import dev.dpone.digest.Sha256;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Names another file of the same bundle.
 *
 * @param path relative to the bundle's folder, parts of {@code [A-Za-z0-9_.+-]} with {@code /} between them, never {@code .} or
 *     {@code ..}
 * @param sha256 of the file's bytes, lower-case hex
 * @param status what the file says of itself
 */
public record Ref(String path, String sha256, Status status) {
    private static final Pattern PATH =
            Pattern.compile("(?!\\.{1,2}(/|$))[A-Za-z0-9_.+-]{1,128}(/(?!\\.{1,2}(/|$))[A-Za-z0-9_.+-]{1,128}){0,7}");

    public Ref {
        if (!PATH.matcher(path).matches()) {
            throw new IllegalArgumentException(
                    "path must be relative and stay in the bundle's folder: up to 8 parts of A-Z a-z 0-9 _ . + -");
        }
        Form.sha256("sha256", sha256);
        requireNonNull(status, "status is null");
    }

    /** What names a file with these bytes. */
    public static Ref of(String path, byte[] content, Status status) {
        return new Ref(path, Sha256.hexOf(content), status);
    }

    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("path", path);
        fields.put("sha256", sha256);
        fields.put("status", status.id());
        return fields;
    }

    static Ref read(StrictObject json) {
        return new Ref(json.text("path"), json.text("sha256"), json.word("status", Status.values()));
    }
}
