package dev.dpone.sandbox;

import com.sun.jna.Native;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One running ClickHouse child: its process, its folder, its ports. */
record ClickHouseProcess(ChildProcess child, Path folder, int httpPort, int tcpPort) implements AutoCloseable {
    private static final long POLL_MILLIS = 20;

    static ClickHouseProcess start(SandboxOptions options) {
        Path library = ClickHouseInstall.pinned(options).library();
        try {
            Path folder = Files.createTempDirectory("dpone-clickhouse-").toAbsolutePath();
            try {
                return start(options, library, folder);
            } catch (IOException | RuntimeException e) {
                Folders.delete(folder);
                throw e;
            }
        } catch (IOException e) {
            throw Unavailable.clickhouse("Cannot start the sandbox's ClickHouse: " + e.getMessage(), e);
        }
    }

    private static ClickHouseProcess start(SandboxOptions options, Path library, Path folder) throws IOException {
        ClickHouseConfig config = new ClickHouseConfig(folder, options.clickhouseMemoryBytes());
        config.write();
        ChildProcess child = ChildProcess.start(folder, "KILL", command(library, config));
        try {
            return awaitReady(child, config, options.startTimeout());
        } catch (IOException | RuntimeException e) {
            child.close();
            throw e;
        }
    }

    private static List<String> command(Path library, ClickHouseConfig config) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx48m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-Djna.tmpdir=" + config.folder()));
        if (Runtime.version().feature() >= 22) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(List.of(
                "-cp",
                location(ClickHouseLauncher.class) + File.pathSeparator + location(Native.class),
                ClickHouseLauncher.class.getName(),
                library.toString()));
        command.addAll(config.arguments());
        return command;
    }

    private static Path location(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("Cannot locate " + type.getName(), e);
        }
    }

    private static ClickHouseProcess awaitReady(ChildProcess child, ClickHouseConfig config, Duration timeout)
            throws IOException {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (child.isAlive() && System.nanoTime() < deadline) {
            String ports = Files.exists(config.portFile()) ? Files.readString(config.portFile()) : "";
            if (ports.endsWith("\n")) {
                String[] fields = ports.strip().split("\t", -1);
                int http = Integer.parseInt(fields[0]);
                if (ClickHouseHttp.answersPing(URI.create("http://127.0.0.1:" + http))) {
                    return new ClickHouseProcess(child, config.folder(), http, Integer.parseInt(fields[1]));
                }
            }
            pause();
        }
        String end =
                child.isAlive() ? "did not answer within " + timeout.toSeconds() + " s" : "ended before it answered";
        throw Unavailable.clickhouse(
                "The sandbox's ClickHouse " + end + ". Its last output:\n" + child.lastLines(), null);
    }

    private static void pause() {
        try {
            Thread.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Unavailable.clickhouse("Interrupted", e);
        }
    }

    @Override
    public void close() {
        child.close();
        try {
            Folders.delete(folder);
        } catch (IOException e) {
            throw Unavailable.clickhouse("Cannot delete the sandbox's ClickHouse folder " + folder, e);
        }
    }
}
