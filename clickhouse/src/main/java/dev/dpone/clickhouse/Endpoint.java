package dev.dpone.clickhouse;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ConnectionSpec;
import dev.dpone.spi.Secret;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One server and how to talk to it, checked.
 *
 * @param settings the user's own server settings
 */
record Endpoint(
        Address address,
        boolean trustServerCertificate,
        Optional<Path> caCertificate,
        Optional<String> username,
        Optional<Secret> password,
        Compression compression,
        int connectMillis,
        int readMillis,
        Map<String, String> settings) {
    static final String COMPRESSION = "compression";
    static final String READ_TIMEOUT = "read_timeout_seconds";
    static final String CONNECT_TIMEOUT = "connect_timeout_seconds";

    static Endpoint of(ConnectionSpec spec) {
        Map<String, String> settings = new TreeMap<>(spec.settings());
        Compression compression = compression(spec, settings.remove(COMPRESSION));
        int connect = seconds(
                spec,
                CONNECT_TIMEOUT,
                Optional.ofNullable(settings.remove(CONNECT_TIMEOUT)).orElse("10"));
        int read = seconds(
                spec,
                READ_TIMEOUT,
                Optional.ofNullable(settings.remove(READ_TIMEOUT)).orElse("300"));
        for (String name : settings.keySet()) {
            if (QuerySettings.isFixed(name)) {
                throw invalid(
                        "Connection " + spec.id() + ": the setting " + Sql.shortened(name)
                                + " is dpone's to choose, since a complete and exact result depends on it",
                        "Remove it from the connection's settings.");
            }
        }
        spec.username().ifPresent(name -> refuseControl(spec, "username", name));
        spec.password().ifPresent(secret -> refuseControl(spec, "password", secret.reveal()));
        return new Endpoint(
                Address.of(spec),
                spec.trustServerCertificate(),
                spec.caCertificate(),
                spec.username(),
                spec.password(),
                compression,
                connect * 1000,
                read * 1000,
                Map.copyOf(settings));
    }

    /** The same with other patience for each step. */
    Endpoint patientFor(int millis) {
        return new Endpoint(
                address,
                trustServerCertificate,
                caCertificate,
                username,
                password,
                compression,
                millis,
                millis,
                settings);
    }

    private static Compression compression(ConnectionSpec spec, @Nullable String value) {
        for (Compression compression : Compression.values()) {
            if (value == null || compression.label().equals(value)) {
                return compression;
            }
        }
        throw invalid(
                "Connection " + spec.id() + ": compression must be none, gzip or lz4, but was "
                        + Sql.shortened(String.valueOf(value)),
                "Choose one of the three; none is fastest on a fast network.");
    }

    private static int seconds(ConnectionSpec spec, String name, String value) {
        if (value.matches("[0-9]{1,6}") && Integer.parseInt(value) >= 1 && Integer.parseInt(value) <= 86_400) {
            return Integer.parseInt(value);
        }
        throw invalid(
                "Connection " + spec.id() + ": " + name + " must be 1 to 86400, but was " + Sql.shortened(value),
                "Give whole seconds.");
    }

    private static void refuseControl(ConnectionSpec spec, String field, String value) {
        if (value.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
            throw invalid(
                    "Connection " + spec.id() + ": the " + field + " holds a control character, such as a line break",
                    "Remove it; a secret read from a file often ends with a line break.");
        }
    }

    private static DponeException invalid(String message, String remedy) {
        return new DponeException(ErrorCode.CONNECTION_INVALID, message, remedy);
    }
}
