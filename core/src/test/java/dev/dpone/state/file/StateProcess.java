package dev.dpone.state.file;

import dev.dpone.state.Journal;
import dev.dpone.state.JournalEvent;
import dev.dpone.state.Lease;
import dev.dpone.state.Leases;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Another process that works on a state directory: what it reports on a line, it has been promised. */
final class StateProcess implements AutoCloseable {
    static final String RUN = "shared";
    static final String TARGET = "ab".repeat(32);

    private final Process process;
    private final BufferedReader out;

    private StateProcess(Process process) {
        this.process = process;
        this.out = process.inputReader();
    }

    static StateProcess start(String role, Path state, String... more) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = new java.util.ArrayList<>(List.of(
                java,
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                StateProcess.class.getName(),
                role,
                state.toString()));
        command.addAll(List.of(more));
        return new StateProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .directory(new File(state.toString()))
                .start());
    }

    /** The next line, or empty when the process ended. */
    Optional<String> line() throws IOException {
        return Optional.ofNullable(out.readLine());
    }

    int exitStatus() throws InterruptedException {
        return process.waitFor();
    }

    /** Lets the process go on that waits for a line. */
    void proceed() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
    }

    /** SIGKILL, as the kernel's own out-of-memory killer sends it. */
    void kill() throws InterruptedException {
        // By the handle: Process.destroyForcibly would also close the output that is still to be read.
        process.toHandle().destroyForcibly();
        process.waitFor();
    }

    /** SIGSTOP and SIGCONT. */
    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    public static void main(String[] args) throws IOException {
        Path state = Path.of(args[1]);
        switch (args[0]) {
            case "append" -> append(state, args[2], Integer.parseInt(args[3]), Integer.parseInt(args[4]));
            case "lease" -> lease(state, args[2], Integer.parseInt(args[3]));
            case "keep" -> keep(state, args[2]);
            case "hold" -> hold(Path.of(args[2]));
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    /** Appends until it has {@code count} events acknowledged, each with {@code padding} bytes to write. */
    private static void append(Path state, String name, int count, int padding) throws IOException {
        PrintStream report = System.out;
        Journal journal = FileStateStore.open(state, Clock.systemUTC()).journal(RUN);
        report.println("ready");
        System.in.read();
        String pad = "x".repeat(padding);
        for (int number = 0; number < count; number++) {
            JournalEvent event =
                    new JournalEvent("event", Instant.EPOCH, Map.of("name", name, "number", (long) number, "pad", pad));
            while (!journal.append(journal.read().size(), event)) {
                Thread.onSpinWait();
            }
            report.println(name + " " + number);
        }
    }

    /** Takes and returns the lease {@code count} times and reports the epochs it held. */
    private static void lease(Path state, String owner, int count) throws IOException {
        Leases leases = FileStateStore.open(state, Clock.systemUTC()).leases();
        System.out.println("ready");
        System.in.read();
        int held = 0;
        while (held < count) {
            Optional<Lease> lease = leases.acquire(TARGET, owner, Duration.ofHours(1));
            if (lease.isPresent()) {
                if (!leases.current(TARGET).equals(lease)) {
                    throw new IllegalStateException("The lease has two owners");
                }
                System.out.println(lease.orElseThrow().epoch());
                leases.release(lease.orElseThrow());
                held++;
            }
        }
    }

    /** Takes the lease for an hour and keeps it until it is told to stop. */
    private static void keep(Path state, String owner) throws IOException {
        Leases leases = FileStateStore.open(state, Clock.systemUTC()).leases();
        System.out.println(leases.acquire(TARGET, owner, Duration.ofHours(1)).isPresent() ? "kept" : "refused");
        System.in.read();
    }

    /** Holds a lock file until it is told to stop. */
    private static void hold(Path lockFile) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(lockFile.toFile(), "rw");
                FileLock lock = file.getChannel().lock()) {
            System.out.println(lock.isValid());
            System.in.read();
        }
    }
}
