package dev.dpone.cli;

import dev.dpone.column.SourceColumn;
import dev.dpone.manifest.Connections;
import dev.dpone.manifest.Pipeline;
import dev.dpone.plan.Interval;
import dev.dpone.plan.OfflinePlan;
import dev.dpone.plan.PlanFields;
import dev.dpone.plan.PlanText;
import dev.dpone.plan.TargetPlanner;
import dev.dpone.spi.Source;
import dev.dpone.spi.SourceConnector;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.Target;
import dev.dpone.spi.TargetPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "plan",
        description = "Prints what a run would do: limits, bounds, types, SQL. Opens nothing unless --live is given.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Example:",
            "  dpone plan events.yaml --format md",
            "",
            LimitsHelp.TITLE,
            LimitsHelp.EIGHT,
            LimitsHelp.TEN,
            LimitsHelp.KEPT
        })
final class PlanCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private final ManifestOptions options = new ManifestOptions();

    @Option(names = "--live", description = "Read the source's schema and check both servers.")
    private boolean live;

    @Option(names = "--format", description = "text, md or json. Default: ${DEFAULT-VALUE}.", defaultValue = "text")
    private ResultFormat format = ResultFormat.TEXT;

    PlanCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        List<Pipeline> pipelines = options.pipelines(console);
        Interval interval = options.interval();
        List<Map<String, Object>> plans = new ArrayList<>();
        for (Pipeline pipeline : pipelines) {
            Support.check(pipeline);
            plans.add(PlanFields.of(live ? live(pipeline, interval) : offline(pipeline, interval)));
        }
        String text = switch (format) {
            case TEXT -> PlanText.text(plans);
            case MD -> PlanText.markdown(plans);
            case JSON -> ResultFormat.json(Map.of("plans", plans));
        };
        console.out().println(text.stripTrailing());
        console.out().flush();
        return 0;
    }

    private static OfflinePlan offline(Pipeline pipeline, Interval interval) {
        SourceConnector source = Connectors.source(pipeline);
        List<SourceColumn> contract = TargetPlanner.contractColumns(pipeline, source);
        return OfflinePlan.of(pipeline, interval, source, Connectors.target(pipeline), contract, false);
    }

    private OfflinePlan live(Pipeline pipeline, Interval interval) {
        Connections connections = options.connections(console);
        SourceConnector connector = Connectors.source(pipeline);
        List<SourceColumn> contract = TargetPlanner.contractColumns(pipeline, connector);
        try (Source source = connector.connect(connections.resolve(
                pipeline.source().connectionId(), pipeline.source().type()))) {
            List<SourceColumn> columns = source.describe(pipeline.source().query());
            TargetPlanner.checkContract(pipeline, contract, columns);
            OfflinePlan plan =
                    OfflinePlan.of(pipeline, interval, connector, Connectors.target(pipeline), columns, true);
            boolean merges = plan.target().map(TargetPlan::strategy).orElse(null) instanceof Strategy.Merge;
            return merges ? plan.withNotes(notes(pipeline, plan.target().orElseThrow(), connections)) : plan;
        }
    }

    private static List<String> notes(Pipeline pipeline, TargetPlan plan, Connections connections) {
        try (Target target = Connectors.requiredTarget(pipeline)
                .connect(connections.resolve(
                        pipeline.sink().connectionId(), pipeline.sink().type()))) {
            return target.notes(plan);
        }
    }
}
