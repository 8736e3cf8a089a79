package dev.dpone.cli;

import dev.dpone.column.SourceColumn;
import dev.dpone.delivery.Cancellation;
import dev.dpone.delivery.Delivery;
import dev.dpone.delivery.DeliveryListener;
import dev.dpone.delivery.DeliveryRequest;
import dev.dpone.delivery.DeliveryResult;
import dev.dpone.delivery.RecordedPlan;
import dev.dpone.delivery.RunHistory;
import dev.dpone.delivery.TargetIdentity;
import dev.dpone.error.DponeException;
import dev.dpone.evidence.EvidenceFiles;
import dev.dpone.manifest.Connections;
import dev.dpone.manifest.Pipeline;
import dev.dpone.plan.Interval;
import dev.dpone.plan.TargetPlanner;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.ConnectionSpec;
import dev.dpone.spi.Source;
import dev.dpone.spi.SourceConnector;
import dev.dpone.spi.SourceQuery;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.Target;
import dev.dpone.spi.TargetConnector;
import dev.dpone.spi.TargetPlan;
import dev.dpone.state.StateStore;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** One pipeline from its manifest to its receipt: resolves, asks the source for its schema, plans, delivers. */
final class DeliveryRunner {
    private final Clock clock;
    private final Connections connections;
    private final States states;
    private final Interval interval;
    private final Cancellation cancellation;
    private final DeliveryListener listener;
    private final Wiring wiring;

    DeliveryRunner(
            Clock clock,
            Connections connections,
            Interval interval,
            Cancellation cancellation,
            DeliveryListener listener,
            Wiring wiring) {
        this.clock = clock;
        this.connections = connections;
        this.states = new States(connections, clock);
        this.interval = interval;
        this.cancellation = cancellation;
        this.listener = listener;
        this.wiring = wiring;
    }

    /** Refuses what can be refused before anything is opened. */
    void check(Pipeline pipeline) {
        Support.check(pipeline);
        Connectors.source(pipeline).connect(sourceSpec(pipeline)).close();
        Connectors.requiredTarget(pipeline).connect(targetSpec(pipeline)).close();
        states.check(pipeline);
        interval.requiredStrategy(pipeline);
        TargetPlanner.contractColumns(pipeline, Connectors.source(pipeline));
    }

    /**
     * Delivers under this run id. A run that was opened before keeps the columns it was opened with: what is left of it may
     * need no source, which then is not asked.
     */
    DeliveryResult run(Pipeline pipeline, String runId) {
        Recording recording = new Recording(pipeline, runId, listener, clock);
        try {
            return recording.of(() -> deliver(pipeline, runId, recording));
        } catch (DponeException e) {
            throw explained(pipeline, runId, e);
        }
    }

    private DponeException explained(Pipeline pipeline, String runId, DponeException failure) {
        try {
            return history(pipeline, runId)
                    .map(history -> history.explain(failure))
                    .orElse(failure);
        } catch (DponeException e) {
            failure.addSuppressed(e);
            return failure;
        }
    }

    /** What the state store knows of a run. */
    Optional<RunHistory> history(Pipeline pipeline, String runId) {
        try (StateStore state = states.open(pipeline)) {
            return RunHistory.of(runId, state.journal(runId).read());
        }
    }

    private DeliveryResult deliver(Pipeline pipeline, String runId, DeliveryListener recording) {
        SourceConnector sourceConnector = Connectors.source(pipeline);
        TargetConnector targetConnector = Connectors.requiredTarget(pipeline);
        Strategy strategy = interval.requiredStrategy(pipeline);
        try (Source source = sourceConnector.connect(sourceSpec(pipeline));
                Target target = wiring.target().apply(targetConnector.connect(targetSpec(pipeline)));
                StateStore state = wiring.state().apply(states.open(pipeline))) {
            SourceQuery query = TargetPlanner.query(pipeline, strategy);
            Optional<RecordedPlan> recorded =
                    RunHistory.of(runId, state.journal(runId).read()).flatMap(RunHistory::plan);
            List<SourceColumn> columns = recorded.isPresent()
                    ? recorded.get().sourceColumns(sourceConnector)
                    : described(pipeline, source, sourceConnector, query);
            TargetPlan plan = TargetPlanner.plan(pipeline, columns, targetConnector, strategy);
            SourceQuery treated = query.treated(plan.columns());
            DeliveryRequest request = new DeliveryRequest(
                    runId,
                    pipeline.id(),
                    treated,
                    sourceConnector.dataQuery(
                            treated,
                            plan.columns().stream().map(ColumnMapping::source).toList()),
                    plan,
                    pipeline.transfer().limits(),
                    pipeline.storage().workDir(),
                    pipeline.storage().minFreeBytes());
            String identity = TargetIdentity.of(targetConnector.type(), target.server(), plan.table());
            return new Delivery(
                            source,
                            target,
                            wiring.format().apply(targetConnector.format(plan.columns())),
                            state,
                            wiring.evidence()
                                    .apply(new EvidenceFiles(pipeline.storage().evidenceDir())),
                            clock,
                            cancellation,
                            recording)
                    .run(request, identity);
        }
    }

    private static List<SourceColumn> described(
            Pipeline pipeline, Source source, SourceConnector connector, SourceQuery query) {
        List<SourceColumn> columns = source.describe(query);
        TargetPlanner.checkContract(pipeline, TargetPlanner.contractColumns(pipeline, connector), columns);
        return columns;
    }

    private ConnectionSpec sourceSpec(Pipeline pipeline) {
        return connections.resolve(
                pipeline.source().connectionId(), pipeline.source().type());
    }

    private ConnectionSpec targetSpec(Pipeline pipeline) {
        return connections.resolve(
                pipeline.sink().connectionId(), pipeline.sink().type());
    }
}
