package dev.dpone.mssql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ConnectionSpec;
import dev.dpone.spi.Secret;
import dev.dpone.spi.ServerInfo;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.TableRef;
import dev.dpone.spi.TargetPlan;
import dev.dpone.spi.TechnicalColumns;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@EnabledIfEnvironmentVariable(
        named = TestServer.VARIABLE,
        matches = ".+",
        disabledReason = "no SQL Server: DPONE_TEST_MSSQL_URL is not set")
class AdmissionTest {
    private static final String GOOD = "(id bigint NOT NULL, note nvarchar(max), at datetime2(3))";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Scenario scenario;

    @SuppressWarnings("NullAway.Init")
    private TestServer server;

    private final Cells rows = Scenario.events(0, 1);

    @BeforeEach
    void open() {
        scenario = new Scenario(folder);
        server = scenario.server;
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
        assertThat(server.texts(
                        "SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = N'dpone' ORDER BY 1"))
                .containsExactly("commit_receipts", "stages", "target_fence");
        assertThat(server.text("SELECT SCHEMA_ID(N'" + server.staging + "')")).isNotEqualTo("NULL");
        assertThat(server.exists(scenario.table())).isFalse();
    }

    @Test
    void leavesNothingBehindWhenItRefuses() {
        server.run("CREATE TABLE " + scenario.table() + " (id int)");
        assertThatThrownBy(this::admit).isInstanceOf(DponeException.class);
        assertThat(server.text("SELECT SCHEMA_ID(N'" + server.staging + "')")).isEqualTo("NULL");
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "(at datetime2(3), id bigint, note nvarchar(max))",
                "(id bigint PRIMARY KEY NONCLUSTERED, note nvarchar(max) DEFAULT 'x', at datetime2(3) CHECK (at > '2000-01-01'))",
            })
    void takesATableOfTheSameColumns(String columns) {
        server.run("CREATE TABLE " + scenario.table() + " " + columns);
        admit();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "(id bigint, note nvarchar(max)) | column at (datetime2(3)) is missing",
                "(id bigint, note nvarchar(max), at datetime2(3), extra int, more int)"
                        + " | column extra is not delivered; column more is not delivered",
                "(id int, note nvarchar(20), at datetime) | column id must be bigint, but is int; column note must be"
                        + " nvarchar(max), but is nvarchar(20); column at must be datetime2(3), but is datetime",
                "(id decimal(19,0), note varchar(max), at datetime2(5)) | column id must be bigint, but is decimal(19,0);"
                        + " column note must be nvarchar(max), but is varchar(max); column at must be datetime2(3), but is"
                        + " datetime2(5)",
                "(id bigint, note nvarchar(max) NOT NULL, at datetime2(3)) | column note must take NULL, but is NOT NULL",
                "(id bigint IDENTITY, note nvarchar(max), at datetime2(3))"
                        + " | column id must be written, but is an identity column",
                "(id bigint, note nvarchar(max), at datetime2(3), twice AS id * 2, v rowversion, n int IDENTITY)"
                        + " | column twice is not delivered (it is a computed column); column v is not delivered (it is a"
                        + " rowversion); column n is not delivered (it is an identity column)",
            })
    void refusesATableThatDiffers(String columns, String difference) {
        server.run("CREATE TABLE " + scenario.table() + " " + columns);
        refused(
                ErrorCode.TARGET_DIFFERS,
                "Table " + scenario.table() + " differs from the plan: " + difference,
                "Change the table, or the query, source.options.columns or sink.types, until both are the same.");
    }

    @Test
    void offersBothRemediesForMissingTechnicalColumns() {
        scenario.technical = TechnicalColumns.MINIMAL;
        server.run("CREATE TABLE " + scenario.table() + " " + GOOD);
        refused(
                ErrorCode.TARGET_DIFFERS,
                "Table " + scenario.table() + " exists without dpone's technical columns",
                "Run ALTER TABLE [" + server.schema + "].[events] ADD [__dpone__load_id] nvarchar(128) NULL,"
                        + " [__dpone__loaded_at] datetime2(7) NULL; or set sink.technical_columns to off.");
        // One at a time: Babelfish adds no two columns in one statement.
        server.run("ALTER TABLE " + scenario.table() + " ADD [__dpone__load_id] nvarchar(128) NULL");
        server.run("ALTER TABLE " + scenario.table() + " ADD [__dpone__loaded_at] datetime2(7) NULL");
        admit();
    }

    @Test
    void refusesWhatIsNotAnOrdinaryTable() {
        server.run("CREATE VIEW " + scenario.table() + " AS SELECT CAST(1 AS bigint) AS id");
        unsupported("it is a view");
    }

    @Test
    void refusesWhatWouldChangeTheRowsOnTheirWay() {
        server.run("CREATE TABLE " + scenario.table() + " " + GOOD);
        server.run("CREATE TRIGGER " + server.schema + ".audit ON " + scenario.table() + " AFTER INSERT AS SELECT 1");
        unsupported("it has trigger audit, which could change what is written");
    }

    @Test
    void refusesToPublishIntoItsOwnSchema() {
        TargetPlan plan = new TargetPlan(
                new TableRef("Dpone", "stages"),
                server.staging,
                rows.mappings(),
                TechnicalColumns.OFF,
                new Strategy.Append());
        assertThatThrownBy(() -> scenario.target.admit(plan))
                .isInstanceOf(DponeException.class)
                .hasMessage("Schema dpone holds dpone's own tables and takes no deliveries");
    }

    @Test
    void namesEveryMissingPermissionWithItsGrant() {
        admit();
        server.run("CREATE TABLE " + scenario.table() + " " + GOOD);
        String login = server.schema.toLowerCase(java.util.Locale.ROOT) + "_login";
        String password = "S3cret-" + login;
        server.run("CREATE LOGIN " + login + " WITH PASSWORD = '" + password + "'");
        server.run("CREATE USER " + login + " FOR LOGIN " + login);
        try (MssqlTarget target = new MssqlConnector(TestServer.WAITS).connect(as(login, password))) {
            assertThatThrownBy(() -> target.admit(scenario.plan(rows)))
                    .isInstanceOfSatisfying(DponeException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.TARGET_REFUSED);
                        assertThat(e.getMessage())
                                .startsWith("User " + login + " lacks: ")
                                .contains("UPDATE ON OBJECT::[dpone].[target_fence]")
                                .contains("DELETE ON OBJECT::[dpone].[stages]")
                                .contains("INSERT ON OBJECT::[dpone].[commit_receipts]");
                        assertThat(e.remedy())
                                .contains("GRANT UPDATE ON OBJECT::[dpone].[target_fence] TO [" + login + "]");
                        assertThat(e.render()).doesNotContain(password);
                    });
        } finally {
            server.run("DROP USER " + login);
            server.run("DROP LOGIN " + login);
        }
    }

    private ConnectionSpec as(String user, String password) {
        ConnectionSpec spec = server.spec();
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
        String identity = "fence-" + server.schema;
        assertThat(scenario.target.openFence(identity, "run1")).isEqualTo(1);
        assertThat(scenario.target.openFence(identity, "run2")).isEqualTo(2);
        assertThat(scenario.target.openFence(identity + "-other", "run3")).isEqualTo(1);
    }

    @Test
    void tellsTheServerApart() {
        ServerInfo info = scenario.target.server();
        assertThat(info).isEqualTo(scenario.target.server());
        assertThat(info.product()).isNotEmpty();
        assertThat(info.version()).matches("\\d+\\.\\d+.*");
        assertThat(info.identity()).contains(server.text("SELECT DB_NAME()"));
    }

    @Test
    void saysWhatTheServerCanDo() {
        Capabilities capabilities = scenario.target.capabilities();
        assertThat(capabilities.findings())
                .hasSize(5)
                .first()
                .asString()
                .startsWith(capabilities.product() + " " + capabilities.version());
        assertThat(capabilities.rowVersions()).isTrue();
    }
}
