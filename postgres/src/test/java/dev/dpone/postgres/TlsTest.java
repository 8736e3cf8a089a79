package dev.dpone.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.sandbox.PostgresServer;
import dev.dpone.sandbox.TestCertificates;
import dev.dpone.spi.ConnectionSpec;
import dev.dpone.spi.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server of its own that speaks TLS, with certificates a client must take and must refuse. */
class TlsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path folder;

    @SuppressWarnings("NullAway.Init")
    private static PostgresServer server;

    @SuppressWarnings("NullAway.Init")
    private static TestCertificates certificates;

    @SuppressWarnings("NullAway.Init")
    private static Path ca;

    @BeforeAll
    static void start() throws IOException, GeneralSecurityException {
        certificates = TestCertificates.create();
        ca = Files.writeString(folder.resolve("ca.pem"), certificates.caPem());
        server = PostgresServer.start(System.err::println);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** Restarts the server with that certificate; the server's own process writes it, since only its user may read it. */
    private static void serve(KeyStore certificate) throws GeneralSecurityException, SQLException {
        String pem = certificates.pem(certificate).replace("'", "''");
        try (Connection jdbc = server.connect();
                Statement statement = jdbc.createStatement()) {
            statement.execute("COPY (SELECT unnest(string_to_array('" + pem
                    + "', E'\\n'))) TO PROGRAM 'umask 077; cat > dpone-test.pem'");
            statement.execute("ALTER SYSTEM SET ssl_cert_file = 'dpone-test.pem'");
            statement.execute("ALTER SYSTEM SET ssl_key_file = 'dpone-test.pem'");
            statement.execute("ALTER SYSTEM SET ssl = on");
        }
        server.restart();
    }

    private static ConnectionSpec spec(Optional<Boolean> secure, boolean trust, Optional<Path> authority) {
        return new ConnectionSpec(
                "pg",
                Optional.empty(),
                Optional.of(server.host()),
                OptionalInt.of(server.port()),
                Optional.of(server.database()),
                Optional.of(server.username()),
                Optional.of(new Secret(server.password())),
                secure,
                trust,
                authority,
                Map.of());
    }

    private static String encrypted(ConnectionSpec spec) {
        return new Sessions(ConnectionSettings.of(spec), TestDatabase.WAITS)
                .transaction(
                        "ask",
                        session -> session.get(
                                "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()", row -> row.getString(1)));
    }

    private static void refused(ConnectionSpec spec) {
        assertThatThrownBy(() -> encrypted(spec)).isInstanceOfSatisfying(DponeException.class, e -> {
            assertThat(e.getMessage())
                    .startsWith("Cannot connect to 127.0.0.1:" + server.port() + "/" + server.database()
                            + ": the TLS connection failed: ");
            assertThat(e.code()).isEqualTo(ErrorCode.TARGET_TLS);
            assertThat(e.code().mayRetry()).isFalse();
        });
    }

    @Test
    void takesACertificateOfATrustedAuthorityForThisHost() throws Exception {
        serve(certificates.valid());
        assertThat(encrypted(spec(Optional.of(true), false, Optional.of(ca)))).isEqualTo("t");
        assertThat(encrypted(spec(Optional.empty(), false, Optional.of(ca)))).isEqualTo("t");
        assertThat(encrypted(spec(Optional.empty(), false, Optional.empty()))).isEqualTo("t");
        assertThat(encrypted(spec(Optional.of(false), false, Optional.empty()))).isEqualTo("f");
        refused(spec(Optional.of(true), false, Optional.empty()));
    }

    @Test
    void refusesAnExpiredCertificate() throws Exception {
        serve(certificates.expired());
        refused(spec(Optional.of(true), false, Optional.of(ca)));
    }

    @Test
    void refusesACertificateForAnotherHost() throws Exception {
        serve(certificates.wrongHost());
        refused(spec(Optional.of(true), false, Optional.of(ca)));
    }

    @Test
    void refusesAnUnknownAuthorityUnlessToldToTrustTheServer() throws Exception {
        serve(certificates.unknownCa());
        refused(spec(Optional.of(true), false, Optional.of(ca)));
        assertThat(encrypted(spec(Optional.of(true), true, Optional.empty()))).isEqualTo("t");
    }

    @Test
    void namesACaFileThatCannotBeRead() throws Exception {
        serve(certificates.valid());
        refused(spec(Optional.of(true), false, Optional.of(folder.resolve("absent.pem"))));
    }
}
