package dev.dpone.mssql;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;

/**
 * Authorities of a PEM file in a file of the kind that the driver reads. The driver then checks the server's name too, which
 * it leaves to a trust manager of ours otherwise.
 */
record TrustStore(Path path) {
    static final String TYPE = "JKS";

    /** Guards nothing: authorities are public. The format wants one. */
    static final String PASSWORD = "authorities";

    /**
     * @param pem the connection's ca_cert
     */
    static TrustStore of(String connectionId, Path pem) {
        try (InputStream in = Files.newInputStream(pem)) {
            Collection<? extends Certificate> certificates =
                    CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (certificates.isEmpty()) {
                throw unusable(connectionId, pem, "it holds no certificate", null);
            }
            KeyStore store = KeyStore.getInstance(TYPE);
            store.load(null, null);
            int number = 0;
            for (Certificate certificate : certificates) {
                store.setCertificateEntry("authority-" + number++, certificate);
            }
            Path path = Files.createTempFile("dpone-authorities-", ".jks");
            path.toFile().deleteOnExit();
            try (OutputStream out = Files.newOutputStream(path)) {
                store.store(out, PASSWORD.toCharArray());
            }
            return new TrustStore(path);
        } catch (IOException | GeneralSecurityException e) {
            throw unusable(connectionId, pem, e.getClass().getSimpleName() + " " + e.getMessage(), e);
        }
    }

    private static DponeException unusable(
            String connectionId, Path pem, String problem, @org.jspecify.annotations.Nullable Throwable cause) {
        return new DponeException(
                ErrorCode.CONNECTION_INVALID,
                "Connection " + connectionId + ": ca_cert " + pem + " cannot be used: " + problem,
                "Give the path of a PEM file with the authorities' certificates.",
                cause);
    }
}
