package dev.dpone.digest;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 as every Java platform must have it. */
public final class Sha256 {
    private Sha256() {}

    public static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform provides SHA-256", e);
        }
    }

    public static byte[] of(byte[] input) {
        return newDigest().digest(input);
    }

    /** Lower-case hex of the hash. */
    public static String hexOf(byte[] input) {
        return HexFormat.of().formatHex(of(input));
    }
}
