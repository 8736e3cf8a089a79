package dev.dpone.cli;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;

/**
 * What a command may use of its process: results go to {@code out}, everything else to {@code err}.
 *
 * @param interactive whether a person watches {@code err}
 */
record Console(
        PrintWriter out,
        PrintWriter err,
        Path workingDirectory,
        Map<String, String> environment,
        Clock clock,
        boolean interactive) {
    Console {
        environment = Map.copyOf(environment);
    }

    /** Tells what is going on. */
    void say(String message) {
        err.println(message);
        err.flush();
    }

    /** Prints the error for users and returns the exit status. */
    int fail(Throwable problem, boolean debug) {
        DponeException shown = problem instanceof DponeException dpone ? dpone : unforeseen(problem);
        err.println(shown.render());
        if (debug) {
            problem.printStackTrace(err);
        }
        err.flush();
        return shown.code().exit().status();
    }

    private static DponeException unforeseen(Throwable problem) {
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            if (cause instanceof OutOfMemoryError) {
                return new DponeException(
                        ErrorCode.HEAP_FULL,
                        "The heap of " + (Runtime.getRuntime().maxMemory() >> 20) + " MiB is full",
                        "Lower native_chunks.max_bytes, max_pending or the parallelism, or raise DPONE_HEAP.");
            }
        }
        return new DponeException(
                ErrorCode.INTERNAL,
                "dpone has a bug: " + problem.getClass().getSimpleName(),
                "Run again with --debug and report what it prints.");
    }
}
