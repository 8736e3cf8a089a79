package dev.dpone.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.error.ExitCode;
import dev.dpone.spi.ConnectionSpec;
import dev.dpone.spi.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionsTest {
    private static final Map<String, String> NOTHING = Map.of();

    @TempDir
    Path folder;

    @Test
    void readsEveryFieldOfTheFile() throws IOException {
        Connections connections = file("""
                connections:
                  pg:
                    type: postgres
                    host: db.example.com
                    port: 5432
                    database: sales
                    username: dpone
                    password: hunter2
                    secure: true
                    trust_server_certificate: true
                    ca_cert: /etc/ca.pem
                    settings: {application_name: dpone, work_mem: 64, jit: false}
                """, NOTHING);

        ConnectionSpec spec = connections.resolve("pg", "postgres");

        assertThat(spec.id()).isEqualTo("pg");
        assertThat(spec.url()).isEmpty();
        assertThat(spec.host()).contains("db.example.com");
        assertThat(spec.port()).hasValue(5432);
        assertThat(spec.database()).contains("sales");
        assertThat(spec.username()).contains("dpone");
        assertThat(spec.password().map(Secret::reveal)).contains("hunter2");
        assertThat(spec.secure()).contains(true);
        assertThat(spec.trustServerCertificate()).isTrue();
        assertThat(spec.caCertificate()).contains(Path.of("/etc/ca.pem"));
        assertThat(spec.settings()).isEqualTo(Map.of("application_name", "dpone", "work_mem", "64", "jit", "false"));
    }

    @Test
    void leavesEmptyWhatWasNotGiven() throws IOException {
        ConnectionSpec spec = file("connections: {ch: {}}\n", NOTHING).resolve("ch");

        assertThat(spec.host()).isEmpty();
        assertThat(spec.port()).isEmpty();
        assertThat(spec.database()).isEmpty();
        assertThat(spec.username()).isEmpty();
        assertThat(spec.password()).isEmpty();
        assertThat(spec.secure()).isEmpty();
        assertThat(spec.trustServerCertificate()).isFalse();
        assertThat(spec.caCertificate()).isEmpty();
        assertThat(spec.settings()).isEmpty();
    }

    @Test
    void readsTheFileBesideTheManifestAndDoesWithoutOne() throws IOException {
        Path manifest = folder.resolve("m.yaml");
        Map<String, String> environment = Map.of("DPONE_CONN_PG_PORT", "1");

        assertThat(Connections.beside(manifest, environment).resolve("pg").host())
                .isEmpty();

        file("connections: {pg: {host: a}}\n", environment);
        assertThat(Connections.beside(manifest, environment).resolve("pg").host())
                .contains("a");
    }

    @Test
    void refusesANamedFileThatIsMissing() {
        Path file = folder.resolve("absent.yaml");

        DponeException refused = catchThrowableOfType(DponeException.class, () -> Connections.in(file, NOTHING));

        assertThat(refused.code()).isEqualTo(ErrorCode.CONNECTION_INVALID);
        assertThat(refused).hasMessage(file + " does not exist");
    }

    @Test
    void laysTheEnvironmentOverTheFile() throws IOException {
        ConnectionSpec spec = file(
                        "connections: {my-pg.1: {host: a, port: 1, username: u, settings: {x: 1, y: 2}}}\n",
                        Map.of(
                                "DPONE_CONN_MY_PG_1_HOST", "b",
                                "DPONE_CONN_MY_PG_1_DATABASE", "d",
                                "DPONE_CONN_MY_PG_1_PASSWORD", "${x} file:y",
                                "DPONE_CONN_MY_PG_1_ENCRYPT", "TRUE",
                                "DPONE_CONN_MY_PG_1_TRUST_SERVER_CERTIFICATE", "false",
                                "DPONE_CONN_MY_PG_1_CA_CERT", "/ca",
                                "DPONE_CONN_MY_PG_1_SETTINGS", "y=3, z=a=b"))
                .resolve("my-pg.1");

        assertThat(spec.host()).contains("b");
        assertThat(spec.port()).hasValue(1);
        assertThat(spec.database()).contains("d");
        assertThat(spec.username()).contains("u");
        assertThat(spec.password().map(Secret::reveal)).contains("${x} file:y");
        assertThat(spec.secure()).contains(true);
        assertThat(spec.caCertificate()).contains(Path.of("/ca"));
        assertThat(spec.settings()).isEqualTo(Map.of("x", "1", "y", "3", "z", "a=b"));
    }

    @Test
    void readsSettingsAsAJsonObject() {
        ConnectionSpec spec = environment(
                        Map.of("DPONE_CONN_CH_SETTINGS", "{\"max_threads\": 4, \"a\": \"b,c=d\", \"f\": true}"))
                .resolve("ch");

        assertThat(spec.settings()).isEqualTo(Map.of("max_threads", "4", "a", "b,c=d", "f", "true"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hunter2",
                "=hunter2",
                "a=1,a=hunter2",
                "password=hunter2",
                "{\"a\": hunter2}",
                "{\"a\": [\"hunter2\"]}",
                "{\"a\": null}",
                "{\"a\": 1, \"a\": 2}",
                "{\"a\": 1} hunter2",
                ""
            })
    void refusesMalformedSettingsWithoutShowingThem(String settings) {
        DponeException refused = refused(environment(Map.of("DPONE_CONN_CH_SETTINGS", settings)), "ch");

        assertThat(refused)
                .hasMessage("DPONE_CONN_CH_SETTINGS must hold settings by different names, none of them a secret");
        assertThat(refused.render()).doesNotContain("hunter2");
    }

    @Test
    void followsReferencesOnlyOfTheConnectionAskedFor() throws IOException {
        Files.writeString(folder.resolve("pw"), "hunter2\n");
        Connections connections = file("""
                connections:
                  a: {host: "${HOST}.example.com", port: "${PORT}", password: "file:pw", secure: "${TLS}"}
                  b: {host: "${UNSET}"}
                """, Map.of("HOST", "db", "PORT", "5432", "TLS", "false"));

        ConnectionSpec spec = connections.resolve("a");

        assertThat(spec.host()).contains("db.example.com");
        assertThat(spec.port()).hasValue(5432);
        assertThat(spec.secure()).contains(false);
        assertThat(spec.password().map(Secret::reveal)).contains("hunter2");
        assertThat(refused(connections, "b"))
                .hasMessage(folder.resolve("connections.yaml")
                        + ":3:13: connections.b.host refers to the environment variable UNSET, which is not set");
    }

    @Test
    void followsNoReferenceThatAReferenceGives() throws IOException {
        ConnectionSpec spec = file("connections: {a: {password: \"${A}\"}}\n", Map.of("A", "${B}", "B", "b"))
                .resolve("a");

        assertThat(spec.password().map(Secret::reveal)).contains("${B}");
    }

    @Test
    void followsNoReferenceOfAFieldTheEnvironmentReplaces() throws IOException {
        ConnectionSpec spec = file("connections: {a: {host: \"${UNSET}\"}}\n", Map.of("DPONE_CONN_A_HOST", "h"))
                .resolve("a");

        assertThat(spec.host()).contains("h");
    }

    @ParameterizedTest
    @CsvSource({
        "'', which must hold one line",
        "'\n', which must hold one line",
        "'hunter2\nhunter3', which must hold one line"
    })
    void refusesSecretFilesOfOtherThanOneLine(String content, String message) throws IOException {
        Path secret = Files.writeString(folder.resolve("pw"), content);
        Connections connections = file("connections: {a: {password: \"file:" + secret + "\"}}\n", NOTHING);

        DponeException refused = refused(connections, "a");

        assertThat(refused).hasMessageEndingWith("connections.a.password refers to " + secret + ", " + message);
        assertThat(refused.render()).doesNotContain("hunter");
    }

    @Test
    void refusesSecretFilesThatAreMissing() throws IOException {
        assertThat(refused(file("connections: {a: {password: \"file:/none\"}}\n", NOTHING), "a"))
                .hasMessageEndingWith("connections.a.password refers to a file, but /none does not exist");
    }

    @Test
    void refusesBrokenReferences() throws IOException {
        assertThat(refused(file("connections: {a: {host: \"${1X}\"}}\n", NOTHING), "a"))
                .hasMessageEndingWith("connections.a.host holds '${' without a variable's name and '}'");
    }

    @Test
    void namesWhatToWriteForAMissingConnection() throws IOException {
        Path path = folder.resolve("connections.yaml");
        DponeException refused = refused(file("connections: {pg_target: {host: a}}\n", NOTHING), "pg_targte");

        assertThat(refused.code()).isEqualTo(ErrorCode.CONNECTION_INVALID);
        assertThat(refused.code().exit()).isEqualTo(ExitCode.USAGE);
        assertThat(refused).hasMessage("connection \"pg_targte\" is neither in " + path + " nor in the environment");
        assertThat(refused.remedy())
                .isEqualTo(
                        "Did you mean 'pg_target'? If not, write 'pg_targte:' with host, port, database, username and"
                                + " password under 'connections:' in " + path + ", or set DPONE_CONN_PG_TARGTE_HOST,"
                                + " DPONE_CONN_PG_TARGTE_PORT, DPONE_CONN_PG_TARGTE_DATABASE, DPONE_CONN_PG_TARGTE_USERNAME"
                                + " and DPONE_CONN_PG_TARGTE_PASSWORD.");
    }

    @Test
    void refusesAConnectionOfAnotherEngine() throws IOException {
        Connections connections = file("connections: {pg: {type: postgres}}\n", NOTHING);

        DponeException refused =
                catchThrowableOfType(DponeException.class, () -> connections.resolve("pg", "clickhouse"));

        assertThat(refused)
                .hasMessage("connection \"pg\" must be of type clickhouse, but " + folder.resolve("connections.yaml")
                        + " says postgres");
    }

    @ParameterizedTest
    @CsvSource({
        "HOST, 'a b', 'must be a host, but was \"a b\"'",
        "HOST, '', 'must be a host, but was \"\"'",
        "PORT, 0, 'must be a whole number, 1 to 65535, but was \"0\"'",
        "PORT, 65536, 'must be a whole number, 1 to 65535, but was \"65536\"'",
        "PORT, http, 'must be a whole number, 1 to 65535, but was \"http\"'",
        "SECURE, yes, 'must be true or false, but was \"yes\"'",
        "ENCRYPT, strict, 'must be true or false, but was \"strict\"'",
        "TRUST_SERVER_CERTIFICATE, 1, 'must be true or false, but was \"1\"'",
        "DATABASE, '', 'must be a database, but was \"\"'",
        "CA_CERT, file:/ca, 'must be the path of a PEM file, but was \"file:/ca\"'",
        "URL, 'jdbc:x?password=hunter2 ', 'must be a URL'",
        "PASSWORD, 'hunter2\n', 'must be a password'"
    })
    void refusesWrongValuesOfTheEnvironment(String field, String value, String message) {
        DponeException refused = refused(environment(Map.of("DPONE_CONN_A_" + field, value)), "a");

        assertThat(refused).hasMessage("DPONE_CONN_A_" + field + " " + message);
        assertThat(refused.render()).doesNotContain("hunter2");
    }

    @Test
    void takesAnEmptyPassword() {
        assertThat(environment(Map.of("DPONE_CONN_A_PASSWORD", ""))
                        .resolve("a")
                        .password()
                        .map(Secret::reveal))
                .contains("");
    }

    @Test
    void refusesUnknownVariablesOfAnIdAndKeepsThoseOfOtherIds() {
        Map<String, String> others = Map.of("DPONE_CONN_A_B_HOST", "h", "DPONE_CONN_A_PORT", "1");

        assertThat(environment(others).resolve("a").port()).hasValue(1);
        assertThat(refused(environment(Map.of("DPONE_CONN_A_HOSTNAME", "h")), "a"))
                .hasMessage("the environment variable DPONE_CONN_A_HOSTNAME names no field of a connection");
    }

    @Test
    void takesAUrlInsteadOfHostPortAndDatabase() throws IOException {
        String url = "jdbc:postgresql://h/d?password=hunter2";
        Connections connections = file(
                "connections: {a: {host: h, port: 1, database: d, username: u}}\n", Map.of("DPONE_CONN_A_URL", url));

        ConnectionSpec spec = connections.resolve("a");

        assertThat(spec.url().map(Secret::reveal)).contains(url);
        assertThat(spec.host()).isEmpty();
        assertThat(spec.port()).isEmpty();
        assertThat(spec.database()).isEmpty();
        assertThat(spec.username()).contains("u");
        assertThat(spec.toString()).doesNotContain("hunter2");
    }

    @Test
    void refusesAHostBesideAUrl() throws IOException {
        DponeException refused =
                refused(file("connections: {a: {url: \"jdbc:x\"}}\n", Map.of("DPONE_CONN_A_HOST", "h")), "a");

        assertThat(refused)
                .hasMessage("DPONE_CONN_A_HOST and " + folder.resolve("connections.yaml")
                        + ":1:24: connections.a.url contradict each other");
        assertThat(unreadable("connections: {a: {url: \"jdbc:x\", host: h}}\n"))
                .hasMessageEndingWith("connections.a.host has no meaning beside url");
    }

    @Test
    void refusesSecureAndEncryptThatDiffer() {
        assertThat(refused(environment(Map.of("DPONE_CONN_A_SECURE", "true", "DPONE_CONN_A_ENCRYPT", "false")), "a"))
                .hasMessage("DPONE_CONN_A_SECURE and DPONE_CONN_A_ENCRYPT contradict each other");
        assertThat(environment(Map.of("DPONE_CONN_A_SECURE", "true", "DPONE_CONN_A_ENCRYPT", "true"))
                        .resolve("a")
                        .secure())
                .contains(true);
    }

    @Test
    void letsEncryptOfTheEnvironmentReplaceSecureOfTheFile() throws IOException {
        assertThat(file("connections: {a: {secure: true}}\n", Map.of("DPONE_CONN_A_ENCRYPT", "false"))
                        .resolve("a")
                        .secure())
                .contains(false);
    }

    @Test
    void refusesIdsWithTheSameVariables() throws IOException {
        assertThat(unreadable("connections: {a-b: {host: x}, a_b: {host: y}}\n"))
                .hasMessageEndingWith(
                        "connections.a_b has the same environment variables as \"a-b\", DPONE_CONN_A_B_...");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "password: hunter2",
                "password: \"hunter2${A}\"",
                "url: \"jdbc:postgresql://h/d?user=u&password=hunter2\"",
                "url: \"jdbc:sqlserver://h;password=hunter2\"",
                "url: \"http://u:hunter2@h:8123\""
            })
    void refusesLiteralSecretsInAFileEveryoneMayRead(String field) throws IOException {
        Path file = write("connections: {a: {" + field + "}}\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

        DponeException refused = catchThrowableOfType(DponeException.class, () -> Connections.in(file, NOTHING));

        assertThat(refused).hasMessage(file + " holds the password of \"a\" and may be read by everyone");
        assertThat(refused.remedy())
                .isEqualTo("Run 'chmod 600 " + file + "', or write ${NAME} or file:PATH instead of the password.");
    }

    @Test
    void readsReferencesFromAFileEveryoneMayRead() throws IOException {
        Path file = write("connections: {a: {password: \"${A}\", username: u}, b: {url: \"jdbc:x?password=${A}\"}}\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

        Connections connections = Connections.in(file, Map.of("A", "hunter2"));

        assertThat(connections.resolve("a").password().map(Secret::reveal)).contains("hunter2");
        assertThat(connections.resolve("b").url().map(Secret::reveal)).contains("jdbc:x?password=hunter2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "connections: {a: {hots: x}} | 1:19: connections.a.hots is not a known key | Did you mean 'host'?",
                "connections: {a: {user: x}} | 1:19: connections.a.user is not a known key | Did you mean 'username'?",
                "connections: {a: {ssl: true}} | 1:19: connections.a.ssl is not a known key | Did you mean 'secure'?",
                "connections: {a: {port: '1'}} | 1:25: connections.a.port must be a whole number, 1 to 65535, but was \"1\""
                        + " | Write it in plain digits, without quotes.",
                "connections: {a: {password: 12345}} | 1:29: connections.a.password must be a password"
                        + " | Write the value in quotes if it is meant so.",
                "connections: {a: {password: null}} | 1:29: connections.a.password must be a password, but was null"
                        + " | Write a password, or remove the key.",
                "connections: {a: {settings: {a: null}}} | 1:33: connections.a.settings.a must be text, a number, true or"
                        + " false, but was null | Write one value.",
                "connections: {a: {settings: {sslpassword: x}}} | 1:30: connections.a.settings.sslpassword holds a secret,"
                        + " and a setting is not kept secret | Write it as password, or inside url.",
                "connections: {a: {}, a: {}} | 1:22: connections.a is written twice, first at line 1"
                        + " | Remove one of the two.",
                "connections: {' ': {}} | 1:15: connections.\" \" must have a connection's id as its key"
                        + " | Correct the key.",
                "conections: {} | 1:1: conections is not a known key | Did you mean 'connections'?"
            })
    void readsTheFileAsStrictlyAsAManifest(String content, String message, String remedy) throws IOException {
        DponeException refused = unreadable(content + "\n");

        assertThat(refused.code()).isEqualTo(ErrorCode.CONNECTION_INVALID);
        assertThat(refused).hasMessage(folder.resolve("connections.yaml") + ":" + message);
        assertThat(refused.remedy()).isEqualTo(remedy);
    }

    private Connections file(String content, Map<String, String> environment) throws IOException {
        return Connections.in(write(content), environment);
    }

    private Path write(String content) throws IOException {
        Path file = Files.writeString(folder.resolve("connections.yaml"), content);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private DponeException unreadable(String content) throws IOException {
        Path file = write(content);
        return catchThrowableOfType(DponeException.class, () -> Connections.in(file, NOTHING));
    }

    private Connections environment(Map<String, String> environment) {
        return Connections.beside(folder.resolve("m.yaml"), environment);
    }

    private static DponeException refused(Connections connections, String id) {
        return catchThrowableOfType(DponeException.class, () -> connections.resolve(id));
    }
}
