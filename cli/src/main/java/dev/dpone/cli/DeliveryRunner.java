package dev.dpone.cli;

import dev.dpone.column.SourceColumn;
import dev.dpone.delivery.Cancellation;
import dev.dpone.delivery.Delivery;
import dev.dpone.delivery.DeliveryListener;
import dev.dpone.delivery.DeliveryRequest;
import dev.dpone.delivery.DeliveryResult;
import dev.dpone.delivery.TargetIdentity;
import dev.dpone.evidence.EvidenceFiles;
import dev.dpone.manifest.Connections;
import dev.dpone.manifest.Pipeline;
import dev.dpone.plan.Interval;
import dev.dpone.plan.TargetPlanner;
import dev.dpone.spi.ConnectionSpec;
import dev.dpone.spi.Source;
import dev.dpone.spi.SourceConnector;
import dev.dpone.spi.SourceQuery;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.Target;
import dev.dpone.spi.TargetConnector;
import dev.dpone.spi.TargetPlan;
import dev.dpone.state.StateStore;
import dev.dpone.state.file.FileStateStore;
import java.time.Clock;
import java.util.List;

/** One pipeline from its manifest to its receipt: resolves, asks the source for its schema, plans, delivers. */
final class DeliveryRunner {
    private final Clock clock;
    private final Connections connections;
    private final Interval interval;
    private final Cancellation cancellation;
    private final DeliveryListener listener;

    DeliveryRunner(
            Clock clock,
            Connections connections,
            Interval interval,
            Cancellation cancellation,
            DeliveryListener listener) {
        this.clock = clock;
        this.connections = connections;
        this.interval = interval;
        this.cancellation = cancellation;
        this.listener = listener;
    }

    /** Refuses what can be refused before anything is opened. */
    void check(Pipeline pipeline) {
        Support.check(pipeline);
        Connectors.source(pipeline).connect(sourceSpec(pipeline)).close();
        Connectors.requiredTarget(pipeline).connect(targetSpec(pipeline)).close();
        interval.requiredStrategy(pipeline);
        TargetPlanner.contractColumns(pipeline, Connectors.source(pipeline));
    }

    /** Delivers under this run id. */
    DeliveryResult run(Pipeline pipeline, String runId) {
        SourceConnector sourceConnector = Connectors.source(pipeline);
        TargetConnector targetConnector = Connectors.requiredTarget(pipeline);
        Strategy strategy = interval.requiredStrategy(pipeline);
        try (Source source = sourceConnector.connect(sourceSpec(pipeline));
                Target target = targetConnector.connect(targetSpec(pipeline));
                StateStore state = FileStateStore.open(pipeline.storage().stateDir(), clock)) {
            SourceQuery query = TargetPlanner.query(pipeline, strategy);
            List<SourceColumn> columns = source.describe(query);
            TargetPlanner.checkContract(pipeline, TargetPlanner.contractColumns(pipeline, sourceConnector), columns);
            TargetPlan plan = TargetPlanner.plan(pipeline, columns, targetConnector, strategy);
            DeliveryRequest request = new DeliveryRequest(
                    runId,
                    pipeline.id(),
                    query,
                    sourceConnector.dataQuery(query, columns),
                    plan,
                    pipeline.transfer().limits(),
                    pipeline.storage().workDir(),
                    pipeline.storage().minFreeBytes());
            String identity = TargetIdentity.of(targetConnector.type(), target.server(), plan.table());
            return new Delivery(
                            source,
                            target,
                            targetConnector.format(plan.columns()),
                            state,
                            new EvidenceFiles(pipeline.storage().evidenceDir()),
                            clock,
                            cancellation,
                            listener)
                    .run(request, identity);
        }
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
