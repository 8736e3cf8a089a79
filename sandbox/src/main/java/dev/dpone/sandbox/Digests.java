package dev.dpone.sandbox;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

/** Checksums of files. */
final class Digests {
    private Digests() {}

    /** The file's checksum in the form npm uses: {@code sha512-} and the digest in base64. */
    static String integrity(Path file) throws IOException {
        return "sha512-" + Base64.getEncoder().encodeToString(digest(Files.newInputStream(file), "SHA-512"));
    }

    static String sha256(Path file) throws IOException {
        return sha256(Files.newInputStream(file));
    }

    /** Reads the stream to its end and closes it. */
    static String sha256(InputStream in) throws IOException {
        return HexFormat.of().formatHex(digest(in, "SHA-256"));
    }

    private static byte[] digest(InputStream in, String algorithm) throws IOException {
        try (DigestInputStream digesting = new DigestInputStream(in, MessageDigest.getInstance(algorithm))) {
            digesting.transferTo(OutputStream.nullOutputStream());
            return digesting.getMessageDigest().digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has " + algorithm, e);
        }
    }
}
