package dev.dpone.cli.bench;

import dev.dpone.delivery.Cancellation;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One process of the subject. For one thread. */
final class SubjectProcess {
    private static final Duration PATIENCE = Duration.ofHours(1);
    private static final int SETTLE_SECONDS = 30;
    private static final int LOOK_MILLIS = 100;

    private final Process process;
    private final long began;
    private final Path out;
    private final Path err;
    private final Cancellation cancellation;

    private SubjectProcess(Process process, long began, Path out, Path err, Cancellation cancellation) {
        this.process = process;
        this.began = began;
        this.out = out;
        this.err = err;
        this.cancellation = cancellation;
    }

    /**
     * What an ended process left.
     *
     * @param took from right before it was started until it had ended
     */
    record Ended(int exit, String out, String err, Duration took) {
        /** The last line it told people, for messages. */
        String lastLine() {
            String[] lines = err.strip().split("\n", -1);
            return lines[lines.length - 1].strip();
        }

        /** The line that names the error, or the last one. */
        String problem() {
            return err.lines()
                    .filter(line -> line.contains("DPONE_"))
                    .findFirst()
                    .orElseGet(this::lastLine)
                    .strip();
        }
    }

    static SubjectProcess start(
            List<String> command, Path folder, String name, Map<String, String> variables, Cancellation cancellation) {
        cancellation.check();
        Path out = folder.resolve(name + ".out");
        Path err = folder.resolve(name + ".err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().putAll(variables);
        long began = System.nanoTime();
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            return new SubjectProcess(process, began, out, err, cancellation);
        } catch (IOException e) {
            throw new DponeException(
                    ErrorCode.BENCH_SUBJECT_UNABLE,
                    "The subject " + command.get(0) + " cannot be started: " + e.getMessage(),
                    "Name a dpone launcher in --subject.",
                    e);
        }
    }

    /** Waits for its end. Asked to stop, or out of patience, it ends the process first. */
    Ended await() {
        try {
            while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                cancellation.check();
                if (System.nanoTime() - began > PATIENCE.toNanos()) {
                    break;
                }
            }
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            if (process.isAlive()) {
                kill();
            }
            return new Ended(process.exitValue(), text(out), text(err), took);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            cancellation.interrupt();
            throw new IllegalStateException("Interrupted while waiting for the subject", e);
        } finally {
            settle();
        }
    }

    boolean alive() {
        return process.isAlive();
    }

    /** SIGKILL to it and all its children; returns when they are gone. */
    void kill() {
        List<ProcessHandle> family = process.descendants().toList();
        process.destroyForcibly().onExit().join();
        family.forEach(child -> {
            child.destroyForcibly();
            child.onExit().join();
        });
    }

    /** Ends it as Ctrl-C does, and by force when that takes too long; nothing to do when it has ended. */
    void settle() {
        if (!process.isAlive()) {
            return;
        }
        process.destroy();
        try {
            if (!process.waitFor(SETTLE_SECONDS, TimeUnit.SECONDS)) {
                kill();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            kill();
        }
    }

    private static String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
