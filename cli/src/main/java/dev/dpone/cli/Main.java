package dev.dpone.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;

/** The process: arguments in, exit status out. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
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
