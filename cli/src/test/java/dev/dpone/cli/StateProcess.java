package dev.dpone.cli;

import dev.dpone.manifest.Connections;
import dev.dpone.manifest.Pipeline.StateSpec;
import dev.dpone.state.Journal;
import dev.dpone.state.JournalEvent;
import dev.dpone.state.Lease;
import dev.dpone.state.Leases;
import dev.dpone.state.StateStore;
import dev.dpone.state.file.FileStateStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Another process that works on a state store: what it reports on a line, it has been promised. */
final class StateProcess implements AutoCloseable {
    static final String RUN = "shared";
    static final String TARGET = "ab".repeat(32);

    private final Process process;
    private final BufferedReader out;

    private StateProcess(Process process) {
        this.process = process;
        this.out = process.inputReader();
    }

    /**
     * Which store.
     *
     * @param type as in the manifest
     * @param place the directory or the schema
     * @param environment the variables of connection {@code state}
     */
    record Address(String type, String place, Map<String, String> environment) {
        StateStore open(Clock clock) {
            if (type.equals("file")) {
                return FileStateStore.open(Path.of(place), clock);
            }
            return Connectors.state(new StateSpec.Database(type, "state", place))
                    .open(
                            Connections.beside(Path.of("none", "m.yaml"), environment)
                                    .resolve("state", type),
                            place);
        }
    }

    static StateProcess start(Address address, String role, String name, int count) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder builder = new ProcessBuilder(
                java,
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                StateProcess.class.getName(),
                address.type(),
                address.place(),
                role,
                name,
                String.valueOf(count));
        builder.environment().putAll(address.environment());
        return new StateProcess(
                builder.redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    /** The lines until the process ended well. */
    List<String> finish() throws IOException, InterruptedException {
        List<String> lines = new ArrayList<>();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            lines.add(line);
        }
        if (process.waitFor() != 0) {
            throw new AssertionError("The process exited with " + process.exitValue());
        }
        return lines;
    }

    void awaitReady() throws IOException {
        if (!"ready".equals(out.readLine())) {
            throw new AssertionError("The process did not get ready");
        }
    }

    /** Lets the process go on that is ready. */
    void proceed() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    public static void main(String[] args) throws IOException {
        PrintStream report = System.out;
        int count = Integer.parseInt(args[4]);
        try (StateStore store = new Address(args[0], args[1], System.getenv()).open(Clock.systemUTC())) {
            report.println("ready");
            System.in.read();
            if (args[2].equals("append")) {
                append(store.journal(RUN), args[3], count, report);
            } else {
                lease(store.leases(), args[3], count, report);
            }
        }
    }

    /** Appends until it has {@code count} events acknowledged. */
    private static void append(Journal journal, String name, int count, PrintStream report) {
        for (int number = 0; number < count; number++) {
            JournalEvent event =
                    new JournalEvent("event", Instant.EPOCH, Map.of("name", name, "number", (long) number));
            while (!journal.append(journal.read().size(), event)) {
                Thread.onSpinWait();
            }
            report.println(name + " " + number);
        }
    }

    /** Takes and returns the lease {@code count} times and reports the epochs it held. */
    private static void lease(Leases leases, String owner, int count, PrintStream report) {
        int held = 0;
        while (held < count) {
            Optional<Lease> lease = leases.acquire(TARGET, owner, Duration.ofHours(1));
            if (lease.isPresent()) {
                if (!leases.current(TARGET).equals(lease)) {
                    throw new IllegalStateException("The lease has two owners");
                }
                report.println(lease.orElseThrow().epoch());
                leases.release(lease.orElseThrow());
                held++;
            }
        }
    }
}
