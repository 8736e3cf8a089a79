package dev.dpone.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The root command: help, version, and options that hold for every command. */
@Command(
        name = "dpone",
        description = "Delivers ClickHouse query results in bulk: proven equal, exactly once, or nothing changed.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "  0:done",
            "  1:failed; the target is unchanged unless the message says that it is published",
            "  2:usage or configuration; nothing was opened",
            "  3:verification failed; the target is unchanged",
            "  4:outcome of the publication unknown; the message names the command that decides it",
            "  5:busy: another delivery holds the target, or the lease was lost",
            "130:interrupted; the target is unchanged"
        },
        footer = {"", "Example:", "  dpone demo --rows 1000000"})
final class Dpone implements Callable<Integer> {
    @Spec
    @Nullable CommandSpec spec;

    @Option(names = "--debug", scope = ScopeType.INHERIT, description = "Print stack traces of errors.")
    boolean debug;

    @Override
    public Integer call() {
        if (spec != null) {
            spec.commandLine().usage(spec.commandLine().getErr());
        }
        return CommandLine.ExitCode.USAGE;
    }
}
