package dev.dpone.sandbox;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;

/** Unpacking of tar streams that stays inside the given folder. */
final class Archives {
    private static final Set<Byte> REGULAR = Set.of(TarConstants.LF_NORMAL, TarConstants.LF_OLDNORM);
    private static final int OWNER_EXECUTES = 0100;

    private Archives() {}

    /** Unpacks the wanted entries; an entry or link that points outside the folder is refused. */
    static void untar(InputStream in, Path folder, Predicate<String> wanted) throws IOException {
        try (TarArchiveInputStream tar = new TarArchiveInputStream(in)) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                if (wanted.test(entry.getName())) {
                    unpack(tar, entry, folder);
                }
            }
        }
    }

    private static void unpack(TarArchiveInputStream tar, TarArchiveEntry entry, Path folder) throws IOException {
        Path path = inside(folder, folder.resolve(entry.getName()), entry);
        if (entry.isDirectory()) {
            Files.createDirectories(path);
            return;
        }
        Files.createDirectories(path.resolveSibling("."));
        if (entry.isSymbolicLink()) {
            inside(folder, path.resolveSibling(entry.getLinkName()), entry);
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
        } else if (REGULAR.contains(entry.getLinkFlag())) {
            Files.copy(tar, path);
            if ((entry.getMode() & OWNER_EXECUTES) != 0 && !path.toFile().setExecutable(true, false)) {
                throw new IOException("Cannot make executable: " + path);
            }
        } else {
            throw new IOException(
                    "Cannot unpack " + entry.getName() + ": neither a file, a folder nor a symbolic link");
        }
    }

    private static Path inside(Path folder, Path path, TarArchiveEntry entry) throws IOException {
        Path normal = path.normalize();
        if (!normal.startsWith(folder.normalize())) {
            throw new IOException("Cannot unpack " + entry.getName() + ": it points outside the folder");
        }
        return normal;
    }
}
