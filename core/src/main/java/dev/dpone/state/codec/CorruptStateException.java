package dev.dpone.state.codec;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Stored bytes are not what this program writes. Turned into what users see where the place of the bytes is known. */
public final class CorruptStateException extends Exception {
    private static final long serialVersionUID = 1L;

    private final @Nullable String remedy;

    public CorruptStateException(String problem) {
        this(problem, null);
    }

    /** @param remedy what to do instead of what the kind of state suggests */
    CorruptStateException(String problem, @Nullable String remedy) {
        super(problem);
        this.remedy = remedy;
    }

    private String problem() {
        return String.valueOf(getMessage());
    }

    /** The same, told with where among the lines it is. */
    CorruptStateException at(String place) {
        return new CorruptStateException(place + ": " + problem(), remedy);
    }

    /** The error for users. */
    public DponeException in(String place, String usualRemedy) {
        return new DponeException(
                ErrorCode.STATE_UNREADABLE,
                place + ": " + problem(),
                Optional.ofNullable(remedy).orElse(usualRemedy),
                this);
    }
}
