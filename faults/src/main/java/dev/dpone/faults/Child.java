package dev.dpone.faults;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One child process: waited for at its stops, killed, paused. For one thread. */
final class Child implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int POLL_MILLIS = 50;

    private final Process process;
    private final ServerSocket listener;
    private final Path out;
    private final Path err;
    private @Nullable Socket standing;

    private Child(Process process, ServerSocket listener, Path out, Path err) {
        this.process = process;
        this.listener = listener;
        this.out = out;
        this.err = err;
    }

    /** What to start, and where. */
    record Launch(
            Path folder,
            String name,
            List<Stop> stops,
            PlantedBug bug,
            Duration clockJump,
            Map<String, String> connections,
            List<String> arguments) {}

    static Child start(ChildImage image, Launch launch) {
        try {
            ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
            listener.setSoTimeout(POLL_MILLIS);
            Path out = launch.folder().resolve(launch.name() + ".out");
            Path err = launch.folder().resolve(launch.name() + ".err");
            ProcessBuilder builder = new ProcessBuilder(image.command(launch.arguments()))
                    .directory(launch.folder().toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            Map<String, String> environment = builder.environment();
            environment.keySet().removeIf(name -> name.startsWith("DPONE_"));
            environment.keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
            environment.putAll(launch.connections());
            environment.putAll(new ChildSettings(
                            launch.stops(),
                            listener.getLocalPort(),
                            launch.bug(),
                            launch.clockJump(),
                            launch.folder().resolve(".dpone/state"))
                    .environment());
            return new Child(builder.start(), listener, out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until the child stands at one of its stops; empty when it ended before. */
    Optional<Stop> awaitStop() {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        try {
            while (System.nanoTime() < deadline) {
                boolean alive = process.isAlive();
                try {
                    Socket socket = listener.accept();
                    standing = socket;
                    BufferedReader in =
                            new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                    return Optional.of(Stop.parse(String.valueOf(in.readLine())).get(0));
                } catch (SocketTimeoutException e) {
                    if (!alive) {
                        return Optional.empty();
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new IllegalStateException("A child neither stopped nor ended within " + PATIENCE);
    }

    /** Lets it go on from where it stands. */
    void go() {
        Socket socket = standing;
        if (socket == null) {
            throw new IllegalStateException("The child does not stand at a stop");
        }
        standing = null;
        try (socket) {
            socket.getOutputStream().write('\n');
            socket.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** SIGKILL; false when it had ended before. */
    boolean kill() {
        boolean alive = process.isAlive();
        process.destroyForcibly().onExit().join();
        return alive && process.exitValue() == 128 + 9;
    }

    void pause() {
        signal("STOP");
    }

    void wake() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            Process kill = new ProcessBuilder("/bin/sh", "-c", "kill -" + name + " " + process.pid()).start();
            if (kill.waitFor() != 0) {
                throw new IllegalStateException("Cannot send SIG" + name + " to a child");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted", e);
        }
    }

    /** Waits for its end. */
    int exit() {
        try {
            if (process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                return process.exitValue();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted", e);
        }
        throw new IllegalStateException("A child did not end within " + PATIENCE + ": " + err());
    }

    String out() {
        return text(out);
    }

    String err() {
        return text(err);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Never leaves a process behind. */
    @Override
    public void close() {
        process.destroyForcibly();
        try {
            listener.close();
            if (standing != null) {
                standing.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
