package dev.dpone.error;

/** The process exit codes, each with one meaning that scripts may rely on. */
public enum ExitCode {
    DONE(0),
    FAILED(1),
    USAGE(2),
    VERIFICATION(3),
    OUTCOME_UNKNOWN(4),
    BUSY(5),
    INTERRUPTED(130);

    private final int status;

    ExitCode(int status) {
        this.status = status;
    }

    /** The number the process ends with. */
    public int status() {
        return status;
    }
}
