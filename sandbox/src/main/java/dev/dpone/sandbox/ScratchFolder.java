package dev.dpone.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder of its own among the machine's temporary files, gone with all it holds when closed. */
public record ScratchFolder(Path path) implements AutoCloseable {
    /** Makes one whose name begins so. */
    public static ScratchFolder create(String prefix) {
        try {
            return new ScratchFolder(Files.createTempDirectory(prefix).toRealPath());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            Folders.delete(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
