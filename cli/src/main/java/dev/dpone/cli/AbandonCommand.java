package dev.dpone.cli;

import dev.dpone.delivery.Abandonment;
import dev.dpone.delivery.RecordedPlan;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.manifest.Pipeline;
import dev.dpone.spi.Target;
import dev.dpone.spi.TargetConnector;
import dev.dpone.state.StateStore;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "abandon",
        description =
                "Gives up a run that is not published: drops its own staging tables and spool folder, and ends it for"
                        + " good. The published table is not touched.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "Example:", "  dpone abandon events.yaml 01KB8M7Y3V9QH2T4W6XZ0C5DEF"})
final class AbandonCommand implements Callable<Integer> {
    private final Console console;
    private final Wiring wiring;

    @Mixin
    private final RunOptions options = new RunOptions();

    AbandonCommand(Console console, Wiring wiring) {
        this.console = console;
        this.wiring = wiring;
    }

    @Override
    public Integer call() {
        KnownRun run = options.find(console);
        Pipeline pipeline = run.pipeline();
        TargetConnector connector = Connectors.requiredTarget(pipeline);
        RecordedPlan plan = run.history().plan().orElseThrow(() -> changed(run, "an earlier version's journal"));
        if (!run.history().isFor(pipeline.sink().table())) {
            throw changed(run, run.history().table());
        }
        try (Target target = wiring.target()
                        .apply(connector.connect(options.connections(console)
                                .resolve(
                                        pipeline.sink().connectionId(),
                                        pipeline.sink().type())));
                StateStore state = wiring.state().apply(options.states(console).open(pipeline))) {
            new Abandonment(target, state, pipeline.storage().workDir(), console.clock())
                    .run(
                            run.history(),
                            plan.targetPlan(pipeline.sink().table(), Connectors.source(pipeline), connector));
        }
        console.out().println(ResultFormat.lines(Map.of("status", "abandoned", "run_id", options.runId())));
        console.out().flush();
        return 0;
    }

    private static DponeException changed(KnownRun run, String what) {
        return new DponeException(
                ErrorCode.RUN_CHANGED,
                "Run " + run.history().runId() + " was opened for another target than the manifest now names: " + what,
                "Restore sink.table in the manifest to abandon it.");
    }
}
