package dev.dpone.manifest;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** A field of a connection: the end of its environment variable, and in lower case its key in the file. */
enum ConnectionField {
    HOST,
    PORT,
    DATABASE,
    USERNAME,
    PASSWORD,
    SECURE,
    /** The same as SECURE, only in the environment. */
    ENCRYPT,
    TRUST_SERVER_CERTIFICATE,
    CA_CERT,
    SETTINGS,
    URL;

    String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<ConnectionField> of(String name) {
        return Stream.of(values()).filter(field -> field.name().equals(name)).findFirst();
    }
}
