package dev.dpone.manifest;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads small files. */
final class BoundedFile {
    private BoundedFile() {}

    /** The file's bytes, one more than the bound when it has more; throws with the code when it can't be read. */
    static byte[] read(Path file, int bound, ErrorCode code) {
        if (Files.isDirectory(file)) {
            throw new DponeException(code, file + " is a folder", "Name a file.");
        }
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(bound + 1);
        } catch (NoSuchFileException absent) {
            throw new DponeException(code, file + " does not exist", "Correct the name, or create the file.", absent);
        } catch (IOException failed) {
            throw new DponeException(
                    code, file + " cannot be read", "Check the file's permissions and its disk.", failed);
        }
    }
}
