package dev.dpone.postgres;

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
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ConnectionTest {
    private static final Secret PASSWORD = new Secret("p4ss-word");

    /** A spec to be changed field by field. */
    private static final class Spec {
        @Nullable String url;

        @Nullable String host = "db.example";

        @Nullable String database = "dwh";

        @Nullable String username = "loader";

        Secret password = PASSWORD;

        @Nullable Boolean secure;

        boolean trust;

        @Nullable Path ca;

        final Map<String, String> settings = new LinkedHashMap<>();

        ConnectionSpec build() {
            return new ConnectionSpec(
                    "pg-target",
                    Optional.ofNullable(url).map(Secret::new),
                    Optional.ofNullable(host),
                    OptionalInt.empty(),
                    Optional.ofNullable(database),
                    Optional.ofNullable(username),
                    Optional.of(password),
                    Optional.ofNullable(secure),
                    trust,
                    Optional.ofNullable(ca),
                    settings);
        }

        Properties properties() {
            return ConnectionSettings.of(build()).driverProperties(Duration.ofSeconds(3));
        }

        void refused(String message, String remedy) {
            assertThatThrownBy(() -> new PostgresConnector().connect(build()))
                    .isInstanceOfSatisfying(DponeException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.CONNECTION_INVALID);
                        assertThat(e.getMessage()).isEqualTo("Connection pg-target: " + message);
                        assertThat(e.remedy()).isEqualTo(remedy);
                        assertThat(e.render()).doesNotContain(PASSWORD.reveal()).doesNotContain("s3cret");
                    });
        }
    }

    @Test
    void takesHostAndDatabaseWithTheDefaultPort() {
        Properties properties = new Spec().properties();
        assertThat(properties)
                .containsEntry("PGHOST", "db.example")
                .containsEntry("PGPORT", "5432")
                .containsEntry("PGDBNAME", "dwh")
                .containsEntry("user", "loader")
                .containsEntry("password", PASSWORD.reveal())
                .containsEntry("ApplicationName", "dpone")
                .containsEntry("autosave", "never")
                .containsEntry("connectTimeout", "3")
                .doesNotContainKey("sslmode");
    }

    @Test
    void takesAUrlInPlaceOfHostAndDatabase() {
        Spec spec = new Spec();
        spec.url = "jdbc:postgresql://other:6000/lake?sslmode=verify-full&password=s3cret";
        spec.host = null;
        spec.database = null;
        assertThat(spec.properties())
                .containsEntry("PGHOST", "other")
                .containsEntry("PGPORT", "6000")
                .containsEntry("PGDBNAME", "lake")
                .containsEntry("sslmode", "verify-full")
                .containsEntry("user", "loader")
                .containsEntry("password", PASSWORD.reveal());
        assertThat(ConnectionSettings.of(spec.build()).address()).isEqualTo("other:6000/lake");
    }

    @Test
    void namesAMissingFieldAndItsVariable() {
        Spec spec = new Spec();
        spec.host = null;
        spec.refused("host is missing", "Set it in connections.yaml, or set DPONE_CONN_PG_TARGET_HOST.");
        spec = new Spec();
        spec.database = " ";
        spec.refused("database is missing", "Set it in connections.yaml, or set DPONE_CONN_PG_TARGET_DATABASE.");
        spec = new Spec();
        spec.username = null;
        spec.refused("username is missing", "Set it in connections.yaml, or set DPONE_CONN_PG_TARGET_USERNAME.");
    }

    @Test
    void refusesWhatItCannotUseWithoutShowingIt() {
        Spec spec = new Spec();
        spec.url = "jdbc:mysql://other/lake?password=s3cret";
        spec.refused("url is not a PostgreSQL JDBC URL", "Write url as jdbc:postgresql://HOST:PORT/DATABASE.");
        spec = new Spec();
        spec.url = "jdbc:postgresql://other/lake?autosave=always&password=s3cret";
        spec.refused("url sets autosave, which dpone sets itself", "Remove it from url.");
        spec = new Spec();
        spec.settings.put("Autosave", "always");
        spec.refused("settings.Autosave is a setting that dpone sets itself", "Remove it.");
        spec = new Spec();
        spec.secure = false;
        spec.ca = Path.of("ca.pem");
        spec.refused(
                "secure is false, so that no certificate is checked",
                "Set secure to true, or remove ca_cert and trust_server_certificate.");
    }

    @Test
    void checksCertificatesUnlessToldNotTo() {
        Spec spec = new Spec();
        spec.secure = false;
        assertThat(spec.properties()).containsEntry("sslmode", "disable");
        spec.secure = true;
        assertThat(spec.properties())
                .containsEntry("sslmode", "verify-full")
                .containsEntry("sslfactory", "org.postgresql.ssl.DefaultJavaSSLFactory");
        spec.ca = Path.of("ca.pem");
        assertThat(spec.properties())
                .containsEntry("sslmode", "verify-full")
                .containsEntry("sslrootcert", "ca.pem")
                .doesNotContainKey("sslfactory");
        spec.ca = null;
        spec.trust = true;
        assertThat(spec.properties()).containsEntry("sslmode", "require");
    }

    @Test
    void refusesSettingsThatWouldUndoTls() {
        Spec spec = new Spec();
        spec.settings.put("sslmode", "disable");
        assertThat(spec.properties()).containsEntry("sslmode", "disable");
        spec.secure = true;
        spec.refused(
                "settings.sslmode would replace what secure, ca_cert or trust_server_certificate say",
                "Remove it, or those fields.");
        spec = new Spec();
        spec.ca = Path.of("ca.pem");
        spec.settings.put("sslfactory", "org.postgresql.ssl.NonValidatingFactory");
        spec.refused(
                "settings.sslfactory would replace what secure, ca_cert or trust_server_certificate say",
                "Remove it, or those fields.");
    }

    @Test
    void refusesPlainTextWhereTlsIsWanted() {
        try (TestDatabase database = new TestDatabase()) {
            Spec spec = local(database, database.server.port());
            spec.secure = true;
            fails(spec, ErrorCode.TARGET_TLS, "the TLS connection failed: The server does not support SSL.");
        }
    }

    @Test
    void passesSettingsToDriverAndServer() {
        try (TestDatabase database = new TestDatabase()) {
            Spec spec = local(database, database.server.port());
            spec.settings.put("socketTimeout", "77");
            spec.settings.put("work_mem", "7MB");
            Sessions sessions = new Sessions(ConnectionSettings.of(spec.build()), TestDatabase.WAITS);
            String workMem =
                    sessions.transaction("ask", session -> session.get("SHOW work_mem", row -> row.getString(1)));
            assertThat(workMem).isEqualTo("7MB");
            assertThat(spec.properties()).containsEntry("socketTimeout", "77");
            spec.settings.put("no_such_setting", "1");
            fails(spec, ErrorCode.TARGET_FAILED, "unrecognized configuration parameter \"no_such_setting\"");
        }
    }

    @Test
    void waitsForItsLocksUnderReadCommittedAndCommitsDurably() {
        try (TestDatabase database = new TestDatabase()) {
            Spec spec = local(database, database.server.port());
            Sessions sessions = new Sessions(ConnectionSettings.of(spec.build()), TestDatabase.WAITS);
            database.run("ALTER ROLE CURRENT_USER SET synchronous_commit = off");
            database.run("ALTER ROLE CURRENT_USER SET default_transaction_isolation = 'serializable'");
            try {
                String settings = sessions.transaction(
                        "ask",
                        session -> session.get(
                                "SELECT concat_ws(' ', current_setting('transaction_isolation'),"
                                        + " current_setting('synchronous_commit'), current_setting('lock_timeout'))",
                                row -> row.getString(1)));
                assertThat(settings).isEqualTo("read committed on 2s");
            } finally {
                database.run("ALTER ROLE CURRENT_USER RESET ALL");
            }
        }
    }

    @Test
    void saysWhyAServerCannotBeReached() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        try (TestDatabase database = new TestDatabase()) {
            fails(local(database, free), ErrorCode.TARGET_UNREACHABLE, "Cannot connect to 127.0.0.1:" + free);
            Spec nowhere = local(database, database.server.port());
            nowhere.url = "jdbc:postgresql://127.0.0.1:" + database.server.port() + "/no_such_database";
            fails(nowhere, ErrorCode.TARGET_REFUSED, "database \"no_such_database\" does not exist (SQLSTATE 3D000)");
            Spec nobody = local(database, database.server.port());
            nobody.username = "no_such_role";
            nobody.password = PASSWORD;
            fails(nobody, ErrorCode.TARGET_REFUSED, "no_such_role");
        }
    }

    @Test
    void reportsALostConnectionAsOneThatMayBeRetried() throws IOException {
        try (TestDatabase database = new TestDatabase();
                TcpProxy proxy = TcpProxy.to(database.server.port())) {
            Sessions sessions = new Sessions(
                    ConnectionSettings.of(local(database, proxy.port()).build()), TestDatabase.WAITS);
            assertThatThrownBy(() -> sessions.transaction("ask", session -> {
                        proxy.cut();
                        return session.get("SELECT 1", row -> row.getInt(1));
                    }))
                    .isInstanceOfSatisfying(
                            DponeException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.TARGET_CONNECTION_LOST));
        }
    }

    private static Spec local(TestDatabase database, int port) {
        Spec spec = new Spec();
        spec.url = "jdbc:postgresql://127.0.0.1:" + port + "/" + database.server.database();
        spec.username = database.server.username();
        spec.password = new Secret(database.server.password());
        spec.secure = false;
        return spec;
    }

    private static void fails(Spec spec, ErrorCode code, String message) {
        try (PostgresTarget target = new PostgresConnector(TestDatabase.WAITS).connect(spec.build())) {
            assertThatThrownBy(target::server).isInstanceOfSatisfying(DponeException.class, e -> {
                assertThat(e.getMessage()).contains(message);
                assertThat(e.code()).isEqualTo(code);
                assertThat(e.render()).doesNotContain(PASSWORD.reveal());
            });
        }
    }
}
