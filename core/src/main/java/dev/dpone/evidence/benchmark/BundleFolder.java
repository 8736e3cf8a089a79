package dev.dpone.evidence.benchmark;

import dev.dpone.digest.Sha256;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.files.IoFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the files of one bundle, and nothing outside its folder: no link is followed below it, and only regular files of at most
 * {@value #MOST_BYTES} bytes are opened. Each file is read once, and what is returned is what was hashed.
 */
final class BundleFolder {
    static final int MOST_BYTES = 16 << 20;

    private final Path root;
    private final List<Path> files = new ArrayList<>();

    /** Throws {@code DPONE_BENCH_DOCUMENT_INVALID} where there is no such folder. */
    BundleFolder(Path folder) {
        try {
            root = folder.toRealPath();
        } catch (IOException e) {
            throw refused(
                    "The bundle " + folder + " cannot be read: "
                            + IoFailure.of(e).reason(),
                    e);
        }
        if (!Files.isDirectory(root)) {
            throw refused("The bundle " + folder + " is no folder", null);
        }
    }

    Path root() {
        return root;
    }

    /** What was read so far. */
    List<Path> files() {
        return List.copyOf(files);
    }

    /** The document in the bytes that this names. */
    <T> T document(Ref ref, Function<byte[], T> read) {
        return parse(ref.path(), verified(ref), read);
    }

    /** The bytes that this names. */
    byte[] verified(Ref ref) {
        byte[] content = bytes(ref.path());
        String actual = Sha256.hexOf(content);
        if (!actual.equals(ref.sha256())) {
            throw invalid(
                    ref.path(), "its SHA-256 is " + actual + ", not " + ref.sha256() + " as it was when it was named");
        }
        return content;
    }

    <T> T parse(String path, byte[] content, Function<byte[], T> read) {
        try {
            return read.apply(content);
        } catch (IllegalArgumentException e) {
            throw refused(describe(path, String.valueOf(e.getMessage())), e);
        }
    }

    byte[] bytes(String path) {
        Path file = confined(path);
        byte[] content;
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            content = in.readNBytes(MOST_BYTES + 1);
        } catch (IOException e) {
            throw refused(describe(path, IoFailure.of(e).reason()), e);
        }
        if (content.length > MOST_BYTES) {
            throw invalid(path, "it has more than " + MOST_BYTES + " bytes");
        }
        files.add(file);
        return content;
    }

    /** Every part on the way must be a real folder, and the last a regular file. */
    private Path confined(String path) {
        Path at = root;
        String[] parts = path.split("/", -1);
        for (int i = 0; i < parts.length; i++) {
            at = at.resolve(parts[i]);
            BasicFileAttributes attributes;
            try {
                attributes = Files.readAttributes(at, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            } catch (NoSuchFileException e) {
                throw invalid(path, "there is no such file");
            } catch (IOException e) {
                throw refused(describe(path, IoFailure.of(e).reason()), e);
            }
            if (attributes.isSymbolicLink()) {
                throw invalid(path, "a symbolic link is on the way to it");
            } else if (i + 1 < parts.length ? !attributes.isDirectory() : !attributes.isRegularFile()) {
                throw invalid(path, "it is no regular file");
            }
        }
        return at;
    }

    /** Something is wrong with this file. */
    DponeException invalid(String path, String problem) {
        return refused(describe(path, problem), null);
    }

    private String describe(String path, String problem) {
        return "File " + path + " of the bundle " + root + " is not accepted: " + problem;
    }

    private static DponeException refused(String message, @Nullable Throwable cause) {
        return new DponeException(
                ErrorCode.BENCH_DOCUMENT_INVALID,
                message,
                "Name a folder that 'dpone bench run' completed, as it wrote it; kept files are never mended.",
                cause);
    }
}
