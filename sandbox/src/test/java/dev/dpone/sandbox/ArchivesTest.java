package dev.dpone.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchivesTest {
    @TempDir
    Path parent;

    private Path folder;

    @BeforeEach
    void create() throws IOException {
        folder = Files.createDirectory(parent.resolve("inside"));
    }

    @Test
    void unpacksFilesLinksAndModes() throws IOException {
        TarArchiveEntry program = new TarArchiveEntry("bin/run");
        program.setMode(0755);
        TarArchiveEntry data = new TarArchiveEntry("share/data");
        data.setMode(0644);
        Archives.untar(tar(program, data, link("lib/run", "../bin/run")), folder, name -> true);
        assertThat(folder.resolve("bin/run")).isExecutable();
        assertThat(Files.isExecutable(folder.resolve("share/data"))).isFalse();
        assertThat(folder.resolve("lib/run")).isSymbolicLink().hasContent("content");
    }

    @Test
    void leavesUnwantedEntriesOut() throws IOException {
        Archives.untar(tar(new TarArchiveEntry("a"), new TarArchiveEntry("b")), folder, "a"::equals);
        assertThat(folder).isDirectoryContaining(file -> file.endsWith("a"));
        assertThat(folder.resolve("b")).doesNotExist();
    }

    @Test
    void refusesPathsOutsideTheFolder() {
        for (String name : new String[] {"../outside", "a/../../outside", "../inside-too/outside"}) {
            assertThatThrownBy(() -> Archives.untar(tar(new TarArchiveEntry(name)), folder, any -> true))
                    .isInstanceOf(IOException.class)
                    .hasMessage("Cannot unpack " + name + ": it points outside the folder");
        }
        assertThat(parent).isDirectoryNotContaining(file -> file.endsWith("outside"));
    }

    @Test
    void refusesAbsolutePaths() {
        TarArchiveEntry absolute = new TarArchiveEntry(parent.resolve("outside").toString(), true);
        assertThatThrownBy(() -> Archives.untar(tar(absolute), folder, any -> true))
                .isInstanceOf(IOException.class)
                .hasMessage("Cannot unpack " + parent.resolve("outside") + ": it points outside the folder");
    }

    @Test
    void refusesLinksOutOfTheFolderAndOtherKinds() {
        assertThatThrownBy(() -> Archives.untar(tar(link("l", "../outside")), folder, any -> true))
                .isInstanceOf(IOException.class)
                .hasMessage("Cannot unpack l: it points outside the folder");
        TarArchiveEntry device = new TarArchiveEntry("device", TarConstants.LF_CHR);
        assertThatThrownBy(() -> Archives.untar(tar(device), folder, any -> true))
                .isInstanceOf(IOException.class)
                .hasMessage("Cannot unpack device: neither a file, a folder nor a symbolic link");
    }

    private static TarArchiveEntry link(String name, String target) {
        TarArchiveEntry link = new TarArchiveEntry(name, TarConstants.LF_SYMLINK);
        link.setLinkName(target);
        return link;
    }

    private static InputStream tar(TarArchiveEntry... entries) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
            for (TarArchiveEntry entry : entries) {
                byte[] content =
                        entry.getLinkFlag() == TarConstants.LF_NORMAL ? "content".getBytes(UTF_8) : new byte[0];
                entry.setSize(content.length);
                tar.putArchiveEntry(entry);
                tar.write(content);
                tar.closeArchiveEntry();
            }
        }
        return new ByteArrayInputStream(bytes.toByteArray());
    }
}
