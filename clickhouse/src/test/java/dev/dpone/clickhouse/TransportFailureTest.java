package dev.dpone.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.dpone.column.SourceColumn;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.sandbox.ClickHouseServer;
import dev.dpone.sandbox.Direction;
import dev.dpone.sandbox.SharedServers;
import dev.dpone.sandbox.TcpProxy;
import dev.dpone.sandbox.TestCertificates;
import dev.dpone.sandbox.TlsProxy;
import dev.dpone.spi.ConnectionSpec;
import dev.dpone.spi.Secret;
import dev.dpone.spi.SourceStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens between the source and a real server: cuts, stalls, TLS. */
@Timeout(120)
class TransportFailureTest {
    private static final ClickHouseServer SERVER = SharedServers.clickhouse();
    private static final List<SourceColumn> COLUMNS = Sources.columns("n", "UInt64");
    private static final String SQL = "SELECT number AS n FROM numbers(50000000)";

    private static TestCertificates certificates;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void create() throws Exception {
        certificates = TestCertificates.create();
        Files.writeString(folder.resolve("ca.pem"), certificates.caPem());
    }

    private static ConnectionSpec tls(String host, int port, boolean secure, boolean trust, Optional<Path> ca) {
        return new ConnectionSpec(
                "source",
                Optional.empty(),
                Optional.of(host),
                OptionalInt.of(port),
                Optional.empty(),
                Optional.of(SERVER.username()),
                Optional.of(new Secret(SERVER.password())),
                Optional.of(secure),
                trust,
                ca,
                Map.of());
    }

    private static ClickHouseSource through(int port, String... settings) {
        Map<String, String> map = settings.length == 0 ? Map.of() : Map.of(settings[0], settings[1]);
        return new ClickHouseConnector().connect(Sources.spec(port, map));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aStreamThatIsCutIsTruncated(boolean orderly) throws Exception {
        try (TcpProxy proxy = TcpProxy.to(SERVER.httpPort())) {
            ClickHouseSource source = through(proxy.port());
            source.server();
            try (SourceStream stream = source.open(Sources.query(SQL), COLUMNS, Sources.LIMITS, Sources.id())) {
                assertThat(stream.next()).isPresent();
                if (orderly) {
                    proxy.endAfter(Direction.TO_CLIENT, 5_000_000);
                } else {
                    proxy.cutAfter(Direction.TO_CLIENT, 5_000_000);
                }
                assertThatThrownBy(() -> Sources.drain(stream))
                        .isInstanceOf(DponeException.class)
                        .hasMessageContaining(" is not complete: ")
                        .extracting(e -> ((DponeException) e).code())
                        .isEqualTo(ErrorCode.SOURCE_TRUNCATED);
            }
        }
    }

    @Test
    void aServerThatStallsFailsAfterTheReadTimeout() throws Exception {
        try (TcpProxy proxy = TcpProxy.to(SERVER.httpPort())) {
            ClickHouseSource source = through(proxy.port(), "read_timeout_seconds", "1");
            source.server();
            SourceStream stream = source.open(Sources.query(SQL), COLUMNS, Sources.LIMITS, "stalls");
            assertThat(stream.next()).isPresent();
            proxy.stall();
            assertThatThrownBy(() -> Sources.drain(stream))
                    .isInstanceOf(DponeException.class)
                    .hasMessage(
                            "ClickHouse at 127.0.0.1:" + proxy.port() + " sent nothing for 1 seconds in query stalls")
                    .extracting(e -> ((DponeException) e).code())
                    .isEqualTo(ErrorCode.SOURCE_STALLED);
            proxy.resume();
            stream.close();
        }
    }

    @Test
    void theOneQueryIsSentOnce() throws Exception {
        try (TcpProxy proxy = TcpProxy.to(SERVER.httpPort())) {
            ClickHouseSource source = through(proxy.port());
            source.server();
            int before = proxy.connections();
            proxy.cutAfter(Direction.TO_CLIENT, 1);
            SourceStream stream = source.open(Sources.query(SQL), COLUMNS, Sources.LIMITS, Sources.id());
            assertThatThrownBy(stream::next)
                    .isInstanceOf(DponeException.class)
                    .extracting(e -> ((DponeException) e).code())
                    .isEqualTo(ErrorCode.SOURCE_TRUNCATED);
            assertThat(proxy.connections()).isEqualTo(before + 1);
            stream.close(); // kills by one more connection
            assertThat(proxy.connections()).isEqualTo(before + 2);
        }
    }

    @Test
    void closeOfAnUnreadStreamReturnsThoughTheServerIsSilent() throws Exception {
        try (TcpProxy proxy = TcpProxy.to(SERVER.httpPort())) {
            ClickHouseSource source = through(proxy.port());
            source.server();
            SourceStream stream = source.open(Sources.query(SQL), COLUMNS, Sources.LIMITS, Sources.id());
            assertThat(stream.next()).isPresent();
            proxy.stall();
            stream.close();
            proxy.resume();
        }
    }

    @Test
    void readsThroughTlsWithAKnownAuthority() throws Exception {
        try (TlsProxy proxy = TlsProxy.to(SERVER.httpPort(), certificates.valid(), certificates.password())) {
            for (String host : List.of("127.0.0.1", "localhost")) {
                ClickHouseSource source = new ClickHouseConnector()
                        .connect(tls(host, proxy.port(), true, false, Optional.of(folder.resolve("ca.pem"))));
                try (SourceStream stream = source.open(
                        Sources.query("SELECT number AS n FROM numbers(1000000)"),
                        COLUMNS,
                        Sources.LIMITS,
                        Sources.id())) {
                    assertThat(Sources.drain(stream)).isEqualTo(1_000_000);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aTlsStreamThatIsCutIsTruncated(boolean orderly) throws Exception {
        try (TlsProxy tls = TlsProxy.to(SERVER.httpPort(), certificates.valid(), certificates.password());
                TcpProxy proxy = TcpProxy.to(tls.port())) {
            ClickHouseSource source = new ClickHouseConnector()
                    .connect(tls("127.0.0.1", proxy.port(), true, false, Optional.of(folder.resolve("ca.pem"))));
            source.server();
            SourceStream stream = source.open(Sources.query(SQL), COLUMNS, Sources.LIMITS, Sources.id());
            assertThat(stream.next()).isPresent();
            if (orderly) {
                proxy.endAfter(Direction.TO_CLIENT, 5_000_000);
            } else {
                proxy.cutAfter(Direction.TO_CLIENT, 5_000_000);
            }
            assertThatThrownBy(() -> Sources.drain(stream))
                    .isInstanceOf(DponeException.class)
                    .extracting(e -> ((DponeException) e).code())
                    .isEqualTo(ErrorCode.SOURCE_TRUNCATED);
            stream.close();
        }
    }

    @Test
    void abortUnblocksAReaderBehindTls() throws Exception {
        try (TcpProxy proxy = TcpProxy.to(SERVER.httpPort());
                TlsProxy tls = TlsProxy.to(proxy.port(), certificates.valid(), certificates.password())) {
            ClickHouseSource source = new ClickHouseConnector()
                    .connect(tls("127.0.0.1", tls.port(), true, false, Optional.of(folder.resolve("ca.pem"))));
            source.server();
            SourceStream stream = source.open(Sources.query(SQL), COLUMNS, Sources.LIMITS, "behind-tls");
            assertThat(stream.next()).isPresent();
            proxy.stall();
            Thread aborter = new Thread(stream::abort);
            aborter.start();
            DponeException failure = catchThrowableOfType(DponeException.class, () -> Sources.drain(stream));
            assertThat(failure).hasMessageMatching("Reading query behind-tls was aborted after \\d+ rows");
            proxy.resume();
            aborter.join();
            stream.close();
        }
    }

    /** Why the send timeouts are raised: a server that waits too long for its reader drops the stream. */
    @Test
    void aServerThatGivesUpOnItsReaderIsAFailure() throws Exception {
        String id = Sources.id();
        ClickHouseSource source = through(SERVER.httpPort(), "http_send_timeout", "1");
        SourceStream stream = source.open(Sources.query(SQL), COLUMNS, Sources.LIMITS, id);
        assertThat(stream.next()).isPresent();
        while (SERVER.execute("SELECT count() FROM system.processes WHERE query_id = '" + id + "'")
                .startsWith("1")) {
            Thread.onSpinWait();
        }
        assertThatThrownBy(() -> Sources.drain(stream))
                .isInstanceOf(DponeException.class)
                .extracting(e -> ((DponeException) e).code())
                .isIn(ErrorCode.SOURCE_TRUNCATED, ErrorCode.SOURCE_FAILED);
        stream.close();
    }

    private void assertRefused(KeyStore keys, Optional<Path> ca, String reason, String remedy) throws Exception {
        try (TlsProxy proxy = TlsProxy.to(SERVER.httpPort(), keys, certificates.password())) {
            ClickHouseSource source =
                    new ClickHouseConnector().connect(tls("127.0.0.1", proxy.port(), true, false, ca));
            DponeException failure = catchThrowableOfType(DponeException.class, source::server);
            assertThat(failure)
                    .hasMessage("Cannot connect to ClickHouse at 127.0.0.1:" + proxy.port() + " with TLS: " + reason);
            assertThat(failure.code()).isEqualTo(ErrorCode.SOURCE_TLS);
            assertThat(failure.remedy()).isEqualTo(remedy);
            ClickHouseSource trusting =
                    new ClickHouseConnector().connect(tls("127.0.0.1", proxy.port(), true, true, ca));
            assertThat(trusting.server().product()).isEqualTo("ClickHouse");
        }
    }

    @Test
    void refusesBadCertificatesUnlessToldToTrustThem() throws Exception {
        Optional<Path> ca = Optional.of(folder.resolve("ca.pem"));
        String anyway = " For a server that cannot be checked, set trust_server_certificate: true.";
        assertRefused(
                certificates.expired(), ca, "its certificate has expired", "Renew the server's certificate." + anyway);
        assertRefused(
                certificates.wrongHost(),
                ca,
                "its certificate is for another host than 127.0.0.1",
                "Set host to a name the certificate holds, or renew the certificate." + anyway);
        assertRefused(
                certificates.unknownCa(),
                ca,
                "its certificate comes from an unknown authority",
                "Set ca_certificate to a PEM file with the authority's certificate." + anyway);
        assertRefused(
                certificates.valid(),
                Optional.empty(),
                "its certificate comes from an unknown authority",
                "Set ca_certificate to a PEM file with the authority's certificate." + anyway);
    }

    @Test
    void tlsToAPlainPortAndPlainToATlsPort() throws Exception {
        ClickHouseSource source =
                new ClickHouseConnector().connect(tls("127.0.0.1", SERVER.httpPort(), true, false, Optional.empty()));
        assertThatThrownBy(source::server)
                .isInstanceOf(DponeException.class)
                .hasFieldOrPropertyWithValue("code", ErrorCode.SOURCE_TLS)
                .hasFieldOrPropertyWithValue(
                        "remedy", "Set secure: false, or the port that speaks TLS (8443 by default).");
        try (TlsProxy proxy = TlsProxy.to(SERVER.httpPort(), certificates.valid(), certificates.password())) {
            ClickHouseSource plain =
                    new ClickHouseConnector().connect(tls("127.0.0.1", proxy.port(), false, false, Optional.empty()));
            assertThatThrownBy(plain::server)
                    .isInstanceOf(DponeException.class)
                    .satisfies(e -> assertThat(((DponeException) e).render()).contains("8443"));
        }
    }

    @Test
    void refusesAFileWithoutCertificates() throws Exception {
        Path file = folder.resolve("empty.pem");
        Files.writeString(file, "nothing\n");
        ClickHouseSource source =
                new ClickHouseConnector().connect(tls("127.0.0.1", SERVER.httpPort(), true, false, Optional.of(file)));
        assertThatThrownBy(source::server)
                .isInstanceOf(DponeException.class)
                .hasMessageStartingWith("Cannot read the authorities to trust from " + file + ": ")
                .extracting(e -> ((DponeException) e).code())
                .isEqualTo(ErrorCode.CONNECTION_INVALID);
    }
}
