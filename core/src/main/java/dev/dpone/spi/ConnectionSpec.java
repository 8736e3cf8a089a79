package dev.dpone.spi;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How to reach one server, resolved from connections file and environment. What is empty was not given: the connector
 * has its own default or refuses with {@code DPONE_CONNECTION_INVALID} naming the field and its environment variable.
 *
 * @param id the manifest's connection_id
 * @param url a JDBC URL that replaces host, port and database; secret since URLs may carry passwords
 * @param secure TLS wanted (fields SECURE and ENCRYPT)
 * @param trustServerCertificate the server's certificate is not checked
 * @param caCertificate PEM file of the authorities to trust instead of the platform's
 * @param settings further settings passed to the server or driver by name
 */
public record ConnectionSpec(
        String id,
        Optional<Secret> url,
        Optional<String> host,
        OptionalInt port,
        Optional<String> database,
        Optional<String> username,
        Optional<Secret> password,
        Optional<Boolean> secure,
        boolean trustServerCertificate,
        Optional<Path> caCertificate,
        Map<String, String> settings) {
    public ConnectionSpec {
        requireNonNull(id, "id is null");
        settings = Map.copyOf(settings);
    }
}
