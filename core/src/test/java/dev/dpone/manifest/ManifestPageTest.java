package dev.dpone.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.error.DponeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code docs/manifest.md} says what the program does. */
class ManifestPageTest {
    private static final Path PAGE = Path.of("../docs/manifest.md");
    private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

    @Test
    void holdsTheKeyTablesOfTheProgram() throws IOException {
        assertThat(Files.readString(PAGE))
                .contains(KeyTable.ofTheFile())
                .contains(KeyTable.ofAPipeline())
                .contains(KeyTable.ofAConnection());
    }

    @Test
    void showsFilesThatAreAccepted(@TempDir Path folder) throws IOException {
        int manifests = 0;
        int connections = 0;
        for (String yaml : blocks()) {
            if (yaml.startsWith("connections:")) {
                Connections.in(Files.writeString(folder.resolve("connections.yaml"), yaml), Map.of());
                connections++;
            } else {
                assertThat(Manifests.read(yaml).pipelines()).isNotEmpty();
                assertThat(SchemaValidator.errorsOfYaml(yaml)).isEmpty();
                manifests++;
            }
        }
        assertThat(manifests).isEqualTo(3);
        assertThat(connections).isEqualTo(1);
    }

    @Test
    void showsErrorsAsTheyArePrinted() throws IOException {
        DponeException refused = Manifests.refused(blocks().get(0)
                .replace("connection_id: clickhouse_source", "conection_id: clickhouse_source")
                .replace("full_refresh", "merge"));

        assertThat(Files.readString(PAGE))
                .contains("```text\n" + refused.render().replace("m.yaml", "events.yaml") + "\n```");
    }

    private static List<String> blocks() throws IOException {
        return YAML.matcher(Files.readString(PAGE))
                .results()
                .map(found -> found.group(1))
                .toList();
    }
}
