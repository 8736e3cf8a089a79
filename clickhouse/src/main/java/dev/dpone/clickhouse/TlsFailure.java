package dev.dpone.clickhouse;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.io.IOException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;

/** Says what a failed TLS handshake was about. */
final class TlsFailure {
    private static final String TRUST_ANYWAY =
            " For a server that cannot be checked, set trust_server_certificate: true.";

    private TlsFailure() {}

    static DponeException of(Address address, IOException failure) {
        String message = allMessages(failure);
        if (causedBy(failure, CertificateExpiredException.class)) {
            return tls(
                    address, "its certificate has expired", "Renew the server's certificate." + TRUST_ANYWAY, failure);
        } else if (causedBy(failure, CertificateNotYetValidException.class)) {
            return tls(
                    address,
                    "its certificate is not valid yet",
                    "Check this machine's clock and the server's certificate." + TRUST_ANYWAY,
                    failure);
        } else if (message.contains("No subject alternative") || message.contains("No name matching")) {
            return tls(
                    address,
                    "its certificate is for another host than " + address.host(),
                    "Set host to a name the certificate holds, or renew the certificate." + TRUST_ANYWAY,
                    failure);
        } else if (message.contains("unable to find valid certification path")
                || message.contains("PKIX path building failed")) {
            return tls(
                    address,
                    "its certificate comes from an unknown authority",
                    "Set ca_certificate to a PEM file with the authority's certificate." + TRUST_ANYWAY,
                    failure);
        } else if (message.contains("Unsupported or unrecognized SSL message")) {
            return tls(
                    address,
                    "the port answers without TLS",
                    "Set secure: false, or the port that speaks TLS (8443 by default).",
                    failure);
        }
        return tls(
                address,
                Sql.shortened(failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage()),
                "Check that the port speaks TLS (8443 by default) and what the server supports.",
                failure);
    }

    private static DponeException tls(Address address, String reason, String remedy, IOException cause) {
        return new DponeException(
                ErrorCode.SOURCE_TLS,
                "Cannot connect to ClickHouse at " + address + " with TLS: " + reason,
                remedy,
                cause);
    }

    private static boolean causedBy(Throwable failure, Class<? extends Throwable> kind) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (kind.isInstance(t)) {
                return true;
            }
        }
        return false;
    }

    private static String allMessages(Throwable failure) {
        StringBuilder messages = new StringBuilder();
        for (Throwable t = failure; t != null; t = t.getCause()) {
            messages.append(t.getMessage()).append('\n');
        }
        return messages.toString();
    }
}
