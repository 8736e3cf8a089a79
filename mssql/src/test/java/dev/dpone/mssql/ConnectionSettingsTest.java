package dev.dpone.mssql;

import static dev.dpone.mssql.Spec.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.error.DponeException;
import dev.dpone.sandbox.TestCertificates;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Connections as they are read, without a server. */
class ConnectionSettingsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void encryptsAndChecksTheServerUnlessToldNotTo() {
        Spec spec = new Spec();
        assertThat(spec.properties())
                .containsEntry("serverName", "db.example")
                .containsEntry("databaseName", "dwh")
                .containsEntry("user", "loader")
                .containsEntry("password", PASSWORD.reveal())
                .containsEntry("applicationName", "dpone")
                .containsEntry("sendTemporalDataTypesAsStringForBulkCopy", "false")
                .containsEntry("responseBuffering", "adaptive")
                .containsEntry("connectRetryCount", "0")
                .containsEntry("loginTimeout", "3")
                .containsEntry("encrypt", "true")
                .doesNotContainKey("trustServerCertificate");
        spec.trust = true;
        assertThat(spec.properties()).containsEntry("encrypt", "true").containsEntry("trustServerCertificate", "true");
        spec.trust = false;
        spec.secure = false;
        assertThat(spec.properties()).containsEntry("encrypt", "false");
        spec.secure = null;
        spec.settings.put("encrypt", "strict");
        assertThat(spec.properties()).containsEntry("encrypt", "strict");
        assertThat(ConnectionSettings.of(spec.build()).address()).isEqualTo("db.example:1433/dwh");
    }

    @Test
    void takesAUrlInPlaceOfHostAndDatabase() {
        Spec spec = new Spec();
        spec.url = "jdbc:sqlserver://other:6000;databaseName=lake;encrypt=strict;user=u;password=s3cret";
        spec.host = null;
        spec.database = null;
        spec.username = null;
        spec.password = null;
        ConnectionSettings settings = ConnectionSettings.of(spec.build());
        assertThat(settings.address()).isEqualTo("other:6000/lake");
        assertThat(settings.driverProperties(Duration.ofSeconds(3)))
                .doesNotContainKeys("encrypt", "serverName", "user");
        spec.port = OptionalInt.of(7000);
        spec.secure = true;
        settings = ConnectionSettings.of(spec.build());
        assertThat(settings.address()).isEqualTo("other:7000/lake");
        assertThat(settings.driverProperties(Duration.ofSeconds(3))).containsEntry("encrypt", "true");
    }

    @Test
    void takesAUrlThatSetsWhatDponeWouldSetAnyway() {
        Spec spec = new Spec();
        spec.url = "jdbc:sqlserver://other;databaseName=lake;sendTemporalDataTypesAsStringForBulkCopy=false";
        assertThat(spec.properties()).containsEntry("sendTemporalDataTypesAsStringForBulkCopy", "false");
    }

    @Test
    void takesLoginsThatNeedNoUserAndNamedInstances() {
        Spec spec = new Spec();
        spec.username = null;
        spec.password = null;
        spec.settings.put("integratedSecurity", "true");
        spec.settings.put("AuthenticationScheme", "JavaKerberos");
        spec.settings.put("instanceName", "DWH");
        assertThat(spec.properties())
                .containsEntry("integratedSecurity", "true")
                .containsEntry("authenticationScheme", "JavaKerberos");
        assertThat(ConnectionSettings.of(spec.build()).address()).isEqualTo("db.example\\DWH/dwh");
        spec.settings.clear();
        spec.settings.put("authentication", "ActiveDirectoryManagedIdentity");
        assertThat(spec.properties()).containsEntry("authentication", "ActiveDirectoryManagedIdentity");
    }

    @Test
    void namesAMissingFieldAndItsVariable() {
        Spec spec = new Spec();
        spec.host = null;
        spec.refused("host is missing", "Set it in connections.yaml, or set DPONE_CONN_MSSQL_TARGET_HOST.");
        spec = new Spec();
        spec.database = " ";
        spec.refused("database is missing", "Set it in connections.yaml, or set DPONE_CONN_MSSQL_TARGET_DATABASE.");
        spec = new Spec();
        spec.username = null;
        spec.refused("username is missing", "Set it in connections.yaml, or set DPONE_CONN_MSSQL_TARGET_USERNAME.");
        spec = new Spec();
        spec.url = "jdbc:sqlserver://other;user=u;password=s3cret";
        spec.host = null;
        spec.database = null;
        spec.refused("database is missing", "Set it in connections.yaml, or set DPONE_CONN_MSSQL_TARGET_DATABASE.");
    }

    @Test
    void refusesWhatItCannotUseWithoutShowingIt() {
        Spec spec = new Spec();
        spec.url = "jdbc:postgresql://other/lake?password=s3cret";
        spec.refused(
                "url is not a SQL Server JDBC URL", "Write url as jdbc:sqlserver://HOST:PORT;databaseName=DATABASE.");
        spec = new Spec();
        spec.url = "jdbc:sqlserver://other;databaseName=lake;connectRetryCount=3;password=s3cret";
        spec.refused("url sets connectRetryCount, which dpone sets itself", "Remove it from url.");
        spec = new Spec();
        spec.settings.put("ConnectRetryCount", "3");
        spec.refused("settings.ConnectRetryCount is a setting that dpone sets itself", "Remove it.");
        spec = new Spec();
        spec.settings.put("work_mem", "7MB");
        spec.refused(
                "settings.work_mem is no connection property of Microsoft's JDBC driver",
                "Correct its name, or remove it.");
        spec = new Spec();
        spec.secure = false;
        spec.ca = Path.of("ca.pem");
        spec.refused(
                "secure is false, so that no certificate is checked",
                "Set secure to true, or remove ca_cert and trust_server_certificate.");
    }

    @Test
    void settingsCannotUndoWhatTheFieldsSayAboutTls() {
        Spec spec = new Spec();
        spec.secure = true;
        spec.settings.put("encrypt", "false");
        spec.refused(
                "settings.encrypt would replace what secure, ca_cert or trust_server_certificate say",
                "Remove it, or those fields.");
    }

    @Test
    void turnsAuthoritiesIntoWhatTheDriverReads() throws IOException {
        Spec spec = new Spec();
        spec.ca = folder.resolve("missing.pem");
        assertThatThrownBy(spec::properties)
                .isInstanceOf(DponeException.class)
                .hasMessageStartingWith("Connection mssql-target: ca_cert " + spec.ca + " cannot be used: ");
        spec.ca = Files.writeString(folder.resolve("empty.pem"), "");
        assertThatThrownBy(spec::properties)
                .isInstanceOf(DponeException.class)
                .hasMessage("Connection mssql-target: ca_cert " + spec.ca + " cannot be used: it holds no certificate");
    }

    @Test
    void givesTheDriverTheAuthoritiesOfAPemFile() throws IOException, GeneralSecurityException {
        TestCertificates certificates = TestCertificates.create();
        Spec spec = new Spec();
        spec.ca = Files.writeString(folder.resolve("ca.pem"), certificates.caPem());
        Properties properties = spec.properties();
        KeyStore store = KeyStore.getInstance(properties.getProperty("trustStoreType"));
        try (InputStream in = Files.newInputStream(Path.of(properties.getProperty("trustStore")))) {
            store.load(in, properties.getProperty("trustStorePassword").toCharArray());
        }
        assertThat(store.getCertificateAlias(certificates.ca())).isNotNull();
        assertThat(properties).containsEntry("encrypt", "true").doesNotContainKey("trustServerCertificate");
    }
}
