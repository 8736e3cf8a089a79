package dev.dpone.cli;

import dev.dpone.manifest.Pipeline;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "resume",
        description =
                "Goes on with a run where its journal says it stands: with complete stages the source is not opened;"
                        + " before that it is read again; after an intended publication the receipt in the target decides.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "Example:", "  dpone resume events.yaml 01KB8M7Y3V9QH2T4W6XZ0C5DEF"})
final class ResumeCommand implements Callable<Integer> {
    private final Console console;
    private final Interrupts interrupts;
    private final Wiring wiring;

    @Mixin
    private final RunOptions options = new RunOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    ResumeCommand(Console console, Interrupts interrupts, Wiring wiring) {
        this.console = console;
        this.interrupts = interrupts;
        this.wiring = wiring;
    }

    @Override
    public Integer call() {
        KnownRun run = options.find(console);
        Pipeline pipeline = run.pipeline();
        try (ProgressPrinter printer = ProgressPrinter.of(output.progress, console)) {
            DeliveryRunner runner = new DeliveryRunner(
                    console.clock(),
                    options.connections(console),
                    run.interval(),
                    interrupts.cancellation(),
                    printer,
                    wiring);
            runner.check(pipeline);
            printer.pipeline(pipeline.id());
            output.print(console, List.of(output.deliver(console, runner, pipeline, options.runId())));
        }
        return 0;
    }
}
