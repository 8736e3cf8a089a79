package dev.dpone.error;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * The one exception that reaches users: a stable code, one sentence of cause, one next action.
 * Neither text may hold a secret, nor a data value beyond the offending one.
 */
public final class DponeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final String remedy;

    public DponeException(ErrorCode code, String message, String remedy) {
        this(code, message, remedy, null);
    }

    public DponeException(ErrorCode code, String message, String remedy, @Nullable Throwable cause) {
        super(requireNonNull(message, "message is null"), cause);
        this.code = requireNonNull(code, "code is null");
        this.remedy = requireNonNull(remedy, "remedy is null");
    }

    public ErrorCode code() {
        return code;
    }

    /** The next action, in the imperative. */
    public String remedy() {
        return remedy;
    }

    /** The message without a stack trace, as printed for users. */
    public String render() {
        return code.id() + ": " + getMessage() + System.lineSeparator() + "  " + remedy;
    }
}
