package dev.dpone.bench;

import dev.dpone.sandbox.rows.ProfileTable;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The ways to bring a profile's rows into PostgreSQL, each a process of its own with the same heap. */
final class Ways {
    private final Servers servers;
    private final ProfileTable table;
    private final Path folder;
    private final String heap;

    Ways(Servers servers, ProfileTable table, Path folder, String heap) {
        this.servers = servers;
        this.table = table;
        this.folder = folder;
        this.heap = heap;
    }

    String target() {
        return "public." + table.profile().lowerCase();
    }

    String scriptTarget() {
        return "public.script_" + table.profile().lowerCase();
    }

    /** The delivered columns, without those that dpone adds. */
    String columns() {
        return table.columns().stream().map(ProfileTable.MadeColumn::name).collect(Collectors.joining(", "));
    }

    /** A delivery by dpone with {@code E/I} encoders and importers. */
    ProcessUse dpone(String limits, String sql) throws IOException, InterruptedException {
        Path manifest = Files.writeString(folder.resolve("manifest.yaml"), manifest(limits, sql));
        Path collections = folder.resolve("heap.log");
        ProcessBuilder builder =
                new ProcessBuilder("./dpone", "run", manifest.toString(), "--format", "json", "--progress", "none");
        builder.environment().putAll(servers.forDpone());
        builder.environment().put("DPONE_HEAP", heap);
        builder.environment().put("DPONE_JAVA_OPTS", ProcessUse.heapLog(collections));
        return ProcessUse.of(builder, collections);
    }

    /** The script. */
    ProcessUse script() throws IOException, InterruptedException {
        Path collections = folder.resolve("heap.log");
        String java = System.getProperty("java.home") + File.separator + "bin" + File.separator + "java";
        ProcessBuilder builder = new ProcessBuilder(List.of(
                java,
                "-Xmx" + heap,
                "-XX:+UseSerialGC",
                ProcessUse.heapLog(collections),
                "-cp",
                System.getProperty("java.class.path"),
                CsvScript.class.getName()));
        Map<String, String> environment = builder.environment();
        environment.putAll(servers.forScript(table, scriptTarget()));
        return ProcessUse.of(builder, collections);
    }

    private String manifest(String limits, String sql) {
        int slash = limits.indexOf('/');
        return """
                kind: dpone.batch.v1
                defaults:
                  source:
                    type: clickhouse
                    connection_id: source
                    options:
                      query: {sql: "%s"}
                      native_transfer:
                        execution:
                          native_chunks:
                            encoding_parallelism: %s
                            import_parallelism: %s
                            max_row_bytes: 2097152
                            max_total_encoded_bytes: 1099511627776
                            stage_allocated_bytes_stop_threshold: 1099511627776
                  sink:
                    type: postgres
                    connection_id: target
                    table: {schema: public}
                    strategy: {mode: full_refresh}
                  runtime:
                    storage: {work_dir: '%s', state_dir: '%s', evidence_dir: '%s', min_free_bytes: 256MiB}
                schemas:
                  %s: {tables: [%s]}
                """.formatted(
                        sql,
                        limits.substring(0, slash),
                        limits.substring(slash + 1),
                        folder.resolve("work"),
                        folder.resolve("state"),
                        folder.resolve("runs"),
                        Servers.DATABASE,
                        table.profile().lowerCase());
    }
}
