package dev.dpone.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.dpone.error.DponeException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;

/**
 * Where a PostgreSQL is and who connects.
 *
 * @param jdbcUrl without user and password
 */
record PostgresAddress(String jdbcUrl, String host, int port, String database, String username, String password) {
    private static final String JDBC = "jdbc:";
    private static final int DEFAULT_PORT = 5432;

    static PostgresAddress local(int port) {
        return new PostgresAddress(
                localUrl(port),
                "127.0.0.1",
                port,
                PostgresCluster.DATABASE,
                PostgresCluster.USER,
                PostgresCluster.PASSWORD);
    }

    static String localUrl(int port) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + PostgresCluster.DATABASE;
    }

    /** Reads {@code jdbc:postgresql://host:port/database?user=u&password=p}; other parameters are kept in the URL. */
    static PostgresAddress parse(String url) {
        URI uri = uri(url);
        String username = "postgres";
        String password = "";
        StringBuilder kept = new StringBuilder();
        String query = uri.getRawQuery() == null ? "" : uri.getRawQuery();
        for (String parameter : query.split("&", -1)) {
            if (parameter.startsWith("user=")) {
                username = URLDecoder.decode(parameter.substring("user=".length()), UTF_8);
            } else if (parameter.startsWith("password=")) {
                password = URLDecoder.decode(parameter.substring("password=".length()), UTF_8);
            } else if (!parameter.isEmpty()) {
                kept.append(kept.isEmpty() ? '?' : '&').append(parameter);
            }
        }
        int port = uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort();
        String database = uri.getPath().substring(1);
        String plain = JDBC + "postgresql://" + uri.getHost() + ":" + port + uri.getRawPath() + kept;
        return new PostgresAddress(plain, uri.getHost(), port, database, username, password);
    }

    private static URI uri(String url) {
        try {
            if (url.startsWith(JDBC)) {
                URI uri = new URI(url.substring(JDBC.length()));
                if ("postgresql".equals(uri.getScheme())
                        && uri.getHost() != null
                        && uri.getRawPath().length() > 1) {
                    return uri;
                }
            }
            throw invalid();
        } catch (URISyntaxException e) {
            // The cause would repeat the URL, and with it the password.
            throw invalid();
        }
    }

    private static DponeException invalid() {
        return Unavailable.postgres(
                SandboxOptions.POSTGRES_URL + " must have the form jdbc:postgresql://host:port/database", null);
    }
}
