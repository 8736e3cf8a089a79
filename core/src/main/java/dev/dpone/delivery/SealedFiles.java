package dev.dpone.delivery;

import dev.dpone.digest.Sha256;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.SealedFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.security.MessageDigest;
import java.util.HexFormat;

/** The check before every import that a sealed file still is what was sealed. */
final class SealedFiles {
    private SealedFiles() {}

    /** Throws {@code DPONE_SPOOL_FAILED} unless the file is a plain file of the sealed length and hash. */
    static void check(SealedFile file) {
        MessageDigest hash = Sha256.newDigest();
        try {
            boolean plain = Files.isRegularFile(file.path(), LinkOption.NOFOLLOW_LINKS);
            if (plain && Files.size(file.path()) == file.fileBytes()) {
                try (InputStream in = Files.newInputStream(file.path())) {
                    byte[] buffer = new byte[256 * 1024];
                    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                        hash.update(buffer, 0, n);
                    }
                }
                if (HexFormat.of().formatHex(hash.digest()).equals(file.sha256())) {
                    return;
                }
            }
        } catch (IOException e) {
            throw Spool.failed("Cannot read " + file.path(), e);
        }
        throw new DponeException(
                ErrorCode.SPOOL_FAILED,
                "The sealed file " + file.path() + " was changed or removed after it was sealed",
                "Find out what else writes into runtime.storage.work_dir, then run again; nothing was published.");
    }
}
