package dev.dpone.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The process: arguments in, exit status out. */
public final class Main {
    /** Held so that its level stays: drivers log what dpone tells in its own words. */
    private static final Logger DRIVER_LOG = Logger.getLogger("org.postgresql");

    private Main() {}

    public static void main(String[] arguments) {
        run(Wiring.PLAIN, arguments);
    }

    /** Runs one command line as the process's own, and ends the process. */
    public static void run(Wiring wiring, String... arguments) {
        DRIVER_LOG.setLevel(Level.OFF);
        Console console = new Console(
                new PrintWriter(System.out, true, StandardCharsets.UTF_8),
                new PrintWriter(System.err, true, StandardCharsets.UTF_8),
                Path.of("").toAbsolutePath(),
                System.getenv(),
                Clock.systemUTC(),
                System.getenv().containsKey("DPONE_STDERR_IS_TERMINAL"));
        Interrupts interrupts = Interrupts.install();
        boolean debug = List.of(arguments).contains("--debug");
        interrupts.exit(
                reported(console, debug, () -> new CommandLineProgram(console, interrupts, wiring).run(arguments)));
    }

    /** The command's status; errors of the machine, such as a full heap, are reported as bugs are. */
    static int reported(Console console, boolean debug, IntSupplier command) {
        try {
            return command.getAsInt();
        } catch (Error e) {
            return console.fail(e, debug);
        }
    }
}
