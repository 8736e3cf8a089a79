package dev.dpone.cli.bench;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** The machine that is measured on. */
final class Machine {
    private static final Path PROC = Path.of("/proc");

    private Machine() {}

    /** What equal machines have in common: cores, memory, processor, system. Never load, time or a host's name. */
    static Map<String, Object> resources() {
        Map<String, Object> resources = new TreeMap<>();
        resources.put("cores", Runtime.getRuntime().availableProcessors());
        memory().ifPresent(bytes -> resources.put("memory_bytes", bytes));
        value("cpuinfo", "model name").ifPresent(name -> resources.put("processor", Witness.line(name)));
        resources.put("system", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        return resources;
    }

    private static OptionalLong memory() {
        Optional<String> total = value("meminfo", "MemTotal");
        return total.isPresent()
                ? OptionalLong.of(Long.parseLong(total.get().replaceAll("\\D", "")) * 1024)
                : OptionalLong.empty();
    }

    private static Optional<String> value(String file, String name) {
        try {
            return Files.readAllLines(PROC.resolve(file)).stream()
                    .filter(line -> line.startsWith(name))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .filter(value -> !value.isEmpty())
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The load average of the last minute. */
    static Optional<BigDecimal> load() {
        try {
            String[] words = Files.readString(PROC.resolve("loadavg")).split(" ", -1);
            return Optional.of(new BigDecimal(words[0]).setScale(2, RoundingMode.HALF_UP));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }
}
