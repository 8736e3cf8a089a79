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
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows that change behind a delivery's back, between any two boundaries, on real engines. */
class BoundaryTest {
    /** What somebody else does to a staging table; each keeps or changes the count as its name says. */
    private static final Map<String, String> TAMPERING = Map.of(
            "changed", "UPDATE %1$s SET name = 'other' WHERE id = 3",
            "added", "INSERT INTO %1$s SELECT * FROM %1$s WHERE id = 3",
            "removed", "DELETE FROM %1$s WHERE id = 3",
            "swapped", "WITH gone AS (DELETE FROM %1$s WHERE id = 3) INSERT INTO %1$s SELECT * FROM %1$s WHERE id = 4");

    /** The same done by a trigger while the rows land. */
    private static final Map<String, String> TRIGGERS = Map.of(
            "changed", "IF NEW.id = 3 THEN NEW.name := 'other'; END IF; RETURN NEW;",
            "added",
                    "IF NEW.id = 3 AND pg_trigger_depth() = 1 THEN EXECUTE format('INSERT INTO %I.%I SELECT ($1).*',"
                            + " TG_TABLE_SCHEMA, TG_TABLE_NAME) USING NEW; END IF; RETURN NEW;",
            "removed", "IF NEW.id = 3 THEN RETURN NULL; END IF; RETURN NEW;",
            "swapped", "IF NEW.id = 3 THEN NEW.id := 4; NEW.name := 'n4'; END IF; RETURN NEW;");

    @TempDir
    Path folder;

    private String table;

    @BeforeEach
    void createTables() {
        table = SourceTables.create(
                "id UInt32, name String", "SELECT number, concat('n', toString(number)) FROM numbers(50)");
        SourceTables.postgres(
                "CREATE TABLE " + table + " (id bigint NOT NULL, name text NOT NULL)",
                "INSERT INTO " + table + " VALUES (99, 'before')");
    }

    @AfterEach
    void dropTriggers() {
        SourceTables.postgres("DROP EVENT TRIGGER IF EXISTS tamper", "DROP FUNCTION IF EXISTS tamper_tables CASCADE");
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
                SourceTables.postgres(TAMPERING.getOrDefault(kind, "").formatted("dpone_stage." + staging));
            }
        });
    }

    @ParameterizedTest(name = "{1} while {0} is filled")
    @CsvSource(textBlock = """
                    dpone_s_, changed
                    dpone_s_, added
                    dpone_s_, removed
                    dpone_s_, swapped
                    dpone_p_, changed
                    dpone_p_, added
                    dpone_p_, removed
                    dpone_p_, swapped
                    """)
    void rowsThatLandOtherThanTheyWereSentStopTheDelivery(String prefix, String kind) {
        SourceTables.postgres(
                "CREATE OR REPLACE FUNCTION public.tamper_rows() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
                        + TRIGGERS.get(kind) + " END $$",
                "CREATE OR REPLACE FUNCTION public.tamper_tables() RETURNS event_trigger LANGUAGE plpgsql AS $$ DECLARE"
                        + " made record; BEGIN FOR made IN SELECT * FROM pg_event_trigger_ddl_commands() LOOP"
                        + " IF made.object_identity LIKE 'dpone_stage." + prefix
                        + "%' AND made.object_type = 'table' THEN"
                        + " EXECUTE format('CREATE TRIGGER tamper BEFORE INSERT ON %s FOR EACH ROW EXECUTE FUNCTION"
                        + " public.tamper_rows()', made.object_identity); END IF; END LOOP; END $$",
                "CREATE EVENT TRIGGER tamper ON ddl_command_end WHEN TAG IN ('CREATE TABLE', 'CREATE TABLE AS')"
                        + " EXECUTE FUNCTION public.tamper_tables()");
        stops((at, staging) -> {});
    }

    private void stops(BiConsumer<String, String> tampering) {
        assertThatThrownBy(() -> deliver(tampering))
                .isInstanceOf(DponeException.class)
                .satisfies(e -> assertThat(((DponeException) e).code())
                        .as(e.getMessage())
                        .isEqualTo(ErrorCode.VERIFICATION_FAILED));
        assertThat(SourceTables.rows("SELECT id, name FROM " + table)).containsExactly("99|before");
        assertThat(SourceTables.rows(
                        "SELECT count(*) FROM dpone.commit_receipts WHERE pipeline = 'tests." + table + "'"))
                .containsExactly("0");
        assertThat(SourceTables.stagingTables()).isEmpty();
    }

    private void deliver(BiConsumer<String, String> tampering) {
        Cli cli = new Cli(folder).withServers();
        Path file = cli.write("m.yaml", Cli.manifest(table, "{mode: full_refresh}", "technical_columns: 'off'", ""));
        Pipeline pipeline = new ManifestReader(folder).read(file).pipelines().get(0);
        Connections connections = Connections.beside(file, cli.environment());
        TargetConnector connector = Connectors.requiredTarget(pipeline);
        Strategy strategy = Interval.NONE.requiredStrategy(pipeline);
        try (Source source = Connectors.source(pipeline).connect(connections.resolve("ch"));
                Target target = new TamperingTarget(connector.connect(connections.resolve("pg")), tampering);
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
                            target,
                            connector.format(plan.columns()),
                            state,
                            new EvidenceFiles(folder.resolve("runs")),
                            Clock.systemUTC(),
                            new Cancellation(),
                            DeliveryListener.NONE)
                    .run(request, TargetIdentity.of("postgres", target.server(), plan.table()));
        }
    }
}
