package dev.dpone.state.file;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Stored bytes are not what this program writes. Turned into what users see where the file's name is known. */
final class CorruptStateException extends Exception {
    private static final long serialVersionUID = 1L;

    private final @Nullable String remedy;

    CorruptStateException(String problem) {
        this(problem, null);
    }

    /** @param remedy what to do instead of what the kind of file suggests */
    CorruptStateException(String problem, @Nullable String remedy) {
        super(problem);
        this.remedy = remedy;
    }

    String problem() {
        return String.valueOf(getMessage());
    }

    /** The same, told with where in the file it is. */
    CorruptStateException at(String place) {
        return new CorruptStateException(place + ": " + problem(), remedy);
    }

    /** The error for users. */
    RuntimeException in(Path file, String usualRemedy) {
        return StateErrors.unreadable(
                file, problem(), Optional.ofNullable(remedy).orElse(usualRemedy), this);
    }
}
