package dev.dpone.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The files and arguments one ClickHouse process starts with, all in its own folder. */
record ClickHouseConfig(Path folder, long memoryBytes) {
    static final String USER = "dpone";
    static final String PASSWORD = "dpone-sandbox";

    private static final String SERVER = """
            <clickhouse>
              <user_directories><users_xml><path>%s</path></users_xml></user_directories>
              <max_server_memory_usage>%d</max_server_memory_usage>
              <mark_cache_size>67108864</mark_cache_size>
              <query_log>
                <database>system</database>
                <table>query_log</table>
                <flush_interval_milliseconds>1000</flush_interval_milliseconds>
              </query_log>
            </clickhouse>
            """;
    private static final String USERS = """
            <clickhouse>
              <profiles>
                <default><log_queries>1</log_queries></default>
                <readonly><log_queries>1</log_queries><readonly>2</readonly></readonly>
              </profiles>
              <quotas><default/></quotas>
              <users>
                <default>
                  <password></password><networks><ip>127.0.0.1</ip></networks>
                  <profile>default</profile><quota>default</quota>
                </default>
                <dpone>
                  <password>%s</password><networks><ip>127.0.0.1</ip></networks>
                  <profile>default</profile><quota>default</quota>
                </dpone>
                <reader>
                  <password>%s</password><networks><ip>127.0.0.1</ip></networks>
                  <profile>readonly</profile><quota>default</quota>
                </reader>
              </users>
            </clickhouse>
            """;

    Path portFile() {
        return folder.resolve("ports.tsv");
    }

    void write() throws IOException {
        Path users = folder.resolve("users.xml");
        Files.writeString(users, USERS.formatted(PASSWORD, PASSWORD));
        Files.writeString(folder.resolve("config.xml"), SERVER.formatted(users, memoryBytes));
        Files.createDirectory(folder.resolve("data"));
    }

    /** The engine chooses free ports itself, tells them through the port file, then waits on standard input. */
    List<String> arguments() {
        String statements = "SYSTEM START LISTEN HTTP; SYSTEM START LISTEN TCP;"
                + " SELECT getServerPort('http_port'), getServerPort('tcp_port') INTO OUTFILE '" + portFile()
                + "' TRUNCATE FORMAT TSV;"
                + " SELECT count() FROM file('/dev/stdin', 'LineAsString', 'x String')";
        return List.of(
                "--config-file=" + folder.resolve("config.xml"),
                "--path",
                folder.resolve("data").toString(),
                "--listen_host",
                "127.0.0.1",
                "--http_port",
                "0",
                "--tcp_port",
                "0",
                "--query",
                statements);
    }
}
