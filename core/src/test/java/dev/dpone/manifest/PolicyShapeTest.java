package dev.dpone.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.spi.Policy;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PolicyShapeTest {
    @Test
    void readsPoliciesByColumn() {
        Manifest manifest =
                new ManifestReader(Path.of("/work")).read(Path.of("src/test/resources/manifest/good/policies.yaml"));

        assertThat(manifest.pipelines().get(0).sink().policies())
                .isEqualTo(Map.of(
                        "day", Policy.NULL,
                        "ratio", Policy.NULL,
                        "note", Policy.REPLACE,
                        "seen_at", Policy.TRUNCATE,
                        "tags", Policy.TEXT));
    }
}
