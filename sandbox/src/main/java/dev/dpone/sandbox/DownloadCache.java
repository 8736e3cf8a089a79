package dev.dpone.sandbox;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;

/** A folder of verified installations, filled once and shared by all processes of a user. */
final class DownloadCache {
    /** File locks don't exclude threads of one process, so this one does. */
    private static final ReentrantLock IN_PROCESS = new ReentrantLock();

    private final Path root;

    DownloadCache(Path root) {
        this.root = root;
    }

    /** Fills an empty folder with an installation, or checks one that is there. */
    interface Installation {
        /** Whether the folder holds this installation, whole and unchanged. */
        boolean isComplete(Path folder) throws IOException;

        /** Puts the verified installation into the given empty folder. */
        void install(Path folder) throws IOException;
    }

    /**
     * The folder {@code name} with the installation, made now when it isn't there. Waits for other processes that
     * make it. A half-made folder is never seen under its name.
     */
    Path folder(String name, Installation installation) throws IOException {
        Files.createDirectories(root);
        Path folder = root.resolve(name);
        IN_PROCESS.lock();
        try (FileChannel channel = FileChannel.open(
                        root.resolve(name + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (!lock.isValid() || !installation.isComplete(folder)) {
                make(folder, installation);
            }
            return folder;
        } finally {
            IN_PROCESS.unlock();
        }
    }

    private void make(Path folder, Installation installation) throws IOException {
        Path draft = root.resolve(folder.getFileName() + ".part");
        // Left by a process that died; the lock says that no living one is using it.
        Folders.delete(draft);
        Files.createDirectory(draft);
        try {
            installation.install(draft);
            Folders.delete(folder);
            Files.move(draft, folder, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Folders.delete(draft);
        }
    }
}
