package dev.dpone.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** Under which conditions something is measured. */
final class Machine {
    private final List<Double> loads = new ArrayList<>();

    /** Notes the load average of the last minute; call it when nothing of one's own has run for a while, if possible. */
    void noteLoad() throws IOException {
        loads.add(Double.parseDouble(Files.readString(Path.of("/proc/loadavg")).split(" ")[0]));
    }

    /** One Markdown line per condition. */
    String conditions() throws IOException {
        return "- " + LocalDate.now(Clock.systemUTC()) + "; " + processor() + ", "
                + Runtime.getRuntime().availableProcessors() + " cores; " + System.getProperty("os.name") + " "
                + System.getProperty("os.version") + "\n- Java " + System.getProperty("java.runtime.version") + " ("
                + System.getProperty("java.vm.name") + ")\n- load average before the rounds: "
                + Spread.of(loads).text();
    }

    private static String processor() throws IOException {
        return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse("processor unknown");
    }
}
