package dev.dpone.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;

/**
 * What a file operation failed of, in the operating system's words and sorted by what helps.
 *
 * @param reason such as {@code No space left on device}
 */
public record IoFailure(String reason, Kind kind) {
    /** What helps. */
    public enum Kind {
        /** Free space, or raise the quota. */
        SPACE,
        /** Grant permissions. */
        PERMISSION,
        OTHER
    }

    public static IoFailure of(IOException e) {
        String text = text(e);
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.contains("no space left") || lower.contains("quota exceeded")) {
            return new IoFailure(text, Kind.SPACE);
        }
        boolean denied = e instanceof AccessDeniedException || lower.contains("permission denied");
        return new IoFailure(text, denied ? Kind.PERMISSION : Kind.OTHER);
    }

    private static String text(IOException e) {
        String text = e instanceof FileSystemException file ? file.getReason() : e.getMessage();
        if (text != null) {
            return text;
        } else if (e instanceof AccessDeniedException) {
            return "permission denied";
        } else if (e instanceof FileAlreadyExistsException) {
            return "something else is in its place";
        } else if (e instanceof NoSuchFileException) {
            return "no such file or directory";
        }
        return e.getClass().getSimpleName();
    }
}
