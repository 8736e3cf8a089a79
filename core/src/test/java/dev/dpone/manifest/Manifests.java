package dev.dpone.manifest;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.dpone.error.DponeException;
import java.nio.file.Path;

/** Manifests for tests. */
final class Manifests {
    static final String SHORT = """
            kind: dpone.batch.v1
            defaults:
              source:
                type: clickhouse
                connection_id: ch
              sink:
                type: postgres
                connection_id: pg
                table: {schema: public}
                strategy: {mode: full_refresh}
            schemas:
              analytics:
                tables: [events]
            """;

    private static final ManifestReader READER = new ManifestReader(Path.of("/work"));

    private Manifests() {}

    static Manifest read(String text) {
        return READER.read(Path.of("m.yaml"), text);
    }

    static Pipeline one(String text) {
        return read(text).pipelines().get(0);
    }

    static DponeException refused(String text) {
        return catchThrowableOfType(DponeException.class, () -> read(text));
    }

    /** The short manifest with {@code execution}'s content. */
    static String withExecution(String content) {
        return SHORT.replace(
                "connection_id: ch\n",
                "connection_id: ch\n    options: {native_transfer: {execution: {" + content + "}}}\n");
    }
}
