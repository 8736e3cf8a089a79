package dev.dpone.cli;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The commands wired to one console. */
final class CommandLineProgram {
    private final Console console;
    private final CommandLine commands;
    private final Dpone root = new Dpone();

    CommandLineProgram(Console console, Interrupts interrupts) {
        this(console, interrupts, Wiring.PLAIN);
    }

    CommandLineProgram(Console console, Interrupts interrupts, Wiring wiring) {
        this.console = console;
        this.commands = new CommandLine(root)
                .addSubcommand("demo", new DemoCommand(console, interrupts))
                .addSubcommand("validate", new ValidateCommand(console))
                .addSubcommand("schema", new SchemaCommand(console))
                .addSubcommand("plan", new PlanCommand(console))
                .addSubcommand("run", new RunCommand(console, interrupts, wiring))
                .addSubcommand("runs", runs(console))
                .addSubcommand("resume", new ResumeCommand(console, interrupts, wiring))
                .addSubcommand("abandon", new AbandonCommand(console, wiring))
                .addSubcommand(
                        "state",
                        new CommandLine(new StateCommand())
                                .addSubcommand("ddl", new StateDdlCommand(console))
                                .addSubcommand("init", new StateInitCommand(console)))
                .addSubcommand("report", new ReportCommand(console))
                .addSubcommand(
                        "bench",
                        new CommandLine(new BenchCommand())
                                .addSubcommand("run", new BenchRunCommand(console, interrupts))
                                .addSubcommand("compare", new BenchCompareCommand(console)))
                .addSubcommand("doctor", new DoctorCommand(console))
                .addSubcommand("inspect", new InspectCommand(console))
                .setOut(console.out())
                .setErr(console.err())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setColorScheme(CommandLine.Help.defaultColorScheme(console.interactive() ? Ansi.AUTO : Ansi.OFF))
                .setParameterExceptionHandler(this::usage)
                .setExecutionExceptionHandler((problem, line, result) -> console.fail(problem, root.debug));
    }

    /** With a subcommand, whose own parameters come instead of its. */
    private static CommandLine runs(Console console) {
        CommandLine runs = new CommandLine(new RunsCommand(console));
        CommandSpec spec = runs.getCommandSpec();
        PositionalParamSpec manifest = spec.positionalParameters().get(0);
        spec.remove(manifest);
        spec.add(PositionalParamSpec.builder(manifest).required(false).build());
        return runs.addSubcommand("show", new RunsShowCommand(console));
    }

    /** Runs one command line and returns the exit status. */
    int run(String... arguments) {
        return commands.execute(arguments);
    }

    private int usage(ParameterException problem, String[] arguments) {
        CommandLine line = problem.getCommandLine();
        String command = line.getCommandSpec().qualifiedName();
        StringBuilder remedy = new StringBuilder("See '").append(command).append(" --help'.");
        if (problem instanceof UnmatchedArgumentException unmatched
                && !unmatched.getSuggestions().isEmpty()) {
            remedy.append(" Did you mean ")
                    .append(String.join(" or ", unmatched.getSuggestions()))
                    .append('?');
        }
        return console.fail(
                new DponeException(ErrorCode.USAGE_INVALID, String.valueOf(problem.getMessage()), remedy.toString()),
                root.debug);
    }

    /** Parses without running, for tests of the help. */
    ParseResult parse(String... arguments) {
        return commands.parseArgs(arguments);
    }
}
