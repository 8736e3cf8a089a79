package dev.dpone.evidence.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultFileTest {
    private static final byte[] CONTENT = {1, 2, 3};

    @TempDir
    Path folder;

    private List<Bundle> evidence = List.of();
    private Map<String, String> before = Map.of();

    @BeforeEach
    void makeABundle() {
        evidence = List.of(new BundleExample()
                .with(BundleExample.NARROW, BundleExample.EIGHT, "1")
                .read(folder.resolve("bundle")));
        before = BundleExample.contents(folder.resolve("bundle"));
    }

    private void write(Path file, boolean overwrite) {
        new ResultFile(file, overwrite).write(CONTENT, evidence);
    }

    private void refused(Path file, boolean overwrite, ErrorCode code) {
        assertThatThrownBy(() -> write(file, overwrite))
                .isInstanceOfSatisfying(
                        DponeException.class, e -> assertThat(e.code()).isEqualTo(code));
        assertThat(BundleExample.contents(folder.resolve("bundle"))).isEqualTo(before);
    }

    @Test
    void replacesAFileOnlyWhenAskedTo() throws IOException {
        Path file = folder.resolve("c.json");
        write(file, false);
        assertThat(file).hasBinaryContent(CONTENT);
        Files.writeString(file, "mine");
        refused(file, false, ErrorCode.OUTPUT_EXISTS);
        assertThat(file).hasContent("mine");
        write(file, true);
        assertThat(file).hasBinaryContent(CONTENT);
        Files.delete(file);
        write(file, true);
        assertThat(file).hasBinaryContent(CONTENT);
    }

    @Test
    void neverReplacesEvidenceThroughWhateverName() throws IOException {
        Path campaign = folder.resolve("bundle/campaign.json");
        Path link = Files.createSymbolicLink(folder.resolve("link.json"), campaign);
        Path twin = Files.createLink(folder.resolve("twin.json"), campaign);
        Path way = Files.createSymbolicLink(folder.resolve("way"), folder.resolve("bundle"));
        for (Path file : List.of(
                campaign,
                link,
                twin,
                way.resolve("campaign.json"),
                folder.resolve("way/runs/../campaign.json"),
                folder.resolve("bundle")
                        .resolve(evidence.get(0).campaign().runs().get(0).path()))) {
            refused(file, true, ErrorCode.OUTPUT_IS_EVIDENCE);
            refused(file, false, ErrorCode.OUTPUT_IS_EVIDENCE);
        }
        assertThat(Files.isSymbolicLink(link)).isTrue();
    }

    @Test
    void replacesNothingThatIsNoRegularFile() throws IOException {
        Path directory = Files.createDirectory(folder.resolve("d"));
        Path dangling = Files.createSymbolicLink(folder.resolve("dangling"), folder.resolve("nowhere"));
        Path other = Files.writeString(folder.resolve("other"), "other");
        Path link = Files.createSymbolicLink(folder.resolve("link"), other);
        for (Path file : List.of(directory, dangling, link)) {
            refused(file, true, ErrorCode.OUTPUT_EXISTS);
        }
        assertThat(other).hasContent("other");
        assertThat(Files.exists(folder.resolve("nowhere"), LinkOption.NOFOLLOW_LINKS))
                .isFalse();
    }

    @Test
    void saysWhyItCannotBeWritten() {
        assertThatThrownBy(() -> write(folder.resolve("missing/c.json"), false))
                .isInstanceOfSatisfying(
                        DponeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OUTPUT_FAILED))
                .hasMessageContaining("missing/c.json cannot be written: ");
    }
}
