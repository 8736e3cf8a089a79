package dev.dpone.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ConnectionSpec;
import dev.dpone.spi.Mutation;
import dev.dpone.spi.Secret;
import dev.dpone.spi.ServerInfo;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.TableRef;
import dev.dpone.spi.TargetPlan;
import dev.dpone.spi.TechnicalColumns;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdmissionTest {
    private static final String GOOD = "(id bigint NOT NULL, note text, at timestamptz)";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Scenario scenario;

    private final TestRows rows = Scenario.events(0, 1);

    @BeforeEach
    void open() {
        scenario = new Scenario(folder);
        scenario.technical = TechnicalColumns.OFF;
    }

    @AfterEach
    void close() {
        scenario.close();
    }

    private void admit() {
        scenario.target.admit(scenario.plan(rows));
    }

    private void refused(ErrorCode code, String message, String remedy) {
        assertThatThrownBy(this::admit).isInstanceOfSatisfying(DponeException.class, e -> {
            assertThat(e.getMessage()).isEqualTo(message);
            assertThat(e.remedy()).isEqualTo(remedy);
            assertThat(e.code()).isEqualTo(code);
        });
    }

    private void differs(String difference) {
        refused(
                ErrorCode.TARGET_DIFFERS,
                "Table " + scenario.table() + " differs from the plan: " + difference,
                "Change the table, or the query, source.options.columns or sink.types, until both are the same.");
    }

    private void unsupported(String problem) {
        assertThatThrownBy(this::admit).isInstanceOfSatisfying(DponeException.class, e -> {
            assertThat(e.getMessage()).isEqualTo("Cannot deliver into " + scenario.table() + ": " + problem);
            assertThat(e.code()).isEqualTo(ErrorCode.TARGET_UNSUPPORTED);
        });
    }

    @Test
    void createsItsOwnTablesAndNothingElse() {
        admit();
        admit();
        assertThat(scenario.database.texts(
                        "SELECT relname FROM pg_class WHERE relnamespace = 'dpone'::regnamespace AND relkind = 'r'"
                                + " ORDER BY 1"))
                .containsExactly("commit_receipts", "stages", "target_fence");
        assertThat(scenario.database.text("SELECT to_regnamespace('" + scenario.database.staging + "')"))
                .isEqualTo(scenario.database.staging);
        assertThat(scenario.database.text("SELECT to_regclass('" + scenario.table() + "')"))
                .isEqualTo("NULL");
    }

    @Test
    void leavesNothingBehindWhenItRefuses() {
        scenario.database.run("CREATE TABLE " + scenario.table() + " (id int)");
        assertThatThrownBy(this::admit).isInstanceOf(DponeException.class);
        assertThat(scenario.database.text("SELECT to_regnamespace('" + scenario.database.staging + "')"))
                .isEqualTo("NULL");
    }

    @Test
    void createsItsTablesOnceWhenManyDeliveriesBegin() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        try {
            Callable<Boolean> admit = () -> {
                admit();
                return true;
            };
            for (Future<Boolean> admitted : pool.invokeAll(List.of(admit, admit, admit, admit))) {
                assertThat(admitted.get()).isTrue();
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void takesATableWithLaxerNullsAndAnotherOrder() {
        scenario.database.run("CREATE TABLE " + scenario.table() + " (at timestamptz, id bigint, note text)");
        admit();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "(id bigint, note text) | column at (timestamp with time zone) is missing",
                "(id bigint, note text, at timestamptz, extra int, more int)"
                        + " | column extra is not delivered; column more is not delivered",
                "(id int, note varchar(20), at timestamp) | column id must be bigint, but is integer; column note must be"
                        + " text, but is character varying(20); column at must be timestamp with time zone, but is"
                        + " timestamp without time zone",
                "(id bigint, note char(5), at timestamptz(3)) | column note must be text, but is character(5); column at must"
                        + " be timestamp with time zone, but is timestamp(3) with time zone",
                "(id bigint, note text NOT NULL, at timestamptz) | column note must take NULL, but is NOT NULL",
                "(id bigint, note text COLLATE \"C\", at timestamptz)"
                        + " | column note must have the default collation, but has C",
                "(id bigint GENERATED ALWAYS AS IDENTITY, note text, at timestamptz)"
                        + " | column id must be written, but is GENERATED ALWAYS AS IDENTITY",
                "(id bigint GENERATED BY DEFAULT AS IDENTITY, note text, at timestamptz)"
                        + " | column id must be written, but is GENERATED BY DEFAULT AS IDENTITY",
                "(id bigint, note text GENERATED ALWAYS AS ('x') STORED, at timestamptz)"
                        + " | column note must be written, but is a generated column",
                "(id bigint, \"Note\" text, at timestamptz)"
                        + " | column note (text) is missing; column Note is not delivered",
            })
    void refusesATableThatDiffers(String columns, String difference) {
        scenario.database.run("CREATE TABLE " + scenario.table() + " " + columns);
        differs(difference);
    }

    @Test
    void refusesADomainThatOnlyLooksLikeTheType() {
        scenario.database.run("CREATE DOMAIN " + scenario.database.schema + ".words AS text");
        scenario.database.run("CREATE TABLE " + scenario.table() + " (id bigint, note " + scenario.database.schema
                + ".words, at timestamptz)");
        differs("column note must be text, but is " + scenario.database.schema + ".words");
    }

    @Test
    void offersBothRemediesForMissingTechnicalColumns() {
        scenario.technical = TechnicalColumns.MINIMAL;
        scenario.database.run("CREATE TABLE " + scenario.table() + " " + GOOD);
        String alter =
                "ALTER TABLE \"" + scenario.database.schema + "\".\"events\" ADD COLUMN \"__dpone__load_id\" text,"
                        + " ADD COLUMN \"__dpone__loaded_at\" timestamp with time zone";
        refused(
                ErrorCode.TARGET_DIFFERS,
                "Table " + scenario.table() + " exists without dpone's technical columns",
                "Run " + alter + "; or set sink.technical_columns to off.");
        scenario.database.run(alter);
        admit();
    }

    @Test
    void refusesTechnicalColumnsThatAreNotDelivered() {
        scenario.database.run(
                "CREATE TABLE " + scenario.table() + " (id bigint, note text, at timestamptz, __dpone__load_id text)");
        differs("column __dpone__load_id is not delivered");
    }

    @Test
    void refusesWhatIsNotAnOrdinaryTable() {
        String table = scenario.table();
        scenario.database.run("CREATE VIEW " + table + " AS SELECT 1::bigint AS id");
        unsupported("it is a view");
        scenario.database.run("DROP VIEW " + table);
        scenario.database.run("CREATE MATERIALIZED VIEW " + table + " AS SELECT 1::bigint AS id");
        unsupported("it is a materialized view");
        scenario.database.run("DROP MATERIALIZED VIEW " + table);
        scenario.database.run("CREATE SEQUENCE " + table);
        unsupported("it is not a table (relkind S)");
        scenario.database.run("DROP SEQUENCE " + table);
        scenario.database.run("CREATE UNLOGGED TABLE " + table + " " + GOOD);
        unsupported("it is an unlogged table, which a crash of the server empties");
    }

    @Test
    void refusesPartitionsAndInheritance() {
        String parent = scenario.database.schema + ".parent";
        scenario.database.run("CREATE TABLE " + scenario.table() + " " + GOOD + " PARTITION BY LIST (id)");
        unsupported("it is a partitioned table");
        scenario.database.run("DROP TABLE " + scenario.table());
        scenario.database.run("CREATE TABLE " + parent + " " + GOOD + " PARTITION BY LIST (id)");
        scenario.database.run("CREATE TABLE " + scenario.table() + " PARTITION OF " + parent + " FOR VALUES IN (1)");
        unsupported("it is a partition of another table");
        scenario.database.run("DROP TABLE " + parent);
        scenario.database.run("CREATE TABLE " + scenario.table() + " " + GOOD);
        scenario.database.run("CREATE TABLE " + parent + " () INHERITS (" + scenario.table() + ")");
        unsupported("it is part of an inheritance tree");
    }

    @Test
    void refusesWhatWouldChangeTheRowsOnTheirWay() {
        String table = scenario.table();
        scenario.database.run("CREATE TABLE " + table + " " + GOOD);
        scenario.database.run("CREATE FUNCTION " + scenario.database.schema
                + ".same() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'");
        scenario.database.run("CREATE TRIGGER audit BEFORE INSERT ON " + table + " FOR EACH ROW EXECUTE FUNCTION "
                + scenario.database.schema + ".same()");
        scenario.database.run("CREATE RULE quiet AS ON DELETE TO " + table + " DO INSTEAD NOTHING");
        scenario.database.run("ALTER TABLE " + table + " ENABLE ROW LEVEL SECURITY");
        unsupported("it has row-level security, rule quiet, trigger audit, which could change what is written");
        scenario.database.run("ALTER TABLE " + table + " DISABLE TRIGGER audit");
        scenario.database.run("ALTER TABLE " + table + " DISABLE RULE quiet");
        scenario.database.run("ALTER TABLE " + table + " DISABLE ROW LEVEL SECURITY");
        admit();
    }

    @Test
    void refusesToPublishIntoItsOwnSchema() {
        TargetPlan plan = new TargetPlan(
                new TableRef("dpone", "stages"),
                scenario.database.staging,
                rows.mappings(),
                TechnicalColumns.OFF,
                new Strategy.Append());
        assertThatThrownBy(() -> scenario.target.admit(plan))
                .isInstanceOf(DponeException.class)
                .hasMessage("Schema dpone holds dpone's own tables and takes no deliveries");
    }

    @Test
    void namesEveryMissingPrivilegeWithItsGrant() throws Exception {
        admit();
        String role = scenario.database.schema + "_role";
        scenario.database.run("CREATE ROLE " + role + " LOGIN PASSWORD 'secret-" + role + "'");
        try (PostgresTarget target = new PostgresConnector(TestDatabase.WAITS).connect(as(role, "secret-" + role))) {
            TargetPlan plan = scenario.plan(rows);
            assertThatThrownBy(() -> target.admit(plan)).isInstanceOfSatisfying(DponeException.class, e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.TARGET_REFUSED);
                assertThat(e.getMessage()).isEqualTo("Role " + role + " lacks: " + String.join(", ", grants()));
                assertThat(e.remedy())
                        .isEqualTo("Have the owner run: "
                                + String.join(
                                        "; ",
                                        grants().stream()
                                                .map(grant -> "GRANT " + grant + " TO \"" + role + "\"")
                                                .toList())
                                + ".");
            });
            grants().forEach(grant -> scenario.database.run("GRANT " + grant + " TO " + role));
            target.admit(plan);
            scenario.database.run("CREATE TABLE " + scenario.table() + " " + GOOD);
            assertThatThrownBy(() -> target.admit(plan))
                    .isInstanceOf(DponeException.class)
                    .hasMessage("Role %s lacks: INSERT ON TABLE \"%s\".\"events\"", role, scenario.database.schema);
        } finally {
            scenario.database.run("DROP OWNED BY " + role);
            scenario.database.run("DROP ROLE " + role);
        }
    }

    @Test
    void deliversWithTheGrantedRightsAlone() throws Exception {
        admit();
        String role = scenario.database.schema + "_loader";
        scenario.database.run("CREATE ROLE " + role + " LOGIN PASSWORD 'secret-" + role + "'");
        grants().forEach(grant -> scenario.database.run("GRANT " + grant + " TO " + role));
        scenario.database.run("CREATE TABLE " + scenario.table() + " " + GOOD);
        scenario.database.run("GRANT SELECT, INSERT, DELETE ON " + scenario.table() + " TO " + role);
        try (Scenario theirs = scenario.as(as(role, "secret-" + role))) {
            theirs.strategy = new Strategy.FullRefresh();
            assertThat(theirs.prepare("run", rows).publish().mutation()).isEqualTo(new Mutation("delete", 0, 1));
            assertMergesWith(role, theirs);
            theirs.strategy = new Strategy.Append();
            Scenario.Ready ready = theirs.prepare("run2", rows);
            assertThat(ready.publish().mutation()).isEqualTo(new Mutation("insert", 0, 1));
            ready.chunks().forEach(chunk -> ready.delivery().stages().settle(chunk.attempt()));
            ready.delivery().preparation().drop(ready.prepared().table());
        } finally {
            scenario.database.run("DROP OWNED BY " + role + " CASCADE");
            scenario.database.run("DROP ROLE " + role);
        }
    }

    /** Merging needs UPDATE, and no DELETE. */
    private void assertMergesWith(String role, Scenario theirs) throws Exception {
        theirs.strategy = new Strategy.Merge(List.of("id"));
        scenario.database.run("REVOKE DELETE ON " + scenario.table() + " FROM " + role);
        assertThatThrownBy(() -> theirs.target.admit(theirs.plan(rows)))
                .isInstanceOf(DponeException.class)
                .hasMessage("Role %s lacks: UPDATE ON TABLE \"%s\".\"events\"", role, scenario.database.schema);
        scenario.database.run("GRANT UPDATE ON " + scenario.table() + " TO " + role);
        assertThat(theirs.prepare("run3", rows).publish().mutation()).isEqualTo(new Mutation("merge", 0, 0, 1));
    }

    private List<String> grants() {
        return List.of(
                "USAGE ON SCHEMA \"" + scenario.database.schema + "\"",
                "CREATE ON SCHEMA \"" + scenario.database.schema + "\"",
                "USAGE ON SCHEMA \"" + scenario.database.staging + "\"",
                "CREATE ON SCHEMA \"" + scenario.database.staging + "\"",
                "USAGE ON SCHEMA \"dpone\"",
                "SELECT ON TABLE dpone.target_fence",
                "INSERT ON TABLE dpone.target_fence",
                "UPDATE ON TABLE dpone.target_fence",
                "SELECT ON TABLE dpone.stages",
                "INSERT ON TABLE dpone.stages",
                "DELETE ON TABLE dpone.stages",
                "SELECT ON TABLE dpone.commit_receipts",
                "INSERT ON TABLE dpone.commit_receipts");
    }

    private ConnectionSpec as(String user, String password) {
        ConnectionSpec spec = scenario.database.spec();
        return new ConnectionSpec(
                spec.id(),
                spec.url(),
                spec.host(),
                spec.port(),
                spec.database(),
                Optional.of(user),
                Optional.of(new Secret(password)),
                spec.secure(),
                spec.trustServerCertificate(),
                spec.caCertificate(),
                spec.settings());
    }

    @Test
    void incrementsTheFenceOfEachTarget() {
        admit();
        String identity = "fence-" + scenario.database.schema;
        assertThat(scenario.target.openFence(identity, "run1")).isEqualTo(1);
        assertThat(scenario.target.openFence(identity, "run2")).isEqualTo(2);
        assertThat(scenario.target.openFence(identity + "-other", "run3")).isEqualTo(1);
    }

    @Test
    void waitsForAPublicationBeforeItOpensTheFence() throws Exception {
        admit();
        String identity = "fence-" + scenario.database.schema;
        scenario.target.openFence(identity, "run1");
        try (Connection publication = scenario.database.server.connect();
                Statement statement = publication.createStatement()) {
            publication.setAutoCommit(false);
            statement.execute(PostgresPublication.FENCE.replace("?", "'" + identity + "'"));
            assertThatThrownBy(() -> scenario.target.openFence(identity, "run2"))
                    .isInstanceOfSatisfying(DponeException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.TARGET_BUSY);
                        assertThat(e.getMessage())
                                .isEqualTo("Cannot open the target's fence: canceling statement due to lock timeout"
                                        + " (SQLSTATE 55P03)");
                    });
        }
        assertThat(scenario.target.openFence(identity, "run2")).isEqualTo(2);
    }

    @Test
    void tellsTheServerByItsIdentifierAndTheDatabase() {
        ServerInfo info = scenario.target.server();
        assertThat(info.product()).isEqualTo("PostgreSQL");
        assertThat(info.version()).isEqualTo(scenario.database.text("SHOW server_version"));
        assertThat(info.identity())
                .isEqualTo(
                        scenario.database.text("SELECT system_identifier || '/' || (SELECT oid || '/' || datname FROM"
                                + " pg_database WHERE datname = current_database()) FROM pg_control_system()"));
    }

    @Test
    void findsNoReceiptWhereDponeNeverWas() {
        assertThat(scenario.target.findReceipt("never")).isEmpty();
    }
}
