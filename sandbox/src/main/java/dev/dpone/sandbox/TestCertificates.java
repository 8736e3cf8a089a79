package dev.dpone.sandbox;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * Server certificates made at run time by the JDK's {@code keytool}: a good one and those a client must refuse.
 * Each key store holds one key with its chain, under {@link #password}.
 */
public final class TestCertificates {
    private static final String PASSWORD = "dpone-sandbox";
    private static final String LOCAL = "san=ip:127.0.0.1,dns:localhost";
    private static final String CA = "ca";
    private static final String OTHER_CA = "other-ca";

    private final KeyStore all;

    private TestCertificates(KeyStore all) {
        this.all = all;
    }

    /** Makes all certificates; takes a few seconds, so test classes share the result. */
    public static TestCertificates create() throws IOException, GeneralSecurityException {
        Path folder = Files.createTempDirectory("dpone-certificates-");
        try {
            Path file = folder.resolve("keys.p12");
            authority(file, CA);
            authority(file, OTHER_CA);
            server(file, "valid", CA, LOCAL);
            server(file, "expired", CA, LOCAL, "-startdate", "-10d", "-validity", "5");
            server(file, "wrong-host", CA, "san=dns:elsewhere.example");
            server(file, "unknown-ca", OTHER_CA, LOCAL);
            try (InputStream in = Files.newInputStream(file)) {
                KeyStore all = KeyStore.getInstance("PKCS12");
                all.load(in, PASSWORD.toCharArray());
                return new TestCertificates(all);
            }
        } finally {
            Folders.delete(folder);
        }
    }

    /** For 127.0.0.1 and localhost, signed by {@link #ca}. */
    public KeyStore valid() throws GeneralSecurityException, IOException {
        return only("valid");
    }

    /** Like {@link #valid}, but its last day was five days ago. */
    public KeyStore expired() throws GeneralSecurityException, IOException {
        return only("expired");
    }

    /** Like {@link #valid}, but for elsewhere.example. */
    public KeyStore wrongHost() throws GeneralSecurityException, IOException {
        return only("wrong-host");
    }

    /** Like {@link #valid}, but signed by an authority nobody trusts. */
    public KeyStore unknownCa() throws GeneralSecurityException, IOException {
        return only("unknown-ca");
    }

    public char[] password() {
        return PASSWORD.toCharArray();
    }

    /** The authority a client has to trust. */
    public X509Certificate ca() throws GeneralSecurityException {
        return (X509Certificate) all.getCertificate(CA);
    }

    /** {@link #ca} in PEM form. */
    public String caPem() throws GeneralSecurityException {
        return pem("CERTIFICATE", ca().getEncoded());
    }

    /** One key and its chain, in PEM form: what servers that read files want. */
    public String pem(KeyStore keys) throws GeneralSecurityException {
        String alias = keys.aliases().nextElement();
        StringBuilder text = new StringBuilder();
        text.append(pem("PRIVATE KEY", keys.getKey(alias, password()).getEncoded()));
        for (Certificate certificate : keys.getCertificateChain(alias)) {
            text.append(pem("CERTIFICATE", certificate.getEncoded()));
        }
        return text.toString();
    }

    private static String pem(String label, byte[] encoded) {
        String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded);
        return "-----BEGIN " + label + "-----\n" + base64 + "\n-----END " + label + "-----\n";
    }

    private KeyStore only(String alias) throws GeneralSecurityException, IOException {
        KeyStore one = KeyStore.getInstance("PKCS12");
        one.load(null, null);
        one.setKeyEntry(alias, all.getKey(alias, password()), password(), all.getCertificateChain(alias));
        return one;
    }

    private static void authority(Path file, String alias) throws IOException {
        generate(file, alias, "-dname", "CN=dpone test " + alias, "-ext", "bc:critical=ca:true", "-validity", "30");
    }

    private static void server(Path file, String alias, String signer, String names, String... validity)
            throws IOException {
        List<String> more = new ArrayList<>(List.of("-dname", "CN=dpone test server", "-ext", names));
        more.addAll(List.of("-signer", signer, "-signerkeypass", PASSWORD));
        more.addAll(validity.length > 0 ? Arrays.asList(validity) : List.of("-validity", "30"));
        generate(file, alias, more.toArray(String[]::new));
    }

    private static void generate(Path file, String alias, String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-genkeypair",
                "-alias",
                alias,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-keystore",
                file.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD));
        command.addAll(Arrays.asList(more));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.onExit().join().exitValue() != 0) {
            throw new IllegalStateException("keytool failed: " + output.strip());
        }
    }
}
