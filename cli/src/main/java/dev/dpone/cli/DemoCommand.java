package dev.dpone.cli;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.error.ExitCode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "demo",
        description = "Starts real servers, makes rows in ClickHouse, delivers them, proves the result, stops.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "Example:", "  dpone demo --rows 1000000 --format json"})
final class DemoCommand implements Callable<Integer> {
    private static final Pattern LIMITS = Pattern.compile("(\\d{1,3})/(\\d{1,3})");

    private final Console console;
    private final Interrupts interrupts;

    @Option(names = "--rows", description = "Rows to deliver. Default: ${DEFAULT-VALUE}.", defaultValue = "1000000")
    private long rows;

    @Option(names = "--seed", description = "What the values depend on. Default: ${DEFAULT-VALUE}.", defaultValue = "1")
    private long seed;

    @Option(
            names = "--target",
            description = "postgres or mssql. Default: ${DEFAULT-VALUE}.",
            defaultValue = "postgres")
    private String target = "postgres";

    @Option(names = "--limits", paramLabel = "E/I", description = "Encoders and importers. Default: 1/1.")
    private @Nullable String limits;

    @Option(names = "--keep", description = "Keep servers and files until interrupted, and say how to reach them.")
    private boolean keep;

    @Option(
            names = "--progress",
            description = "auto, plain or none, on stderr. Default: ${DEFAULT-VALUE}.",
            defaultValue = "auto")
    private ProgressMode progress = ProgressMode.AUTO;

    @Option(names = "--format", description = "text or json. Default: ${DEFAULT-VALUE}.", defaultValue = "text")
    private ResultFormat format = ResultFormat.TEXT;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "Write the delivery as an HTML page; see 'dpone report'.")
    private @Nullable Path report;

    DemoCommand(Console console, Interrupts interrupts) {
        this.console = console;
        this.interrupts = interrupts;
    }

    @Override
    public Integer call() {
        if (rows < 0) {
            throw usage("--rows must be 0 or more, but was " + rows, "Give a number of rows.");
        }
        if (!List.of("postgres", "mssql").contains(target)) {
            throw usage("--target must be postgres or mssql, but was " + target, "Name one of them.");
        }
        Demo demo = new Demo(
                console,
                interrupts,
                new Demo.Settings(target, rows, seed, encoders(), importers(), progress, keep, report()));
        Map<String, Object> result = demo.run(Demo.Hook.NONE, this::print);
        return exit(result);
    }

    private void print(Map<String, Object> result) {
        console.out().println(format == ResultFormat.JSON ? ResultFormat.json(result) : ResultFormat.lines(result));
        console.out().flush();
    }

    /** The exit status that the result stands for. */
    static int exit(Map<String, Object> result) {
        return Boolean.TRUE.equals(result.get("verified")) ? 0 : ExitCode.VERIFICATION.status();
    }

    private Optional<Path> report() {
        return Optional.ofNullable(report).map(console.workingDirectory()::resolve);
    }

    private int encoders() {
        return stage(1);
    }

    private int importers() {
        return stage(2);
    }

    private int stage(int group) {
        if (limits == null) {
            return 1;
        }
        Matcher matcher = LIMITS.matcher(limits);
        if (!matcher.matches()) {
            throw usage("--limits must be E/I like 2/1, but was " + limits, "Write two numbers from 1 to 64.");
        }
        return Integer.parseInt(matcher.group(group));
    }

    private static DponeException usage(String message, String remedy) {
        return new DponeException(ErrorCode.USAGE_INVALID, message, remedy);
    }
}
