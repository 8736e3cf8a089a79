package dev.dpone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.sandbox.ClickHouseServer;
import dev.dpone.sandbox.SandboxTarget;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo, on every target. */
abstract class DemoContract {
    @TempDir
    Path folder;

    final TestTarget target;

    DemoContract(TestTarget target) {
        this.target = target;
    }

    final Map<String, Object> demo(long rows, long seed, int encoders, int importers, Demo.Hook hook) {
        Console console = new Console(
                new PrintWriter(new StringWriter()),
                new PrintWriter(new StringWriter()),
                folder,
                System.getenv(),
                Clock.systemUTC(),
                false);
        return new Demo(
                        console,
                        Interrupts.none(),
                        new Demo.Settings(
                                target.type(),
                                rows,
                                seed,
                                encoders,
                                importers,
                                ProgressMode.NONE,
                                false,
                                Optional.empty()))
                .run(hook, result -> {});
    }

    @Test
    void provesTheDeliveryByTheSourcesAndTheTargetsOwnDigests() {
        Cli.Ran ran = new Cli(folder)
                .withProcessEnvironment()
                .run(
                        "demo",
                        "--target",
                        target.type(),
                        "--rows",
                        "3000",
                        "--seed",
                        "7",
                        "--limits",
                        "2/1",
                        "--format",
                        "json",
                        "--progress",
                        "none");

        assertThat(ran.exit()).as(ran.err()).isZero();
        var json = ran.json();
        assertThat(json.get("status").asString()).isEqualTo("succeeded");
        assertThat(json.get("verified").asBoolean()).isTrue();
        assertThat(json.get("rows").asLong()).isEqualTo(3000);
        assertThat(json.get("source_digest").asString())
                .hasSize(64)
                .isEqualTo(json.get("target_digest").asString())
                .isEqualTo(json.get("receipt_digest").asString());
        assertThat(json.get("receipt_id").asString()).startsWith("dpone-v1:");
        assertThat(json.get("duration_seconds").asDouble()).isPositive();
        assertThat(json.get("rows_per_second").asLong()).isPositive();
        assertThat(json.get("peak_heap_bytes").asLong()).isPositive();
        assertThat(json.get("columns").asInt()).isGreaterThanOrEqualTo(12);
    }

    @Test
    void oneChangedByteInThePublishedTableIsSeen() {
        Map<String, Object> result = demo(500, 1, 1, 1, this::flipOneByte);

        assertThat(result).containsEntry("verified", false).containsEntry("status", "verification_failed");
        assertThat(result.get("source_digest")).isEqualTo(result.get("receipt_digest"));
        assertThat(DemoCommand.exit(result)).isEqualTo(3);
    }

    /** Changes one byte of one row of the published table. */
    abstract void flipOneByte(ClickHouseServer clickhouse, SandboxTarget published);

    @Test
    void theSeedDecidesTheRows() {
        Object one = demo(200, 1, 1, 1, Demo.Hook.NONE).get("source_digest");
        Object again = demo(200, 1, 1, 2, Demo.Hook.NONE).get("source_digest");
        Object two = demo(200, 2, 1, 1, Demo.Hook.NONE).get("source_digest");

        assertThat(again).isEqualTo(one);
        assertThat(two).isNotEqualTo(one);
    }

    @Test
    void deliversAnEmptyTable() {
        assertThat(demo(0, 1, 1, 1, Demo.Hook.NONE))
                .containsEntry("verified", true)
                .containsEntry("rows", 0L);
    }
}
