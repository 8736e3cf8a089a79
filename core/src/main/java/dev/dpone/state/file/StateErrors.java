package dev.dpone.state.file;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.files.IoFailure;
import java.io.IOException;
import java.nio.file.Path;

/** What the operating system or a file's content said, as the error a user reads. */
final class StateErrors {
    private StateErrors() {}

    /**
     * A file operation that did not succeed.
     *
     * @param doing the verb, to stand before the path
     */
    static DponeException failed(String doing, Path path, IOException e) {
        IoFailure failure = IoFailure.of(e);
        return new DponeException(
                ErrorCode.STATE_FAILED,
                "Cannot " + doing + " " + path + ": " + failure.reason(),
                switch (failure.kind()) {
                    case SPACE ->
                        "Free space on the file system of " + path
                                + ", then repeat the command. Nothing was half-written.";
                    case PERMISSION ->
                        "Give the user that runs dpone read and write permission there, then repeat the command.";
                    case OTHER -> "Check the disk and the permissions there, then repeat the command.";
                },
                e);
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
    static DponeException unreadable(Path file, String problem, String remedy) {
        return new DponeException(ErrorCode.STATE_UNREADABLE, file + ": " + problem, remedy);
    }
}
