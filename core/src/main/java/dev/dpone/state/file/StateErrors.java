package dev.dpone.state.file;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the operating system or a file's content said, as the error a user reads. */
final class StateErrors {
    private StateErrors() {}

    /**
     * A file operation that did not succeed.
     *
     * @param doing the verb, to stand before the path
     */
    static DponeException failed(String doing, Path path, IOException e) {
        String reason = reason(e);
        return new DponeException(
                ErrorCode.STATE_FAILED, "Cannot " + doing + " " + path + ": " + reason, remedy(e, reason, path), e);
    }

    /** A lock that another process did not give back in time. */
    static DponeException locked(Path lock, long seconds) {
        return new DponeException(
                ErrorCode.STATE_FAILED,
                "Another process has held the lock " + lock + " for " + seconds + " seconds",
                "Find the process with 'fuser " + lock
                        + "'. If it is stopped, continue or end it, then repeat the command.");
    }

    /** Content that this program did not write, or that changed since. */
    static DponeException unreadable(Path file, String problem, String remedy, @Nullable Throwable cause) {
        return new DponeException(ErrorCode.STATE_UNREADABLE, file + ": " + problem, remedy, cause);
    }

    private static String reason(IOException e) {
        String text = e instanceof FileSystemException file ? file.getReason() : e.getMessage();
        if (text != null) {
            return text;
        }
        return e instanceof AccessDeniedException
                ? "permission denied"
                : e.getClass().getSimpleName();
    }

    private static String remedy(IOException e, String reason, Path path) {
        String lower = reason.toLowerCase(Locale.ROOT);
        if (lower.contains("no space left") || lower.contains("quota exceeded")) {
            return "Free space on the file system of " + path + ", then repeat the command. Nothing was half-written.";
        }
        if (e instanceof AccessDeniedException || lower.contains("permission denied")) {
            return "Give the user that runs dpone read and write permission there, then repeat the command.";
        }
        return "Check the disk and the permissions there, then repeat the command.";
    }
}
