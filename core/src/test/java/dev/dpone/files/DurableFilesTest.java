package dev.dpone.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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
    void createsAFileInOneStepAndReplacesNone() throws IOException {
        Path file = directory.resolve("a");
        DurableFiles.create(file, new byte[] {1, 2});
        assertThat(file).hasBinaryContent(new byte[] {1, 2});
        Path link = Files.createSymbolicLink(directory.resolve("dangling"), directory.resolve("nowhere"));
        Path folder = Files.createDirectory(directory.resolve("folder"));
        for (Path taken : List.of(file, link, folder)) {
            assertThatThrownBy(() -> DurableFiles.create(taken, new byte[] {3}))
                    .isInstanceOf(FileAlreadyExistsException.class);
        }
        assertThat(file).hasBinaryContent(new byte[] {1, 2});
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactlyInAnyOrder(file, link, folder);
        }
    }

    @Test
    @Timeout(120)
    void aKilledProcessLeavesWholeFilesOnly() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process writer = new ProcessBuilder(
                        java,
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FileWritingProcess.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out = writer.inputReader()) {
            assertThat(out.readLine()).isEqualTo("0");
            assertThat(out.readLine()).isEqualTo("1");
        } finally {
            writer.destroyForcibly().waitFor();
        }

        try (Stream<Path> files = Files.list(directory)) {
            List<Path> results =
                    files.filter(file -> !file.toString().endsWith(".tmp")).toList();
            assertThat(results).hasSizeGreaterThanOrEqualTo(3);
            for (Path result : results) {
                assertThat(Files.size(result)).as("%s", result).isEqualTo(FileWritingProcess.BYTES);
            }
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
