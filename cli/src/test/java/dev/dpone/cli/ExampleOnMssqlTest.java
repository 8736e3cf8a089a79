package dev.dpone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.sandbox.SandboxTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/** What {@code docs/mssql-example.md} says to run, on the sandbox's ClickHouse and the server given. */
@EnabledIfEnvironmentVariable(
        named = SandboxTarget.MSSQL_TEST_URL,
        matches = ".+",
        disabledReason = "no SQL Server: DPONE_TEST_MSSQL_URL is not set")
class ExampleOnMssqlTest {
    private static final Path EXAMPLE = Path.of("..", "examples", "native");

    @TempDir
    Path folder;

    @Test
    void theNativeExampleDeliversItsWindowOnce() throws IOException {
        MssqlTestTarget target = new MssqlTestTarget();
        for (String sql : Files.readString(EXAMPLE.resolve("events.sql")).split(";\n")) {
            SourceTables.clickhouse(sql.replace("CREATE TABLE", "CREATE OR REPLACE TABLE"));
        }
        String schema = target.exampleSchema();
        Cli cli = new Cli(folder).withServers(target);
        cli.write(
                "m.yaml",
                Files.readString(EXAMPLE.resolve("clickhouse-to-mssql-native.yaml"))
                        .replaceAll(Pattern.quote("{schema: dbo}"), "{schema: " + schema + "}")
                        .replaceAll(Pattern.quote("{schema: dpone_stage}"), "{schema: " + target.staging() + "}")
                        .replace("connection_id: clickhouse_source", "connection_id: ch")
                        .replace("connection_id: mssql_target", "connection_id: target"));

        for (int time = 1; time <= 2; time++) {
            Cli.Ran ran = cli.deliver("m.yaml", "--interval-end", "2026-09-28T00:00:00Z");

            assertThat(ran.exit()).as(ran.err()).isZero();
            assertThat(ran.delivery().get("rows").asLong()).isEqualTo(100_000);
            assertThat(target.rows("SELECT count(*), min(id), max(id), count(note) FROM " + schema + ".events"))
                    .containsExactly("100000|100000|199999|66667");
        }
        assertThat(target.stagingTables()).isEmpty();
    }
}
