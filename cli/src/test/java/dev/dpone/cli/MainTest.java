package dev.dpone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Console console =
            new Console(new PrintWriter(out), new PrintWriter(err), Path.of(""), Map.of(), Clock.systemUTC(), false);

    @Test
    void reportsAFullHeapWithAStatusAndWithoutATrace() {
        int status = Main.reported(console, false, () -> {
            throw new OutOfMemoryError("Java heap space");
        });

        assertThat(status).isEqualTo(1);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString())
                .startsWith("DPONE_HEAP_FULL: The heap of ")
                .contains("max_pending")
                .doesNotContain("\tat ");
    }

    @Test
    void seesAFullHeapBehindAFailedWorker() {
        int status = console.fail(
                new IllegalStateException("A worker failed", new OutOfMemoryError("Java heap space")), false);

        assertThat(status).isEqualTo(1);
        assertThat(err.toString()).startsWith("DPONE_HEAP_FULL: ");
    }

    @Test
    void callsTheRestABug() {
        assertThat(console.fail(new IllegalStateException("secret words"), false))
                .isEqualTo(1);

        assertThat(err.toString()).isEqualToNormalizingNewlines("""
                        DPONE_INTERNAL: dpone has a bug: IllegalStateException
                          Run again with --debug and report what it prints.
                        """);
    }

    @Test
    void passesTheCommandsStatusOn() {
        assertThat(Main.reported(console, false, () -> 5)).isEqualTo(5);
    }
}
