package dev.dpone.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.error.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Reader and JSON Schema over the files of {@code src/test/resources/manifest}: {@code good} both accept, {@code bad}
 * both refuse, except those {@code reader-only.txt} lists with the reason, {@code later} only the reader refuses. The
 * reader's words for each bad file are those of {@code expected.txt}.
 */
class ManifestCorpusTest {
    private static final Path CORPUS = Path.of("src/test/resources/manifest");
    private static final ManifestReader READER = new ManifestReader(Path.of("/work"));

    @ParameterizedTest
    @MethodSource("good")
    void acceptsGoodFiles(String name) throws IOException {
        Path file = CORPUS.resolve("good").resolve(name);

        assertThat(READER.read(file).pipelines()).isNotEmpty();
        assertThat(SchemaValidator.errorsOfYaml(text(file))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("bad")
    void refusesBadFilesInTheExpectedWords(String name) throws IOException {
        assertThat(refusal("bad", name))
                .isEqualTo(sections(CORPUS.resolve("bad/expected.txt")).get(name));
    }

    @ParameterizedTest
    @MethodSource("bad")
    void refusesBadFilesWithTheSchemaToo(String name) throws IOException {
        String yaml = text(CORPUS.resolve("bad").resolve(name));

        assertThat(schemaRefuses(yaml)).isNotEqualTo(readerOnly().containsKey(name));
    }

    @ParameterizedTest
    @MethodSource("later")
    void refusesWhatIsNotDoneYetByName(String name) throws IOException {
        DponeException refused = refused("later", name);

        assertThat(refused.code()).isIn(ErrorCode.NOT_SUPPORTED_YET, ErrorCode.SWITCH_NOT_ACTIVATED);
        assertThat(refused.code().exit()).isEqualTo(ExitCode.USAGE);
        assertThat(refusal("later", name))
                .isEqualTo(sections(CORPUS.resolve("later/expected.txt")).get(name));
        assertThat(SchemaValidator.errorsOfYaml(text(CORPUS.resolve("later").resolve(name))))
                .isEmpty();
    }

    @Test
    void holdsEnoughFilesAndNoStaleEntries() throws IOException {
        assertThat(good()).hasSizeGreaterThanOrEqualTo(15);
        assertThat(bad())
                .hasSizeGreaterThanOrEqualTo(50)
                .containsAll(readerOnly().keySet());
        assertThat(sections(CORPUS.resolve("bad/expected.txt")).keySet()).isEqualTo(Set.copyOf(bad()));
        assertThat(sections(CORPUS.resolve("later/expected.txt")).keySet()).isEqualTo(Set.copyOf(later()));
        assertThat(readerOnly().values())
                .allSatisfy(reason -> assertThat(reason).isNotBlank());
    }

    static List<String> good() throws IOException {
        return names("good");
    }

    static List<String> bad() throws IOException {
        return names("bad");
    }

    static List<String> later() throws IOException {
        return names("later");
    }

    private static boolean schemaRefuses(String yaml) {
        try {
            return !SchemaValidator.errorsOfYaml(yaml).isEmpty();
        } catch (RuntimeException notYaml) {
            return true;
        }
    }

    private static DponeException refused(String folder, String name) {
        Path file = CORPUS.resolve(folder).resolve(name);
        return catchThrowableOfType(DponeException.class, () -> READER.read(file));
    }

    /** Code, message and remedy, with the file's name alone. */
    private static String refusal(String folder, String name) {
        DponeException refused = refused(folder, name);
        String message = String.valueOf(refused.getMessage()).replace(CORPUS.resolve(folder) + "/", "");
        return refused.code().id() + "\n" + message + "\n" + refused.remedy() + "\n";
    }

    /** The parts of a file that begin with {@code == name}. */
    private static Map<String, String> sections(Path file) throws IOException {
        Map<String, String> sections = new LinkedHashMap<>();
        for (String part : text(file).substring(3).split("\n== ")) {
            int end = part.indexOf('\n');
            sections.put(part.substring(0, end), part.substring(end + 1).stripTrailing() + "\n");
        }
        return sections;
    }

    private static Map<String, String> readerOnly() throws IOException {
        Map<String, String> reasons = new LinkedHashMap<>();
        for (String line : Files.readAllLines(CORPUS.resolve("reader-only.txt"))) {
            if (!line.startsWith("#")) {
                reasons.put(line.substring(0, line.indexOf(':')), line.substring(line.indexOf(':') + 1));
            }
        }
        return reasons;
    }

    private static List<String> names(String folder) throws IOException {
        try (Stream<Path> files = Files.list(CORPUS.resolve(folder))) {
            return new ArrayList<>(files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".yaml"))
                    .sorted()
                    .toList());
        }
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.UTF_8);
    }
}
