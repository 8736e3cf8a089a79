package dev.dpone.clickhouse;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** Which certificates a connection accepts: those of the platform's authorities, of a given file's, or any. */
final class TlsTrust {
    private final Endpoint endpoint;

    TlsTrust(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    SSLSocketFactory socketFactory() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trustManagers(), null);
            return context.getSocketFactory();
        } catch (GeneralSecurityException | IOException e) {
            String file = endpoint.caCertificate().map(Path::toString).orElse("the platform's certificates");
            throw new DponeException(
                    ErrorCode.CONNECTION_INVALID,
                    "Cannot read the authorities to trust from " + file + ": " + e.getMessage(),
                    "Give ca_certificate a PEM file that holds at least one certificate.",
                    e);
        }
    }

    private TrustManager @Nullable [] trustManagers() throws GeneralSecurityException, IOException {
        if (endpoint.trustServerCertificate()) {
            return new TrustManager[] {new Anything()};
        }
        if (endpoint.caCertificate().isEmpty()) {
            return null; // the platform's own
        }
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream pem = Files.newInputStream(endpoint.caCertificate().get())) {
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
                store.setCertificateEntry("ca-" + store.size(), certificate);
            }
        }
        if (store.size() == 0) {
            throw new CertificateException("no certificate in it");
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    /** Chosen by trust_server_certificate only. */
    private static final class Anything extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
