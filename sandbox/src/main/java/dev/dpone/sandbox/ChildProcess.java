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
 * A server under a watchdog, a shell that reads this process's pipe. The kernel ends that pipe when this process
 * dies, however it dies; then the watchdog ends the server and deletes its folder. The output of both is drained all
 * the time and the last lines are kept.
 */
final class ChildProcess implements AutoCloseable {
    /**
     * Runs the command given after folder and signal. The word {@code stop} ends it cleanly, {@code crash} kills it,
     * and both keep the folder. The end of input ends it by the signal, or kills it when that takes too long, and
     * discards the folder. The command's own input stays open and silent.
     */
    private static final String WATCHDOG = """
            exec 3<&0
            folder=$1
            signal=$2
            shift 2
            [ -p "$folder/silence" ] || mkfifo "$folder/silence"
            exec 4<>"$folder/silence"
            /bin/sh -c 'echo $$ >"$0/pid"; exec "$@"' "$folder" "$@" <&4 3<&- 4<&- &
            server=$!
            # Nobody may read the output any more when there is something to say.
            exec >/dev/null 2>&1
            {
              while read -r word <&3; do
                case $word in
                  stop) kill -INT $server ;;
                  crash) kill -KILL $server ;;
                esac
              done
              : >"$folder/discard"
              kill -$signal $server
              tenths=0
              while kill -0 $server && [ $tenths -lt 80 ]; do
                sleep 0.1
                tenths=$((tenths + 1))
              done
              kill -KILL $server
            } &
            watch=$!
            wait $server
            code=$?
            kill $watch 2>/dev/null
            if [ -e "$folder/discard" ]; then rm -rf "$folder"; fi
            exit $code
            """;

    private static final int KEPT_LINES = 30;
    private static final Duration END_TIMEOUT = Duration.ofSeconds(20);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(60);

    private final Process process;
    private final Path folder;
    private final Thread drain;
    private final Deque<String> tail = new ArrayDeque<>();

    private ChildProcess(Process process, Path folder) {
        this.process = process;
        this.folder = folder;
        this.drain = new Thread(this::drain, "sandbox-output-" + process.pid());
        drain.setDaemon(true);
        drain.start();
    }

    /**
     * Starts the command in its own session, so that Ctrl-C in a terminal reaches only the parent.
     *
     * @param folder the server's own, its working directory
     * @param signal what ends the server at once when its data is of no more use
     */
    static ChildProcess start(Path folder, String signal, List<String> command) throws IOException {
        List<String> full = new ArrayList<>();
        if (Files.isExecutable(Path.of("/usr/bin/setsid"))) {
            full.add("/usr/bin/setsid");
        }
        full.addAll(List.of("/bin/sh", "-c", WATCHDOG, "dpone-sandbox", folder.toString(), signal));
        full.addAll(command);
        ProcessBuilder builder =
                new ProcessBuilder(full).directory(folder.toFile()).redirectErrorStream(true);
        // Settings meant for the parent's JVM would size the child like the parent and print notices into its output.
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        builder.environment().put("TZ", "UTC");
        builder.environment().put("LC_ALL", "C");
        return new ChildProcess(builder.start(), folder);
    }

    /** The server's process, not the watchdog. */
    long serverPid() {
        try {
            return Long.parseLong(Files.readString(folder.resolve("pid")).strip());
        } catch (IOException e) {
            throw new IllegalStateException("The server in " + folder + " is not running", e);
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** The last lines the server printed, oldest first, each on its own line; complete once it has ended. */
    String lastLines() {
        if (!process.isAlive()) {
            join();
        }
        synchronized (tail) {
            return String.join("\n", tail);
        }
    }

    /** Kills the server; its folder stays. */
    void crash() {
        endBy("crash");
    }

    /** Ends the server cleanly; its folder stays. */
    void stop() {
        endBy("stop");
    }

    private void endBy(String word) {
        try {
            process.getOutputStream().write((word + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            // The pipe is broken because the server has already ended, and with it the watchdog.
        }
        if (!awaitEnd(STOP_TIMEOUT)) {
            throw new IllegalStateException("The server in " + folder + " did not end:\n" + lastLines());
        }
    }

    /** Ends the server and deletes its folder. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // The pipe is broken because the watchdog has already ended.
        }
        // A pending interrupt must not cut the wait short, or files would be left behind.
        boolean interrupted = Thread.interrupted();
        if (!awaitEnd(END_TIMEOUT)) {
            process.destroyForcibly().onExit().join();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean awaitEnd(Duration timeout) {
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
