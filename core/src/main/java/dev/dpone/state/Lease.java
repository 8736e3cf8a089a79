package dev.dpone.state;

import java.time.Instant;

/** Time-bounded ownership of a target. It saves work and proves nothing: the target's fence decides. */
public record Lease(String target, String owner, long epoch, Instant expires) {
    /** No run id has this character. */
    private static final char SEPARATOR = '#';

    /** An owner's name: the run, and what tells one process from a second copy of it. */
    public static String owner(String runId, String process) {
        return runId + SEPARATOR + process;
    }

    /** The run that the owner works on. */
    public String runId() {
        int end = owner.indexOf(SEPARATOR);
        return end < 0 ? owner : owner.substring(0, end);
    }
}
