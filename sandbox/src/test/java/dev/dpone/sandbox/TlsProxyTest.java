package dev.dpone.sandbox;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TlsProxyTest {
    private static TestCertificates certificates;

    @BeforeAll
    static void create() throws Exception {
        certificates = TestCertificates.create();
    }

    @Test
    void forwardsPlainBytesBehindTls() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                TlsProxy proxy = TlsProxy.to(server.getLocalPort(), certificates.valid(), certificates.password());
                SSLSocket client = connect(proxy)) {
            client.getOutputStream().write("question".getBytes(US_ASCII));
            try (Socket accepted = server.accept()) {
                assertThat(accepted.getInputStream().readNBytes(8))
                        .asString(US_ASCII)
                        .isEqualTo("question");
                accepted.getOutputStream().write("answer".getBytes(US_ASCII));
                accepted.shutdownOutput();
                assertThat(client.getInputStream().readAllBytes())
                        .asString(US_ASCII)
                        .isEqualTo("answer");
            }
        }
    }

    @Test
    void clientsRefuseTheBadCertificates() throws Exception {
        assertRefused(certificates.expired(), "validity check failed");
        assertRefused(certificates.wrongHost(), "No subject alternative names matching IP address 127.0.0.1 found");
        assertRefused(certificates.unknownCa(), "unable to find valid certification path to requested target");
    }

    @Test
    void writesKeyAndChainAsPem() throws Exception {
        assertThat(certificates.pem(certificates.valid()))
                .startsWith("-----BEGIN PRIVATE KEY-----\n")
                .endsWith("-----END CERTIFICATE-----\n")
                .containsOnlyOnce("PRIVATE KEY-----\n-----BEGIN CERTIFICATE-----\n");
    }

    private static void assertRefused(KeyStore keys, String reason) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                TlsProxy proxy = TlsProxy.to(server.getLocalPort(), keys, certificates.password())) {
            assertThatThrownBy(() -> connect(proxy))
                    .isInstanceOf(SSLHandshakeException.class)
                    .hasMessageContaining(reason);
        }
    }

    private static SSLSocket connect(TlsProxy proxy) throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry(
                "ca",
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(
                                new ByteArrayInputStream(certificates.caPem().getBytes(US_ASCII))));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", proxy.port());
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        try {
            socket.startHandshake();
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }
}
