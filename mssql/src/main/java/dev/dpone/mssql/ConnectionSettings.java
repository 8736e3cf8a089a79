package dev.dpone.mssql;

import com.microsoft.sqlserver.jdbc.SQLServerDriver;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ConnectionSpec;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;

/** A connection spec checked and turned into what the driver takes. Prints nothing secret. */
final class ConnectionSettings {
    private static final String BARE_URL = "jdbc:sqlserver://";

    /** What dpone sets itself, by the driver's names: its guarantees rest on these. */
    private static final Map<String, String> OWN = Map.ofEntries(
            Map.entry("applicationName", "dpone"),
            Map.entry("selectMethod", "direct"),
            Map.entry("responseBuffering", "adaptive"),
            Map.entry("sendStringParametersAsUnicode", "true"),
            Map.entry("sendTemporalDataTypesAsStringForBulkCopy", "false"),
            Map.entry("quotedIdentifier", "ON"),
            Map.entry("concatNullYieldsNull", "ON"),
            Map.entry("cacheBulkCopyMetadata", "false"),
            Map.entry("applicationIntent", "ReadWrite"),
            Map.entry("xopenStates", "false"),
            // A session that the driver silently replaces has lost its locks and its transaction.
            Map.entry("connectRetryCount", "0"),
            Map.entry("retryExec", ""),
            Map.entry("retryConn", ""));

    /** Properties with which a login needs no user. */
    private static final Set<String> OTHER_LOGINS =
            Set.of("authentication", "integratedSecurity", "accessTokenCallbackClass");

    /** Driver properties that decide about TLS in place of the connection's own fields. */
    private static final Set<String> TLS =
            Set.of("encrypt", "trustServerCertificate", "trustStore", "trustManagerClass", "serverCertificate");

    private static final Map<String, String> DEFAULTS = values(BARE_URL);

    private final ConnectionSpec spec;
    private final String url;
    private final Map<String, String> fromUrl;
    private final Properties properties = new Properties();

    private ConnectionSettings(ConnectionSpec spec, String url, Map<String, String> fromUrl) {
        this.spec = spec;
        this.url = url;
        this.fromUrl = fromUrl;
    }

    static ConnectionSettings of(ConnectionSpec spec) {
        String url = spec.url().map(secret -> secret.reveal()).orElse(BARE_URL);
        ConnectionSettings settings = new ConnectionSettings(spec, url, parse(spec, url));
        settings.checkUrl();
        settings.addSettings();
        settings.addAddress();
        settings.addIdentity();
        settings.addTls();
        return settings;
    }

    /** For statements that never take long: a server that does not answer within the time is taken for lost. */
    ConnectionSettings answeringWithin(Duration time) {
        if (value("socketTimeout").equals(DEFAULTS.get("socketTimeout"))) {
            properties.setProperty("socketTimeout", Long.toString(time.toMillis()));
        }
        return this;
    }

    private static Map<String, String> parse(ConnectionSpec spec, String url) {
        try {
            return values(url);
        } catch (IllegalArgumentException e) {
            throw invalid(
                    spec,
                    "url is not a SQL Server JDBC URL",
                    "Write url as jdbc:sqlserver://HOST:PORT;databaseName=DATABASE");
        }
    }

    /** The driver's properties with the values that the URL gives or that are the driver's defaults. */
    private static Map<String, String> values(String url) {
        Map<String, String> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        try {
            for (DriverPropertyInfo info : new SQLServerDriver().getPropertyInfo(url, new Properties())) {
                values.put(info.name, info.value == null ? "" : info.value);
            }
        } catch (SQLException e) {
            // The driver's message may repeat the URL.
            throw new IllegalArgumentException("The driver does not take the URL");
        }
        return values;
    }

    private void checkUrl() {
        OWN.forEach((name, own) -> {
            String given = fromUrl.getOrDefault(name, "");
            if (!given.equalsIgnoreCase(own) && !given.equalsIgnoreCase(DEFAULTS.getOrDefault(name, ""))) {
                throw invalid(spec, "url sets " + name + ", which dpone sets itself", "Remove it from url");
            }
        });
    }

    private void addSettings() {
        spec.settings().forEach((name, value) -> {
            String known = DEFAULTS.keySet().stream()
                    .filter(candidate -> candidate.equalsIgnoreCase(name))
                    .findFirst()
                    .orElseThrow(() -> invalid(
                            spec,
                            "settings." + name + " is no connection property of Microsoft's JDBC driver",
                            "Correct its name, or remove it"));
            if (OWN.containsKey(known) || known.equals("user") || known.equals("password")) {
                throw invalid(spec, "settings." + name + " is a setting that dpone sets itself", "Remove it");
            }
            if (tlsIsDecided() && TLS.contains(known)) {
                throw invalid(
                        spec,
                        "settings." + known + " would replace what secure, ca_cert or trust_server_certificate say",
                        "Remove it, or those fields");
            }
            properties.setProperty(known, value);
        });
    }

    private boolean tlsIsDecided() {
        return spec.secure().isPresent() || spec.caCertificate().isPresent() || spec.trustServerCertificate();
    }

    private void addAddress() {
        if (spec.url().isEmpty()) {
            required(spec.host(), "host");
            required(spec.database(), "database");
        }
        spec.host().ifPresent(host -> properties.setProperty("serverName", host));
        spec.port().ifPresent(port -> properties.setProperty("portNumber", Integer.toString(port)));
        spec.database().ifPresent(database -> properties.setProperty("databaseName", database));
        if (value("databaseName").isEmpty()) {
            required(Optional.empty(), "database");
        }
    }

    private void addIdentity() {
        spec.username().ifPresent(user -> properties.setProperty("user", user));
        spec.password().ifPresent(password -> properties.setProperty("password", password.reveal()));
        boolean otherLogin =
                OTHER_LOGINS.stream().anyMatch(name -> !value(name).equalsIgnoreCase(DEFAULTS.getOrDefault(name, "")));
        if (value("user").isEmpty() && !otherLogin) {
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
            properties.setProperty("encrypt", "false");
            return;
        }
        if (spec.secure().isPresent() || (spec.url().isEmpty() && properties.getProperty("encrypt") == null)) {
            properties.setProperty("encrypt", "true");
        }
        if (spec.trustServerCertificate()) {
            properties.setProperty("trustServerCertificate", "true");
        }
        spec.caCertificate().ifPresent(path -> {
            TrustStore store = TrustStore.of(spec.id(), path);
            properties.setProperty("trustStore", store.path().toString());
            properties.setProperty("trustStoreType", TrustStore.TYPE);
            properties.setProperty("trustStorePassword", TrustStore.PASSWORD);
        });
    }

    /** What the driver will take for a property: a setting, else the URL's, else the driver's default. */
    private String value(String name) {
        return properties.getProperty(name, fromUrl.getOrDefault(name, ""));
    }

    /** The driver's properties, secrets included: for the driver only. */
    Properties driverProperties(Duration connect) {
        Properties all = new Properties();
        all.putAll(properties);
        OWN.forEach((name, value) -> {
            if (!value.isEmpty()) {
                all.setProperty(name, value);
            }
        });
        if (value("loginTimeout").equals(DEFAULTS.get("loginTimeout"))) {
            all.setProperty("loginTimeout", Long.toString(Math.max(1, connect.toSeconds())));
        }
        return all;
    }

    /** Secret: URLs may carry passwords. */
    String url() {
        return url;
    }

    /** Host, port or instance, and database. */
    String address() {
        String instance = value("instanceName");
        String where = instance.isEmpty() ? ":" + value("portNumber") : "\\" + instance;
        return value("serverName") + where + "/" + value("databaseName");
    }

    private void required(Optional<String> value, String field) {
        if (value.filter(text -> !text.isBlank()).isEmpty()) {
            throw invalid(
                    spec, field + " is missing", "Set it in connections.yaml, or set " + variable(spec.id(), field));
        }
    }

    private static String variable(String id, String field) {
        return "DPONE_CONN_" + (id + "_" + field).toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
    }

    static DponeException invalid(ConnectionSpec spec, String problem, String remedy) {
        return new DponeException(
                ErrorCode.CONNECTION_INVALID, "Connection " + spec.id() + ": " + problem, remedy + ".");
    }
}
