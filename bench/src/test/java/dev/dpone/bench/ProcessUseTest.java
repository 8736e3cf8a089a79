package dev.dpone.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessUseTest {
    private static final int HELD_MEGABYTES = 40;

    @TempDir
    private Path folder;

    /** A program that holds memory and keeps the processor busy for a while. */
    static final class Holding {
        private Holding() {}

        public static void main(String[] args) {
            byte[][] held = new byte[HELD_MEGABYTES][];
            long sum = 0;
            for (int i = 0; i < HELD_MEGABYTES; i++) {
                held[i] = new byte[1 << 20];
                for (int j = 0; j < 10_000_000; j++) {
                    sum += held[j % (i + 1)][j & 0xFFFFF] + j;
                }
            }
            System.out.print(sum != 0 ? "held" : "");
        }
    }

    private ProcessBuilder java(Path log, String... arguments) {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                ProcessUse.heapLog(log),
                "-cp",
                System.getProperty("java.class.path"));
        builder.command().addAll(List.of(arguments));
        return builder;
    }

    @Test
    void seesHeapMemoryAndProcessorOfTheChild() throws Exception {
        Path log = folder.resolve("heap.log");

        ProcessUse use = ProcessUse.of(java(log, Holding.class.getName()), log);

        long held = (long) HELD_MEGABYTES << 20;
        assertThat(use.output()).isEqualTo("held");
        assertThat(use.peakHeapBytes()).isBetween(held, 64L << 20);
        assertThat(use.peakResidentBytes()).isGreaterThan(held);
        assertThat(use.cpuSeconds()).isPositive();
        assertThat(use.seconds()).isPositive();
    }

    @Test
    void refusesFiguresOfAProcessThatFailed() {
        Path log = folder.resolve("heap.log");
        ProcessBuilder builder = java(log, "no.such.Main");

        assertThatThrownBy(() -> ProcessUse.of(builder, log))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(builder.command() + " ended with status 1");
    }
}
