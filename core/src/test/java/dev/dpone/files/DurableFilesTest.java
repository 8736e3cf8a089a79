package dev.dpone.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurableFilesTest {
    @TempDir
    Path directory;

    @Test
    void replacesAFileAndLeavesNoTemporaryOne() throws IOException {
        Path file = directory.resolve("a");
        DurableFiles.replace(file, new byte[] {1, 2});
        DurableFiles.replace(file, new byte[] {3});
        assertThat(file).hasBinaryContent(new byte[] {3});
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void aReplacementThatFailsKeepsTheOldAndNoTemporaryFile() throws IOException {
        Path occupied = directory.resolve("a");
        Files.createDirectories(occupied.resolve("b"));
        assertThatThrownBy(() -> DurableFiles.replace(occupied, new byte[1])).isInstanceOf(IOException.class);
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactly(occupied);
        }
    }

    @Test
    void creatingKeepsWhatIsThere() throws IOException {
        Path file = directory.resolve("a");
        DurableFiles.replace(file, new byte[] {1});
        DurableFiles.createFile(file);
        assertThat(file).hasBinaryContent(new byte[] {1});
        DurableFiles.createDirectories(directory);
        DurableFiles.createDirectories(directory.resolve("x/y/z"));
        assertThat(directory.resolve("x/y/z")).isDirectory();
        assertThatThrownBy(() -> DurableFiles.createDirectories(file)).isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void anInterruptedThreadFinishesAndStaysInterrupted() throws IOException {
        Thread.currentThread().interrupt();
        DurableFiles.replace(directory.resolve("a"), new byte[] {1});
        DurableFiles.createDirectories(directory.resolve("b"));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(directory.resolve("a")).hasBinaryContent(new byte[] {1});
    }

    @Test
    void failuresAreToldInTheSystemsWords() {
        assertThat(IoFailure.of(new IOException("No space left on device")))
                .isEqualTo(new IoFailure("No space left on device", IoFailure.Kind.SPACE));
        assertThat(IoFailure.of(new FileSystemException("/x", null, "Disk quota exceeded")))
                .isEqualTo(new IoFailure("Disk quota exceeded", IoFailure.Kind.SPACE));
        assertThat(IoFailure.of(new AccessDeniedException("/x")))
                .isEqualTo(new IoFailure("permission denied", IoFailure.Kind.PERMISSION));
        assertThat(IoFailure.of(new FileAlreadyExistsException("/x")).reason())
                .isEqualTo("something else is in its place");
        assertThat(IoFailure.of(new NoSuchFileException("/x")).reason()).isEqualTo("no such file or directory");
        assertThat(IoFailure.of(new IOException("/x (Permission denied)")).kind())
                .isEqualTo(IoFailure.Kind.PERMISSION);
        assertThat(IoFailure.of(new IOException())).isEqualTo(new IoFailure("IOException", IoFailure.Kind.OTHER));
    }
}
