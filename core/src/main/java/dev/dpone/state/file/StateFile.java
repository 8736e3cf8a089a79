package dev.dpone.state.file;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** A file of one sealed line. */
final class StateFile {
    private static final int MAX_SIZE = 1 << 20;

    private StateFile() {}

    /** The file's content. */
    static byte[] content(byte[] line) {
        byte[] content = Arrays.copyOf(line, line.length + 1);
        content[line.length] = '\n';
        return content;
    }

    /** The line without its break; empty when there is no file. */
    static Optional<byte[]> read(Path file, String remedy) throws IOException {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw StateErrors.unreadable(file, "it is not a regular file", remedy);
        }
        byte[] content;
        // Not a channel: an interrupted thread could not read from one.
        try (InputStream in = new FileInputStream(file.toFile())) {
            content = in.readNBytes(MAX_SIZE + 1);
        }
        if (content.length > MAX_SIZE) {
            throw StateErrors.unreadable(file, "it is longer than " + MAX_SIZE + " bytes", remedy);
        }
        if (content.length == 0 || content[content.length - 1] != '\n') {
            throw StateErrors.unreadable(file, "its last line has no end", remedy);
        }
        return Optional.of(Arrays.copyOf(content, content.length - 1));
    }
}
