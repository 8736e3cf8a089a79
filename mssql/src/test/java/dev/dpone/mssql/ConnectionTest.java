package dev.dpone.mssql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.sandbox.TcpProxy;
import dev.dpone.spi.ConnectionSpec;
import dev.dpone.spi.Secret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

@EnabledIfEnvironmentVariable(
        named = TestServer.VARIABLE,
        matches = ".+",
        disabledReason = "no SQL Server: DPONE_TEST_MSSQL_URL is not set")
class ConnectionTest {
    private static final Secret PASSWORD = new Secret("p4ss-word");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    /** A spec to be changed field by field. */
    private static final class Spec {
        @Nullable String url;

        @Nullable String host = "db.example";

        OptionalInt port = OptionalInt.empty();

        @Nullable String database = "dwh";

        @Nullable String username = "loader";

        @Nullable Secret password = PASSWORD;

        @Nullable Boolean secure;

        boolean trust;

        @Nullable Path ca;

        final Map<String, String> settings = new LinkedHashMap<>();

        ConnectionSpec build() {
            return new ConnectionSpec(
                    "mssql-target",
                    Optional.ofNullable(url).map(Secret::new),
                    Optional.ofNullable(host),
                    port,
                    Optional.ofNullable(database),
                    Optional.ofNullable(username),
                    Optional.ofNullable(password),
                    Optional.ofNullable(secure),
                    trust,
                    Optional.ofNullable(ca),
                    settings);
        }

        Properties properties() {
            return ConnectionSettings.of(build()).driverProperties(Duration.ofSeconds(3));
        }

        void refused(String message, String remedy) {
            assertThatThrownBy(() -> new MssqlConnector().connect(build()))
                    .isInstanceOfSatisfying(DponeException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.CONNECTION_INVALID);
                        assertThat(e.getMessage()).isEqualTo("Connection mssql-target: " + message);
                        assertThat(e.remedy()).isEqualTo(remedy);
                        assertThat(e.render()).doesNotContain(PASSWORD.reveal()).doesNotContain("s3cret");
                    });
        }
    }

    @Test
    void encryptsAndChecksTheServerUnlessToldNotTo() {
        Spec spec = new Spec();
        assertThat(spec.properties())
                .containsEntry("serverName", "db.example")
                .containsEntry("databaseName", "dwh")
                .containsEntry("user", "loader")
                .containsEntry("password", PASSWORD.reveal())
                .containsEntry("applicationName", "dpone")
                .containsEntry("sendTemporalDataTypesAsStringForBulkCopy", "false")
                .containsEntry("responseBuffering", "adaptive")
                .containsEntry("connectRetryCount", "0")
                .containsEntry("loginTimeout", "3")
                .containsEntry("encrypt", "true")
                .doesNotContainKey("trustServerCertificate");
        spec.trust = true;
        assertThat(spec.properties()).containsEntry("encrypt", "true").containsEntry("trustServerCertificate", "true");
        spec.trust = false;
        spec.secure = false;
        assertThat(spec.properties()).containsEntry("encrypt", "false");
        spec.secure = null;
        spec.settings.put("encrypt", "strict");
        assertThat(spec.properties()).containsEntry("encrypt", "strict");
        assertThat(ConnectionSettings.of(spec.build()).address()).isEqualTo("db.example:1433/dwh");
    }

    @Test
    void takesAUrlInPlaceOfHostAndDatabase() {
        Spec spec = new Spec();
        spec.url = "jdbc:sqlserver://other:6000;databaseName=lake;encrypt=strict;user=u;password=s3cret";
        spec.host = null;
        spec.database = null;
        spec.username = null;
        spec.password = null;
        ConnectionSettings settings = ConnectionSettings.of(spec.build());
        assertThat(settings.address()).isEqualTo("other:6000/lake");
        assertThat(settings.driverProperties(Duration.ofSeconds(3)))
                .doesNotContainKeys("encrypt", "serverName", "user");
        spec.port = OptionalInt.of(7000);
        spec.secure = true;
        settings = ConnectionSettings.of(spec.build());
        assertThat(settings.address()).isEqualTo("other:7000/lake");
        assertThat(settings.driverProperties(Duration.ofSeconds(3))).containsEntry("encrypt", "true");
    }

    @Test
    void takesLoginsThatNeedNoUserAndNamedInstances() {
        Spec spec = new Spec();
        spec.username = null;
        spec.password = null;
        spec.settings.put("integratedSecurity", "true");
        spec.settings.put("AuthenticationScheme", "JavaKerberos");
        spec.settings.put("instanceName", "DWH");
        assertThat(spec.properties())
                .containsEntry("integratedSecurity", "true")
                .containsEntry("authenticationScheme", "JavaKerberos");
        assertThat(ConnectionSettings.of(spec.build()).address()).isEqualTo("db.example\\DWH/dwh");
        spec.settings.clear();
        spec.settings.put("authentication", "ActiveDirectoryManagedIdentity");
        assertThat(spec.properties()).containsEntry("authentication", "ActiveDirectoryManagedIdentity");
    }

    @Test
    void namesAMissingFieldAndItsVariable() {
        Spec spec = new Spec();
        spec.host = null;
        spec.refused("host is missing", "Set it in connections.yaml, or set DPONE_CONN_MSSQL_TARGET_HOST.");
        spec = new Spec();
        spec.database = " ";
        spec.refused("database is missing", "Set it in connections.yaml, or set DPONE_CONN_MSSQL_TARGET_DATABASE.");
        spec = new Spec();
        spec.username = null;
        spec.refused("username is missing", "Set it in connections.yaml, or set DPONE_CONN_MSSQL_TARGET_USERNAME.");
        spec = new Spec();
        spec.url = "jdbc:sqlserver://other;user=u;password=s3cret";
        spec.host = null;
        spec.database = null;
        spec.refused("database is missing", "Set it in connections.yaml, or set DPONE_CONN_MSSQL_TARGET_DATABASE.");
    }

    @Test
    void refusesWhatItCannotUseWithoutShowingIt() {
        Spec spec = new Spec();
        spec.url = "jdbc:postgresql://other/lake?password=s3cret";
        spec.refused(
                "url is not a SQL Server JDBC URL", "Write url as jdbc:sqlserver://HOST:PORT;databaseName=DATABASE.");
        spec = new Spec();
        spec.url = "jdbc:sqlserver://other;databaseName=lake;connectRetryCount=3;password=s3cret";
        spec.refused("url sets connectRetryCount, which dpone sets itself", "Remove it from url.");
        spec = new Spec();
        spec.settings.put("ConnectRetryCount", "3");
        spec.refused("settings.ConnectRetryCount is a setting that dpone sets itself", "Remove it.");
        spec = new Spec();
        spec.settings.put("work_mem", "7MB");
        spec.refused(
                "settings.work_mem is no connection property of Microsoft's JDBC driver",
                "Correct its name, or remove it.");
        spec = new Spec();
        spec.secure = false;
        spec.ca = Path.of("ca.pem");
        spec.refused(
                "secure is false, so that no certificate is checked",
                "Set secure to true, or remove ca_cert and trust_server_certificate.");
    }

    @Test
    void settingsCannotUndoWhatTheFieldsSayAboutTls() {
        Spec spec = new Spec();
        spec.secure = true;
        spec.settings.put("encrypt", "false");
        spec.refused(
                "settings.encrypt would replace what secure, ca_cert or trust_server_certificate say",
                "Remove it, or those fields.");
    }

    @Test
    void turnsAuthoritiesIntoWhatTheDriverReads() throws IOException {
        Spec spec = new Spec();
        spec.ca = folder.resolve("missing.pem");
        assertThatThrownBy(spec::properties)
                .isInstanceOf(DponeException.class)
                .hasMessageStartingWith("Connection mssql-target: ca_cert " + spec.ca + " cannot be used: ");
        spec.ca = Files.writeString(folder.resolve("empty.pem"), "");
        assertThatThrownBy(spec::properties)
                .isInstanceOf(DponeException.class)
                .hasMessage("Connection mssql-target: ca_cert " + spec.ca + " cannot be used: it holds no certificate");
    }

    private static Spec local() {
        Spec spec = new Spec();
        spec.url = TestServer.url();
        spec.host = null;
        spec.database = null;
        spec.username = null;
        spec.password = null;
        return spec;
    }

    private static void fails(Spec spec, ErrorCode code, String message) {
        try (MssqlTarget target = new MssqlConnector(TestServer.WAITS).connect(spec.build())) {
            assertThatThrownBy(target::server).isInstanceOfSatisfying(DponeException.class, e -> {
                assertThat(e.getMessage()).contains(message);
                assertThat(e.code()).isEqualTo(code);
                assertThat(e.render()).doesNotContain(PASSWORD.reveal());
            });
        }
    }

    @Test
    void refusesAServerWhoseCertificateIsNotTrusted() {
        Spec spec = local();
        spec.settings.put("trustServerCertificate", "false");
        spec.settings.put("encrypt", "true");
        fails(spec, ErrorCode.TARGET_TLS, "the TLS connection failed: ");
    }

    @Test
    void saysWhyAServerCannotBeReached() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        Spec spec = local();
        spec.port = OptionalInt.of(free);
        fails(spec, ErrorCode.TARGET_UNREACHABLE, "Cannot connect to ");
        spec = local();
        spec.database = "no_such_database";
        fails(spec, ErrorCode.TARGET_REFUSED, "no_such_database");
        spec = local();
        spec.username = "no_such_login";
        spec.password = PASSWORD;
        fails(spec, ErrorCode.TARGET_REFUSED, "(error 18456)");
    }

    @Test
    void reportsALostConnectionAsOneThatMayBeRetriedAndOpensAnother() throws IOException {
        try (TestServer server = new TestServer();
                TcpProxy proxy = TcpProxy.to(server.port());
                Sessions sessions = new Sessions(
                        ConnectionSettings.of(server.spec(OptionalInt.of(proxy.port()))), TestServer.WAITS)) {
            assertThatThrownBy(() -> sessions.transaction("ask", session -> {
                        proxy.cut();
                        return session.get("SELECT 1", row -> row.getInt(1));
                    }))
                    .isInstanceOfSatisfying(
                            DponeException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.TARGET_CONNECTION_LOST));
            int answer = sessions.transaction("ask", session -> session.get("SELECT 1", row -> row.getInt(1)));
            assertThat(answer).isEqualTo(1);
            proxy.cut();
            answer = sessions.transaction("ask", session -> session.get("SELECT 2", row -> row.getInt(1)));
            assertThat(answer).isEqualTo(2);
        }
    }

    @Test
    void usesASessionAgainOnlyAfterItsWorkWasDone() {
        try (TestServer server = new TestServer();
                Sessions sessions = new Sessions(ConnectionSettings.of(server.spec()), TestServer.WAITS)) {
            Sessions.Work<Integer> who = session -> session.get("SELECT @@SPID", row -> row.getInt(1));
            int first = sessions.transaction("ask", who);
            assertThat(sessions.transaction("ask", who)).isEqualTo(first);
            assertThatThrownBy(() -> sessions.transaction("ask", session -> {
                        throw new IllegalStateException("on session " + who.run(session));
                    }))
                    .hasMessage("on session " + first);
            assertThat(sessions.transaction("ask", who)).isNotEqualTo(first);
        }
    }
}
