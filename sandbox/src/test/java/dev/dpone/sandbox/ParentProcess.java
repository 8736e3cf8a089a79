package dev.dpone.sandbox;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Another JVM that starts a server of its own, tells where it is, and waits to be killed. */
final class ParentProcess {
    private ParentProcess() {}

    /** What the other JVM has started. */
    record Started(Process parent, long serverPid, int port, Path folder) {}

    static Started start(String server) throws IOException {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        ParentProcess.class.getName(),
                        server))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = lines.readLine();
        if (line == null) {
            throw new IOException("the other JVM started nothing");
        }
        String[] fields = line.split(" ", 3);
        return new Started(process, Long.parseLong(fields[0]), Integer.parseInt(fields[1]), Path.of(fields[2]));
    }

    public static void main(String[] arguments) throws Exception {
        System.out.println(arguments[0].equals("clickhouse") ? clickhouse() : postgres());
        Thread.currentThread().join();
    }

    private static String clickhouse() {
        ClickHouseServer server = ClickHouseServer.start(step -> {});
        return server.pid() + " " + server.httpPort() + " " + ClickHouseServerTest.folder(server);
    }

    private static String postgres() throws Exception {
        PostgresServer server = PostgresServer.start(step -> {});
        return server.pid() + " " + server.port() + " " + PostgresServerTest.folder(server);
    }
}
