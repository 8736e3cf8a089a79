package dev.dpone.files;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The steps that make files durable. On return their effect survives the machine. Directories are 0700, files 0600
 * where the file system knows permissions. An interrupted thread finishes its step and stays interrupted.
 */
public final class DurableFiles {
    private DurableFiles() {}

    /** Creates the directory and its missing parents. */
    public static void createDirectories(Path directory) throws IOException {
        Deque<Path> missing = new ArrayDeque<>();
        Path at = directory.toAbsolutePath();
        while (at != null && !Files.isDirectory(at)) {
            missing.push(at);
            at = at.getParent();
        }
        for (Path path : missing) {
            try {
                Files.createDirectory(path, permissions(path, "rwx------"));
            } catch (FileAlreadyExistsException e) {
                if (!Files.isDirectory(path)) {
                    throw e;
                }
            }
            forceDirectory(parentOf(path));
        }
    }

    /** Creates an empty file unless there is one. */
    public static void createFile(Path file) throws IOException {
        try {
            Files.createFile(file, permissions(file, "rw-------"));
        } catch (FileAlreadyExistsException e) {
            return;
        }
        forceDirectory(parentOf(file));
    }

    /** Replaces the file, or creates it: at every moment it has its old content, or all of the new. */
    public static void replace(Path file, byte[] content) throws IOException {
        Path temporary = temporary(file, content);
        try {
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            deleteAfter(e, temporary);
            throw e;
        }
        forceDirectory(parentOf(file));
    }

    /**
     * Creates the file with its content in one step: at every moment it is not there, or has all of it. Throws {@link
     * FileAlreadyExistsException} where the name is taken, by whatever, and leaves that as it is. Needs hard links.
     */
    public static void create(Path file, byte[] content) throws IOException {
        Path temporary = temporary(file, content);
        try {
            Files.createLink(file, temporary);
        } catch (IOException | UnsupportedOperationException e) {
            IOException failure = e instanceof IOException io ? io : new IOException("no hard links here", e);
            deleteAfter(failure, temporary);
            throw failure;
        }
        Files.delete(temporary);
        forceDirectory(parentOf(file));
    }

    /** A synced file with the content beside the one to be. */
    private static Path temporary(Path file, byte[] content) throws IOException {
        Path temporary =
                Files.createTempFile(parentOf(file), file.getFileName() + ".", ".tmp", permissions(file, "rw-------"));
        try (FileOutputStream out = new FileOutputStream(temporary.toFile())) {
            out.write(content);
            out.getFD().sync();
        } catch (IOException e) {
            deleteAfter(e, temporary);
            throw e;
        }
        return temporary;
    }

    /** Makes the names in the directory durable. */
    public static void forceDirectory(Path directory) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            boolean forced = false;
            while (!forced) {
                try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                    channel.force(true);
                    forced = true;
                } catch (ClosedByInterruptException e) {
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void deleteAfter(IOException failure, Path temporary) {
        try {
            Files.deleteIfExists(temporary);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    private static Path parentOf(Path path) {
        Path parent = path.toAbsolutePath().getParent();
        if (parent == null) {
            throw new IllegalArgumentException("The root is no place for a file");
        }
        return parent;
    }

    private static FileAttribute<?>[] permissions(Path path, String text) {
        boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text))}
                : new FileAttribute<?>[0];
    }
}
