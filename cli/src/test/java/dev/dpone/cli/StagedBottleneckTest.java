package dev.dpone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.column.Block;
import dev.dpone.column.RowBuffer;
import dev.dpone.delivery.Cancellation;
import dev.dpone.spi.RowFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real deliveries with one stage that is slow: their reports name it. */
class StagedBottleneckTest {
    /** Far above what a file of two thousand small rows takes in either stage, also on a machine that is busy. */
    private static final long SLOW_MILLIS = 2_500;

    @TempDir
    Path folder;

    private final TestTarget target = new PostgresTestTarget();

    private static void pause() {
        new Cancellation().pause(SLOW_MILLIS);
    }

    /** The real format, but each file takes its encoder a while. */
    private record SlowFormat(RowFormat real) implements RowFormat {
        @Override
        public byte[] header() {
            pause();
            return real.header();
        }

        @Override
        public byte[] trailer() {
            return real.trailer();
        }

        @Override
        public void sizes(Block block, int[] sizes) {
            real.sizes(block, sizes);
        }

        @Override
        public void write(Block block, int row, RowBuffer out) {
            real.write(block, row, out);
        }
    }

    private String report(Wiring wiring, int encoders, int importers) throws IOException {
        String table = SourceTables.create(
                "id UInt32, name String", "SELECT number, concat('name ', toString(number)) FROM numbers(10000)");
        Cli cli = new Cli(folder).withServers(target).with(wiring);
        cli.write(
                "m.yaml",
                Cli.manifest(
                        target,
                        table,
                        "{mode: full_refresh}",
                        "technical_columns: 'off'",
                        "native_chunks: {encoding_parallelism: " + encoders + ", import_parallelism: " + importers
                                + ", max_rows: 2000, max_total_encoded_bytes: 1000000000,"
                                + " stage_allocated_bytes_stop_threshold: 1000000000}"));
        Cli.Ran ran = cli.deliver("m.yaml", "--report", "r.html");
        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(target.rows("SELECT count(*), sum(id) FROM " + target.table(table)))
                .containsExactly("10000|49995000");
        return Files.readString(folder.resolve("r.html"));
    }

    @Test
    void aSlowEncoderIsNamed() throws IOException {
        Wiring slow = new Wiring(
                UnaryOperator.identity(), UnaryOperator.identity(), UnaryOperator.identity(), SlowFormat::new);

        String page = report(slow, 1, 2);

        assertThat(page)
                .contains("data-bottleneck=\"encoders\"", "raise encoding_parallelism (now 1)")
                .doesNotContain("raise import_parallelism");
    }

    @Test
    void aSlowImporterIsNamed() throws IOException {
        Wiring slow = new Wiring(
                real -> new TamperingTarget(real, (boundary, table) -> {
                    if (boundary.equals("immediate")) {
                        pause();
                    }
                }),
                UnaryOperator.identity(),
                UnaryOperator.identity());

        String page = report(slow, 2, 1);

        assertThat(page)
                .contains("data-bottleneck=\"importers\"", "raise import_parallelism (now 1)")
                .doesNotContain("raise encoding_parallelism");
    }
}
