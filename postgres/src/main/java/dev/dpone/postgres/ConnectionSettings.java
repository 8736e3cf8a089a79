package dev.dpone.postgres;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ConnectionSpec;
import dev.dpone.spi.Secret;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/** A connection spec checked and turned into what the driver takes. Prints nothing secret. */
final class ConnectionSettings {
    private static final String DEFAULT_PORT = "5432";

    /** What dpone sets itself: its guarantees rest on these. */
    private static final Set<String> OWN = Set.of(
            "user",
            "password",
            "ApplicationName",
            "autosave",
            "readOnly",
            "replication",
            "raiseExceptionOnSilentRollback",
            "preferQueryMode",
            "synchronous_commit",
            "client_encoding",
            "lock_timeout");

    /** Driver properties that decide about TLS in place of the connection's own fields. */
    private static final Set<String> TLS =
            Set.of("sslmode", "sslfactory", "sslfactoryarg", "sslhostnameverifier", "sslrootcert");

    private final ConnectionSpec spec;
    private final Properties properties;
    private final Map<String, String> serverSettings = new TreeMap<>();

    private ConnectionSettings(ConnectionSpec spec, Properties properties) {
        this.spec = spec;
        this.properties = properties;
    }

    static ConnectionSettings of(ConnectionSpec spec) {
        Properties properties = spec.url().map(url -> parse(spec, url)).orElseGet(Properties::new);
        ConnectionSettings settings = new ConnectionSettings(spec, properties);
        settings.addAddress();
        settings.addIdentity();
        settings.addTls();
        settings.addSettings();
        return settings;
    }

    /** For statements that never take long: a server that does not answer within the time is taken for lost. */
    ConnectionSettings answeringWithin(Duration time) {
        properties.putIfAbsent("socketTimeout", Long.toString(time.toSeconds()));
        return this;
    }

    private static Properties parse(ConnectionSpec spec, Secret url) {
        Properties parsed = Driver.parseURL(url.reveal(), null);
        if (parsed == null) {
            throw invalid(
                    spec, "url is not a PostgreSQL JDBC URL", "Write url as jdbc:postgresql://HOST:PORT/DATABASE");
        }
        for (String name : parsed.stringPropertyNames()) {
            if (OWN.contains(name) && !name.equals("user") && !name.equals("password")) {
                throw invalid(spec, "url sets " + name + ", which dpone sets itself", "Remove it from url");
            }
        }
        return parsed;
    }

    private void addAddress() {
        if (spec.url().isPresent()) {
            return;
        }
        properties.setProperty("PGHOST", required(spec.host(), "host"));
        properties.setProperty(
                "PGPORT", spec.port().isPresent() ? Integer.toString(spec.port().getAsInt()) : DEFAULT_PORT);
        properties.setProperty("PGDBNAME", required(spec.database(), "database"));
    }

    private void addIdentity() {
        spec.username().ifPresent(user -> properties.setProperty("user", user));
        spec.password().ifPresent(password -> properties.setProperty("password", password.reveal()));
        if (properties.getProperty("user") == null) {
            required(Optional.empty(), "username");
        }
    }

    private void addTls() {
        boolean ca = spec.caCertificate().isPresent();
        if (spec.secure().isPresent() && !spec.secure().get()) {
            if (ca || spec.trustServerCertificate()) {
                throw invalid(
                        spec,
                        "secure is false, so that no certificate is checked",
                        "Set secure to true, or remove ca_cert and trust_server_certificate");
            }
            properties.setProperty("sslmode", "disable");
            return;
        }
        if (spec.trustServerCertificate()) {
            properties.setProperty("sslmode", "require");
        } else if (ca || spec.secure().isPresent()) {
            properties.setProperty("sslmode", "verify-full");
            if (ca) {
                properties.setProperty(
                        "sslrootcert", spec.caCertificate().orElseThrow().toString());
            } else {
                properties.setProperty("sslfactory", "org.postgresql.ssl.DefaultJavaSSLFactory");
            }
        }
    }

    private void addSettings() {
        spec.settings().forEach((name, value) -> {
            if (OWN.stream().anyMatch(own -> own.equalsIgnoreCase(name))) {
                throw invalid(spec, "settings." + name + " is a setting that dpone sets itself", "Remove it");
            }
            if (tlsIsDecided() && TLS.contains(name.toLowerCase(Locale.ROOT))) {
                throw invalid(
                        spec,
                        "settings." + name + " would replace what secure, ca_cert or trust_server_certificate say",
                        "Remove it, or those fields");
            }
            if (PGProperty.forName(name) != null) {
                properties.setProperty(name, value);
            } else {
                serverSettings.put(name, value);
            }
        });
    }

    private boolean tlsIsDecided() {
        return spec.secure().isPresent() || spec.caCertificate().isPresent() || spec.trustServerCertificate();
    }

    /** Settings of the session, by the server's names. */
    Map<String, String> serverSettings() {
        return serverSettings;
    }

    /** The driver's properties, secrets included: for the driver only. */
    Properties driverProperties(Duration connect) {
        Properties all = new Properties();
        all.putAll(properties);
        all.setProperty("ApplicationName", "dpone");
        all.setProperty("autosave", "never");
        // What a server tells in detail holds rows, and would be in the stack trace that --debug prints.
        all.setProperty("logServerErrorDetail", "false");
        all.putIfAbsent("connectTimeout", Long.toString(Math.max(1, connect.toSeconds())));
        all.putIfAbsent("loginTimeout", Long.toString(Math.max(1, connect.toSeconds())));
        all.putIfAbsent("tcpKeepAlive", "true");
        all.putIfAbsent("cancelSignalTimeout", "5");
        return all;
    }

    /** A URL without anything in it: host, port and database are properties, which a URL would override. */
    String url() {
        return "jdbc:postgresql://";
    }

    /** Host, port and database, for messages and as a server's last-resort identity. */
    String address() {
        return properties.getProperty("PGHOST") + ":" + properties.getProperty("PGPORT") + "/"
                + properties.getProperty("PGDBNAME");
    }

    private String required(Optional<String> value, String field) {
        return value.filter(text -> !text.isBlank())
                .orElseThrow(() -> invalid(
                        spec,
                        field + " is missing",
                        "Set it in connections.yaml, or set " + variable(spec.id(), field)));
    }

    private static String variable(String id, String field) {
        return "DPONE_CONN_" + (id + "_" + field).toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
    }

    private static DponeException invalid(ConnectionSpec spec, String problem, String remedy) {
        return new DponeException(
                ErrorCode.CONNECTION_INVALID, "Connection " + spec.id() + ": " + problem, remedy + ".");
    }
}
