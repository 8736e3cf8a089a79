package dev.dpone.sandbox;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A child that ends when its standard input ends. The kernel closes that pipe when this process dies, however it
 * dies, so the child can't be orphaned. Its output is drained all the time and the last lines are kept.
 */
final class ChildProcess implements AutoCloseable {
    private static final int KEPT_LINES = 30;
    private static final Duration CLOSE_GRACE = Duration.ofSeconds(20);

    private final Process process;
    private final Thread drain;
    private final Deque<String> tail = new ArrayDeque<>();

    private ChildProcess(Process process) {
        this.process = process;
        this.drain = new Thread(this::drain, "sandbox-output-" + process.pid());
        drain.setDaemon(true);
        drain.start();
    }

    /** Starts the command in its own session, so that Ctrl-C in a terminal reaches only the parent. */
    static ChildProcess start(List<String> command, Path folder) throws IOException {
        List<String> full = new ArrayList<>();
        if (Files.isExecutable(Path.of("/usr/bin/setsid"))) {
            full.add("/usr/bin/setsid");
        }
        full.addAll(command);
        ProcessBuilder builder =
                new ProcessBuilder(full).directory(folder.toFile()).redirectErrorStream(true);
        // Settings meant for the parent's JVM would size the child like the parent and print notices into its output.
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        builder.environment().put("TZ", "UTC");
        builder.environment().put("LC_ALL", "C");
        return new ChildProcess(builder.start());
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** The last lines the child printed, oldest first, each on its own line; complete once the child has ended. */
    String lastLines() {
        if (!process.isAlive()) {
            join();
        }
        synchronized (tail) {
            return String.join("\n", tail);
        }
    }

    /** Kills the child at once and waits for its end. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** Writes one line to the child's standard input; a child that has ended doesn't get it. */
    void tell(String line) {
        try {
            process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            // The pipe is broken because the child has already ended.
        }
    }

    /** Ends the child's standard input and waits for its end; a child that won't end in time is killed. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // The pipe is broken because the child has already ended.
        }
        if (!awaitEnd(CLOSE_GRACE)) {
            kill();
        }
    }

    /** Waits for the end of the child; false when the time is over or the wait is interrupted. */
    boolean awaitEnd(Duration timeout) {
        try {
            return process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void join() {
        try {
            drain.join(TimeUnit.SECONDS.toMillis(2));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void drain() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                keep(line);
            }
        } catch (IOException e) {
            keep("(output ended: " + e.getMessage() + ")");
        }
    }

    private void keep(String line) {
        synchronized (tail) {
            if (tail.size() == KEPT_LINES) {
                tail.removeFirst();
            }
            tail.addLast(line);
        }
    }
}
