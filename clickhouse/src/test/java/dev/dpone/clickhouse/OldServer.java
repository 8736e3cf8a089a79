package dev.dpone.clickhouse;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The ClickHouse 18.16 that Debian packages, where it is installed: {@code apt-get install clickhouse-server}. */
final class OldServer implements AutoCloseable {
    private static final String CONFIG = """
            <yandex><logger><level>warning</level><console>1</console></logger><http_port>%d</http_port>
            <tcp_port>%d</tcp_port><interserver_http_port>%d</interserver_http_port><listen_host>127.0.0.1</listen_host>
            <path>%s/data/</path><tmp_path>%s/data/tmp/</tmp_path><users_config>users.xml</users_config>
            <default_profile>default</default_profile><default_database>default</default_database>
            <mark_cache_size>5368709120</mark_cache_size><timezone>UTC</timezone></yandex>
            """;
    private static final String USERS = """
            <yandex><profiles><default/></profiles><users><default><password></password>
            <networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota></default></users>
            <quotas><default/></quotas></yandex>
            """;

    private final Process process;
    private final int port;

    private OldServer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    static Optional<Path> binary() {
        return List.of("/usr/bin/clickhouse-server", "/usr/sbin/clickhouse-server", "/usr/bin/clickhouse").stream()
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst();
    }

    static OldServer start(Path binary, Path folder) throws IOException, InterruptedException {
        int[] ports = new int[3];
        for (int i = 0; i < 3; i++) {
            try (ServerSocket free = new ServerSocket(0)) {
                ports[i] = free.getLocalPort();
            }
        }
        Files.writeString(folder.resolve("config.xml"), CONFIG.formatted(ports[0], ports[1], ports[2], folder, folder));
        Files.writeString(folder.resolve("users.xml"), USERS);
        List<String> command = binary.endsWith("clickhouse")
                ? List.of(binary.toString(), "server", "--config-file=" + folder.resolve("config.xml"))
                : List.of(binary.toString(), "--config-file=" + folder.resolve("config.xml"));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        OldServer server = new OldServer(process, ports[0]);
        for (int i = 0; !server.answers(); i++) {
            if (i == 300 || !process.isAlive()) {
                server.close();
                throw new IllegalStateException(Files.readString(folder.resolve("log")));
            }
            process.waitFor(100, TimeUnit.MILLISECONDS);
        }
        return server;
    }

    private boolean answers() {
        try {
            HttpURLConnection ping = (HttpURLConnection)
                    URI.create("http://127.0.0.1:" + port + "/ping").toURL().openConnection();
            return ping.getResponseCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
