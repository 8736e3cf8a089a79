package dev.dpone.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.delivery.Cancellation;
import dev.dpone.delivery.Delivery;
import dev.dpone.delivery.DeliveryListener;
import dev.dpone.delivery.DeliveryRequest;
import dev.dpone.delivery.TargetIdentity;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.evidence.EvidenceFiles;
import dev.dpone.manifest.Connections;
import dev.dpone.manifest.ManifestReader;
import dev.dpone.manifest.Pipeline;
import dev.dpone.plan.Interval;
import dev.dpone.plan.TargetPlanner;
import dev.dpone.spi.Source;
import dev.dpone.spi.SourceQuery;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.Target;
import dev.dpone.spi.TargetConnector;
import dev.dpone.spi.TargetPlan;
import dev.dpone.state.file.FileStateStore;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows that change behind a delivery's back, between any two boundaries, on every target. */
abstract class BoundaryContract {
    /** What somebody else does to a staging table; each keeps or changes the count as its name says. */
    private static final Map<String, List<String>> TAMPERING = Map.of(
            "changed", List.of("UPDATE %1$s SET name = 'other' WHERE id = 3"),
            "added", List.of("INSERT INTO %1$s (id, name) SELECT id, name FROM %1$s WHERE id = 3"),
            "removed", List.of("DELETE FROM %1$s WHERE id = 3"),
            "swapped",
                    List.of(
                            "DELETE FROM %1$s WHERE id = 3",
                            "INSERT INTO %1$s (id, name) SELECT id, name FROM %1$s WHERE id = 4"));

    @TempDir
    Path folder;

    private final TestTarget target;
    private String table = "";

    BoundaryContract(TestTarget target) {
        this.target = target;
    }

    @BeforeEach
    void createTables() {
        table = SourceTables.create(
                "id UInt32, name String", "SELECT number, concat('n', toString(number)) FROM numbers(50)");
        target.create(table, "id UInt32", "name String");
        target.execute("INSERT INTO " + target.table(table) + " (id, name) VALUES (99, 'before')");
    }

    @ParameterizedTest(name = "{1} before boundary {0}")
    @CsvSource(textBlock = """
                    immediate, changed
                    immediate, added
                    immediate, removed
                    immediate, swapped
                    before_prepare, changed
                    before_prepare, added
                    before_prepare, removed
                    before_prepare, swapped
                    before_publish, changed
                    before_publish, added
                    before_publish, removed
                    before_publish, swapped
                    prepared_again, changed
                    prepared_again, added
                    prepared_again, removed
                    prepared_again, swapped
                    in_publication, changed
                    in_publication, added
                    in_publication, removed
                    in_publication, swapped
                    """)
    void rowsTamperedWithBetweenBoundariesStopTheDelivery(String boundary, String kind) {
        stops((at, staging) -> {
            if (at.equals(boundary)) {
                for (String sql : TAMPERING.getOrDefault(kind, List.of())) {
                    target.execute(sql.formatted(target.staging() + "." + staging));
                }
            }
        });
    }

    /** Delivers with somebody tampering, and expects that nothing was published and nothing left. */
    final void stops(BiConsumer<String, String> tampering) {
        assertThatThrownBy(() -> deliver(tampering))
                .isInstanceOf(DponeException.class)
                .satisfies(e -> assertThat(((DponeException) e).code())
                        .as(e.getMessage())
                        .isEqualTo(ErrorCode.VERIFICATION_FAILED));
        assertThat(target.rows("SELECT id, name FROM " + target.table(table))).containsExactly("99|before");
        assertThat(target.rows("SELECT count(*) FROM dpone.commit_receipts WHERE pipeline = 'tests." + table + "'"))
                .containsExactly("0");
        assertThat(target.stagingTables()).isEmpty();
    }

    private void deliver(BiConsumer<String, String> tampering) {
        Cli cli = new Cli(folder).withServers(target);
        Path file = cli.write(
                "m.yaml", Cli.manifest(target, table, "{mode: full_refresh}", "technical_columns: 'off'", ""));
        Pipeline pipeline = new ManifestReader(folder).read(file).pipelines().get(0);
        Connections connections = Connections.beside(file, cli.environment());
        TargetConnector connector = Connectors.requiredTarget(pipeline);
        Strategy strategy = Interval.NONE.requiredStrategy(pipeline);
        try (Source source = Connectors.source(pipeline).connect(connections.resolve("ch"));
                Target server = new TamperingTarget(connector.connect(connections.resolve("target")), tampering);
                FileStateStore state = FileStateStore.open(folder.resolve("state"), Clock.systemUTC())) {
            SourceQuery query = TargetPlanner.query(pipeline, strategy);
            var columns = source.describe(query);
            TargetPlan plan = TargetPlanner.plan(pipeline, columns, connector, strategy);
            DeliveryRequest request = new DeliveryRequest(
                    "run-" + table,
                    pipeline.id(),
                    query,
                    Connectors.source(pipeline).dataQuery(query, columns),
                    plan,
                    pipeline.transfer().limits(),
                    folder.resolve("work"),
                    0);
            new Delivery(
                            source,
                            server,
                            connector.format(plan.columns()),
                            state,
                            new EvidenceFiles(folder.resolve("runs")),
                            Clock.systemUTC(),
                            new Cancellation(),
                            DeliveryListener.NONE)
                    .run(request, TargetIdentity.of(connector.type(), server.server(), plan.table()));
        }
    }
}
