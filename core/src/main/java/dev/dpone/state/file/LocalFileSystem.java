package dev.dpone.state.file;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/** Tells file systems of this machine from those of others, whose locks two machines may both be granted. */
final class LocalFileSystem {
    /** Local although FUSE serves them: the overlay of rootless containers. */
    private static final Set<String> LOCAL_FUSE = Set.of("fuse.fuse-overlayfs");

    private LocalFileSystem() {}

    /** Throws {@code DPONE_STATE_FAILED} when the directory's file system is a network one. */
    static void require(Path directory) throws IOException {
        require(directory, Files.getFileStore(directory).type());
    }

    static void require(Path directory, String type) {
        if (isRemote(type)) {
            throw new DponeException(
                    ErrorCode.STATE_FAILED,
                    "The state directory " + directory + " is on a network file system (" + type
                            + "), whose locks cannot be relied on",
                    "Set runtime.storage.state_dir to a directory on a local disk.");
        }
    }

    private static boolean isRemote(String type) {
        String name = type.toLowerCase(Locale.ROOT);
        boolean fuse = name.equals("fuse") || name.startsWith("fuse.");
        return name.startsWith("nfs")
                || name.startsWith("cifs")
                || name.startsWith("smb")
                || name.startsWith("afs")
                || (fuse && !LOCAL_FUSE.contains(name));
    }
}
