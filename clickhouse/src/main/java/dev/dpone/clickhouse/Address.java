package dev.dpone.clickhouse;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ConnectionSpec;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;

/**
 * Where a server listens.
 *
 * @param database the default database, empty for the user's own
 */
record Address(String host, int port, boolean secure, String database) {
    private static final int PLAIN_PORT = 8123;
    private static final int TLS_PORT = 8443;
    private static final String URL_FORM = "http(s)://host:port/database or jdbc:clickhouse://host:port/database";

    static Address of(ConnectionSpec spec) {
        return spec.url().isPresent() ? ofUrl(spec, spec.url().get().reveal()) : ofFields(spec);
    }

    private static Address ofFields(ConnectionSpec spec) {
        String host = spec.host().orElse("");
        if (host.isBlank()) {
            throw invalid(
                    "Connection " + spec.id() + " has no host",
                    "Set the field host, or the environment variable " + variable(spec, "HOST") + ".");
        }
        boolean secure = spec.secure().orElse(spec.port().orElse(0) == TLS_PORT);
        int port = spec.port().orElse(secure ? TLS_PORT : PLAIN_PORT);
        return checked(spec, new Address(host, port, secure, spec.database().orElse("")));
    }

    /** The URL's text is never shown: people put passwords in it. */
    private static Address ofUrl(ConnectionSpec spec, String url) {
        String rest = url;
        for (String prefix : new String[] {"jdbc:clickhouse:", "jdbc:ch:"}) {
            if (rest.toLowerCase(Locale.ROOT).startsWith(prefix)) {
                rest = rest.substring(prefix.length());
                rest = rest.startsWith("//") ? "http:" + rest : rest;
            }
        }
        URI uri;
        try {
            uri = new URI(rest);
        } catch (URISyntaxException e) {
            throw malformed(spec, "is not a URL"); // without the cause, whose message repeats the URL
        }
        String scheme = Optional.ofNullable(uri.getScheme()).orElse("");
        if ((!scheme.equals("http") && !scheme.equals("https")) || uri.getHost() == null) {
            throw malformed(spec, "must have the form " + URL_FORM);
        }
        if (uri.getRawUserInfo() != null || uri.getRawQuery() != null || uri.getRawFragment() != null) {
            throw malformed(spec, "must hold host, port and database only");
        }
        boolean secure = scheme.equals("https") || spec.secure().orElse(uri.getPort() == TLS_PORT);
        int port = uri.getPort() >= 0 ? uri.getPort() : secure ? TLS_PORT : PLAIN_PORT;
        String path = Optional.ofNullable(uri.getPath()).orElse("");
        String database =
                path.length() > 1 ? path.substring(1) : spec.database().orElse("");
        return checked(spec, new Address(uri.getHost(), port, secure, database));
    }

    private static Address checked(ConnectionSpec spec, Address address) {
        if (address.port < 1 || address.port > 65_535) {
            throw invalid(
                    "Connection " + spec.id() + ": port must be 1 to 65535, but was " + address.port,
                    "Set the field port, or " + variable(spec, "PORT") + ".");
        }
        return address;
    }

    private static DponeException malformed(ConnectionSpec spec, String what) {
        return invalid(
                "Connection " + spec.id() + ": the URL " + what,
                "Give host, port, database, username and password in fields of their own, or correct "
                        + variable(spec, "URL") + ".");
    }

    private static DponeException invalid(String message, String remedy) {
        return new DponeException(ErrorCode.CONNECTION_INVALID, message, remedy);
    }

    static String variable(ConnectionSpec spec, String field) {
        return "DPONE_CONN_" + spec.id().toUpperCase(Locale.ROOT) + "_" + field;
    }

    /** As in a Host header and in messages. */
    @Override
    public String toString() {
        return (host.indexOf(':') >= 0 && !host.startsWith("[") ? "[" + host + "]" : host) + ":" + port;
    }
}
