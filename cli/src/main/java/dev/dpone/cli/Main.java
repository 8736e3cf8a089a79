package dev.dpone.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The process: arguments in, exit status out. */
public final class Main {
    /** Held so that its level stays: drivers log what dpone tells in its own words. */
    private static final Logger DRIVER_LOG = Logger.getLogger("org.postgresql");

    private Main() {}

    public static void main(String[] arguments) {
        DRIVER_LOG.setLevel(Level.OFF);
        Console console = new Console(
                new PrintWriter(System.out, true, StandardCharsets.UTF_8),
                new PrintWriter(System.err, true, StandardCharsets.UTF_8),
                Path.of("").toAbsolutePath(),
                System.getenv(),
                Clock.systemUTC(),
                System.getenv().containsKey("DPONE_STDERR_IS_TERMINAL"));
        Interrupts interrupts = Interrupts.install();
        int status = new CommandLineProgram(console, interrupts).run(arguments);
        interrupts.exit(status);
    }
}
