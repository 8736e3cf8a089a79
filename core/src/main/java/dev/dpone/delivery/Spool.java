package dev.dpone.delivery;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The private folder of one delivery's sealed files: {@code <work_dir>/<name>}, mode 0700, made by this delivery alone.
 * Free space is looked at, not reserved. Thread-safe.
 */
final class Spool implements AutoCloseable {
    /** Room for directory entries and file tails beyond the payload. */
    private static final long OVERHEAD = 1L << 20;

    private static final String SUFFIX = ".sealed";

    private final Path folder;
    private final long minFreeBytes;

    private Spool(Path folder, long minFreeBytes) {
        this.folder = folder;
        this.minFreeBytes = minFreeBytes;
    }

    /**
     * Makes the folder, and checks that {@code reservation} bytes fit beside {@code minFreeBytes}.
     *
     * @param name unique per delivery, safe as a file name
     */
    static Spool open(Path workDir, String name, long reservation, long minFreeBytes) {
        try {
            Files.createDirectories(workDir);
            if (!Files.isDirectory(workDir, LinkOption.NOFOLLOW_LINKS)) {
                throw new DponeException(
                        ErrorCode.SPOOL_FAILED,
                        "work_dir " + workDir + " is a symbolic link or not a directory",
                        "Set runtime.storage.work_dir to a real directory.");
            }
            long required = Math.addExact(Math.addExact(reservation, OVERHEAD), minFreeBytes);
            long free = Files.getFileStore(workDir).getUsableSpace();
            if (free < required) {
                throw new DponeException(
                        ErrorCode.SPOOL_SPACE,
                        "The spool needs " + required + " bytes free in " + workDir + " (" + reservation
                                + " for sealed files, " + minFreeBytes + " to stay free), but has " + free,
                        "Free space, point runtime.storage.work_dir elsewhere, or lower max_bytes, max_pending or the"
                                + " parallelism.");
            }
            Path folder = workDir.resolve(name);
            Files.createDirectory(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            return new Spool(folder, minFreeBytes);
        } catch (IOException e) {
            throw failed("Cannot make the spool folder " + workDir.resolve(name), e);
        }
    }

    /** Removes the folder that an earlier process of the same run left, if there is one. */
    static void removeLeftover(Path workDir, String name) {
        new Spool(workDir.resolve(name), 0).close();
    }

    /** Checks that a frame of this size still fits beside the space that has to stay free. */
    void admit(long bytes) {
        try {
            long free = Files.getFileStore(folder).getUsableSpace();
            if (free < bytes + minFreeBytes) {
                throw new DponeException(
                        ErrorCode.SPOOL_SPACE,
                        "The spool has " + free + " bytes free in " + folder.getParent() + ", but the next file needs "
                                + bytes + " beside the " + minFreeBytes + " that have to stay free",
                        "Free space and run again; nothing was published.");
            }
        } catch (IOException e) {
            throw failed("Cannot read the free space of " + folder, e);
        }
    }

    /** A new file for the ordinal's rows, mode 0600, that did not exist before. */
    FileChannel create(int ordinal) throws IOException {
        return FileChannel.open(
                path(ordinal),
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }

    Path path(int ordinal) {
        return folder.resolve(ordinal + SUFFIX);
    }

    /** Makes a written file read-only. */
    void seal(int ordinal) throws IOException {
        Files.setPosixFilePermissions(path(ordinal), PosixFilePermissions.fromString("r--------"));
    }

    /** Removes a file whose rows are proven to be in a stage, or whose delivery has failed. */
    void remove(int ordinal) {
        try {
            Files.deleteIfExists(path(ordinal));
        } catch (IOException e) {
            throw failed("Cannot remove " + path(ordinal), e);
        }
    }

    /** Removes the folder with what is left in it. */
    @Override
    public void close() {
        try {
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                return;
            }
            try (DirectoryStream<Path> left = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
                for (Path file : left) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
        } catch (IOException e) {
            throw failed("Cannot remove the spool folder " + folder, e);
        }
    }

    static DponeException failed(String what, IOException e) {
        return new DponeException(
                ErrorCode.SPOOL_FAILED,
                what + ": " + e.getClass().getSimpleName() + ": " + e.getMessage(),
                "Check runtime.storage.work_dir: it must be writable, local, and have room.",
                e);
    }
}
