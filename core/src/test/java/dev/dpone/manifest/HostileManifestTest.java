package dev.dpone.manifest;

import static dev.dpone.manifest.Manifests.SHORT;
import static dev.dpone.manifest.Manifests.one;
import static dev.dpone.manifest.Manifests.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files made to hurt, or saved in the wrong way. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostileManifestTest {
    @Test
    void refusesAliasesThatMultiply() {
        StringBuilder bomb = new StringBuilder("x-0: &a0 [lol]\n");
        for (int i = 1; i < 30; i++) {
            String alias = "*a" + (i - 1);
            bomb.append("x-%d: &a%d [%s]\n".formatted(i, i, String.join(",", java.util.Collections.nCopies(9, alias))));
        }

        assertThat(refused(bomb + SHORT))
                .hasMessageContaining(": the file must hold at most 100000 values, aliases followed, but holds more");
    }

    @Test
    void refusesAnAliasInsideItsOwnValue() {
        assertThat(refused("x-a: &a {b: [*a]}\n" + SHORT))
                .hasMessage("m.yaml:1:14: the alias *a stands inside the value it refers to");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{a: ", "- ", "? "})
    void refusesDeepNesting(String level) {
        assertThat(refused("x-a:\n  " + level.repeat(100_000)))
                .hasMessageContaining("the file nests deeper than 64 levels");
    }

    @Test
    void refusesDeepBlocks() {
        StringBuilder deep = new StringBuilder();
        for (int i = 0; i < 1_000; i++) {
            deep.append(" ".repeat(i)).append("a:\n");
        }

        assertThat(refused(deep.toString())).hasMessage("m.yaml:65:65: the file nests deeper than 64 levels");
    }

    @Test
    void refusesTablesThatMultiplyDefaults() {
        StringBuilder columns = new StringBuilder("  schema_contract:\n    columns:\n");
        for (int i = 0; i < 10_000; i++) {
            columns.append("      c").append(i).append(": Int8\n");
        }
        StringBuilder tables = new StringBuilder("    tables:\n");
        for (int i = 0; i < 10_000; i++) {
            tables.append("      - t").append(i).append('\n');
        }
        String manifest = SHORT.replace("schemas:\n", columns + "schemas:\n").replace("    tables: [events]\n", tables);

        assertThat(refused(manifest))
                .hasMessageContaining(": the tables must hold at most 1000000 values, defaults merged, but hold more");
    }

    @Test
    void readsFiveThousandTables() {
        StringBuilder tables = new StringBuilder("    tables:\n");
        for (int i = 0; i < 5_000; i++) {
            tables.append("      - t").append(i).append('\n');
        }

        assertThat(Manifests.read(SHORT.replace("    tables: [events]\n", tables))
                        .pipelines())
                .hasSize(5_000);
    }

    @Test
    void answersManyMistypedKeysQuickly() {
        StringBuilder many = new StringBuilder(SHORT);
        for (int i = 0; i < 40_000; i++) {
            many.append("schemax_").append(i).append(": 1\n");
        }

        assertThat(refused(many.toString())).hasMessageStartingWith("m.yaml has 40000 problems:");
    }

    @Test
    void readsALongStatement() {
        String sql = "SELECT '" + "x".repeat(900_000) + "'";

        assertThat(one(SHORT.replace(
                                "connection_id: ch\n",
                                "connection_id: ch\n    options:\n      query:\n        sql: >\n          " + sql
                                        + "\n"))
                        .source()
                        .query()
                        .sql())
                .contains(sql + "\n");
    }

    @Test
    void shortensWhatItShows() {
        assertThat(refused(SHORT.replace("type: postgres", "type: " + "x".repeat(100_000))))
                .hasMessageEndingWith("but was \"" + "x".repeat(60) + "...\"");
    }

    @ParameterizedTest
    @CsvSource({
        "0000, Save the file as UTF-8 text.",
        "0007, Remove the character.",
        "001B, Remove the character.",
        "007F, Remove the character.",
        "0085, Remove the character.",
        "FEFF, Remove the character."
    })
    void refusesControlCharacters(String code, String remedy) {
        char c = (char) Integer.parseInt(code, 16);

        DponeException refused = refused(SHORT.replace("connection_id: pg", "connection_id: p" + c + "g"));

        assertThat(refused).hasMessage("m.yaml:8:21: the file holds the control character U+" + code);
        assertThat(refused.remedy()).isEqualTo(remedy);
    }

    @Test
    void showsEscapedControlCharactersEscaped() {
        assertThat(refused(SHORT.replace("connection_id: pg", "connection_id: \"p\\e[31m\\u202eg\"")))
                .hasMessageEndingWith("but was \"p\\u001b[31m\\u202eg\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-16"})
    void refusesUtf16(String charset, @TempDir Path folder) throws IOException {
        assertThat(refusedBytes(folder, SHORT.getBytes(Charset.forName(charset)))
                        .remedy())
                .isEqualTo("Save the file as UTF-8 text.");
    }

    @Test
    void namesThePlaceOfBytesThatAreNotUtf8(@TempDir Path folder) throws IOException {
        byte[] latin1 = SHORT.replace("public", "größe").getBytes(StandardCharsets.ISO_8859_1);

        assertThat(refusedBytes(folder, latin1)).hasMessageEndingWith("m.yaml:9:23: the file is not UTF-8 here");
    }

    @Test
    void refusesATruncatedCharacterAtTheEnd(@TempDir Path folder) throws IOException {
        byte[] whole = (SHORT + "# é").getBytes(StandardCharsets.UTF_8);
        byte[] cut = java.util.Arrays.copyOf(whole, whole.length - 1);

        assertThat(refusedBytes(folder, cut)).hasMessageEndingWith("m.yaml:14:3: the file is not UTF-8 here");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\r"})
    void countsLinesWithEachLineEnd(String end) {
        String manifest = SHORT.replace("type: postgres", "type: oracle").replace("\n", end);

        assertThat(refused(manifest)).hasMessageStartingWith("m.yaml:7:11: defaults.sink.type must be");
        assertThat(refused(SHORT.replace("type: postgres", "type: \u0001").replace("\n", end)))
                .hasMessageStartingWith("m.yaml:7:11: the file holds");
    }

    @Test
    void countsColumnsInCodePoints() {
        assertThat(refused(SHORT.replace("{schema: public}", "{\"😀\": 1, schema: 1}")))
                .hasMessageContaining("m.yaml:9:13: defaults.sink.table.\"😀\" is not a known key")
                .hasMessageContaining("m.yaml:9:29: defaults.sink.table.schema must be a name, but was 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"? [a, b]\n: c\n", "? {a: b}\n: c\n"})
    void refusesKeysThatAreNotText(String entry) {
        assertThat(refused(entry + SHORT)).hasMessageStartingWith("m.yaml:1:3: the key must be text, but was a ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"!!python/object:os.system ls", "!!binary aGk=", "!<tag:x,2000:y> a", "! a", "!!set {a: }"})
    void refusesTags(String value) {
        assertThat(refused("x-a: " + value + "\n" + SHORT)).hasMessageStartingWith("m.yaml:1:6: x-a has the tag ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%YAML 2.0\n---\n",
                "%YAML 1.1\n---\n",
                "%FOO bar\n---\na: [",
                "@",
                "`",
                "a: b: c",
                "a: *",
                "- a\nb: c"
            })
    void refusesWhatIsNotYaml(String text) {
        DponeException refused = refused(text + "\n" + SHORT);

        assertThat(refused.code()).isEqualTo(ErrorCode.MANIFEST_INVALID);
        assertThat(refused).hasMessageMatching("m\\.yaml:[0-9]+:[0-9]+: the file is not YAML[^\n]*");
    }

    private static DponeException refusedBytes(Path folder, byte[] bytes) throws IOException {
        Path file = Files.write(folder.resolve("m.yaml"), bytes);
        return catchThrowableOfType(DponeException.class, () -> new ManifestReader(folder).read(file));
    }
}
