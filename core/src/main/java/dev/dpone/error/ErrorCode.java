package dev.dpone.error;

import static dev.dpone.error.ExitCode.BUSY;
import static dev.dpone.error.ExitCode.FAILED;
import static dev.dpone.error.ExitCode.INTERRUPTED;
import static dev.dpone.error.ExitCode.OUTCOME_UNKNOWN;
import static dev.dpone.error.ExitCode.USAGE;
import static dev.dpone.error.ExitCode.VERIFICATION;

/** Every error a user can meet. The printed name is {@code DPONE_} plus the constant's name and never changes meaning. */
public enum ErrorCode {
    // Usage and configuration: nothing was opened.
    USAGE_INVALID(USAGE),
    MANIFEST_UNREADABLE(USAGE),
    MANIFEST_INVALID(USAGE),
    LIMIT_INVALID(USAGE),
    NOT_SUPPORTED_YET(USAGE),
    SWITCH_NOT_ACTIVATED(USAGE),
    CONNECTION_INVALID(USAGE),
    SELECTION_INVALID(USAGE),
    RUN_ID_INVALID(USAGE),
    RUN_CHANGED(USAGE),
    RUN_UNKNOWN(USAGE),
    RUN_ABANDONED(USAGE),
    RUN_PUBLISHED(USAGE),
    BENCH_SUBJECT_UNABLE(USAGE),
    WINDOW_REQUIRED(USAGE),
    MERGE_KEY_INVALID(USAGE),
    TYPE_UNSUPPORTED(USAGE),
    TARGET_TYPE_INVALID(USAGE),
    POLICY_INVALID(USAGE),
    TARGET_NAME_INVALID(USAGE),
    BENCH_DOCUMENT_INVALID(USAGE),
    BENCH_NOT_COMPARABLE(USAGE),
    OUTPUT_EXISTS(USAGE),
    OUTPUT_IS_EVIDENCE(USAGE),

    // Source.
    SOURCE_UNREACHABLE(FAILED),
    SOURCE_TLS(FAILED),
    SOURCE_REFUSED(FAILED),
    SOURCE_FAILED(FAILED),
    SOURCE_TRUNCATED(FAILED),
    SOURCE_STALLED(FAILED),
    SOURCE_SCHEMA_CHANGED(FAILED),
    SOURCE_BLOCK_TOO_LARGE(FAILED),
    SOURCE_MALFORMED(FAILED),

    // Rows and limits.
    VALUE_REJECTED(FAILED),
    ROW_TOO_LARGE(FAILED),
    LIMIT_REACHED(FAILED),
    SPOOL_SPACE(FAILED),
    SPOOL_FAILED(FAILED),
    SEALED_FILE_INVALID(FAILED),

    // Target.
    TARGET_UNREACHABLE(FAILED, true),
    TARGET_TLS(FAILED),
    TARGET_CONNECTION_LOST(FAILED, true),
    TARGET_CONFLICT(FAILED, true),
    TARGET_REFUSED(FAILED),
    TARGET_FAILED(FAILED),
    TARGET_DIFFERS(FAILED),
    TARGET_UNSUPPORTED(FAILED),
    STAGE_NOT_OWNED(FAILED),

    // Verification: the target is unchanged.
    VERIFICATION_FAILED(VERIFICATION),

    // Publication.
    PUBLICATION_UNKNOWN(OUTCOME_UNKNOWN),
    TARGET_BUSY(BUSY),
    LEASE_HELD(BUSY),
    LEASE_LOST(BUSY),
    FENCE_LOST(BUSY),

    // State, environment, bugs.
    STATE_UNREADABLE(FAILED),
    STATE_FAILED(FAILED),
    STATE_CONFLICT(BUSY),
    EVIDENCE_FAILED(FAILED),
    REPORT_FAILED(FAILED),
    OUTPUT_FAILED(FAILED),
    SANDBOX_UNAVAILABLE(FAILED),
    INTERRUPTED_BY_USER(INTERRUPTED),
    HEAP_FULL(FAILED),
    INTERNAL(FAILED);

    private final ExitCode exit;
    private final boolean mayRetry;

    ErrorCode(ExitCode exit) {
        this(exit, false);
    }

    ErrorCode(ExitCode exit, boolean mayRetry) {
        this.exit = exit;
        this.mayRetry = mayRetry;
    }

    /** The stable name shown to users, such as {@code DPONE_LIMIT_INVALID}. */
    public String id() {
        return "DPONE_" + name();
    }

    public ExitCode exit() {
        return exit;
    }

    /** Whether an import attempt that failed so may be retried with the same sealed bytes after it was settled. */
    public boolean mayRetry() {
        return mayRetry;
    }
}
