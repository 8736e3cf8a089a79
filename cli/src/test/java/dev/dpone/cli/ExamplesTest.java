package dev.dpone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExamplesTest {
    @TempDir
    Path folder;

    @Test
    void theNativeExampleIsPlannedWithoutAnyServer() {
        Path example = Path.of("..", "examples", "native", "clickhouse-to-mssql-native.yaml")
                .toAbsolutePath()
                .normalize();

        Cli.Ran plain = new Cli(folder).run("plan", example.toString(), "--format", "md");
        Cli.Ran windowed = new Cli(folder)
                .run("plan", example.toString(), "--format", "md", "--interval-end", "2026-09-28T00:00:00Z");

        assertThat(plain.exit()).as(plain.err()).isZero();
        assertThat(plain.out()).contains("### mssql_native").contains("status: `live_preflight_required`");
        assertThat(windowed.exit()).as(windowed.err()).isZero();
        assertThat(windowed.out())
                .contains("stage_concurrency.retained_work_capacity: `4`")
                .contains("| id | UInt64 | decimal(20,0) | false |")
                .contains("| country | LowCardinality(String) | varchar(2) |")
                .contains("```sql");
    }
}
