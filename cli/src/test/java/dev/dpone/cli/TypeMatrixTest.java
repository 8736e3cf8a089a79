package dev.dpone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TypeMatrixTest {
    private static final Path PAGE = Path.of("..", "docs", "type-matrix.md");

    @Test
    void thePageSaysWhatTheConnectorsDo() throws IOException {
        if (Boolean.getBoolean("dpone.docs.write")) {
            Files.writeString(PAGE, TypeMatrix.page());
        }
        assertThat(Files.readString(PAGE))
                .as(
                        "Write it anew: ./mvnw test -pl cli -am -Dtest=TypeMatrixTest -Dsurefire.failIfNoSpecifiedTests=false"
                                + " -Ddpone.docs.write=true")
                .isEqualTo(TypeMatrix.page());
    }
}
