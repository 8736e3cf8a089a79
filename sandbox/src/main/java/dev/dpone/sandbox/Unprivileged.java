package dev.dpone.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How to run a program that refuses to run as root. In a user namespace without a mapping the program sees another
 * user id, while root's folders, the cache among them, stay accessible.
 */
final class Unprivileged {
    private static final List<String> NAMESPACE = List.of("unshare", "--user");

    private Unprivileged() {}

    /** The words to put before a command: none unless this process runs as root. */
    static List<String> prefix() {
        if (!isRoot()) {
            return List.of();
        }
        if (!works(NAMESPACE)) {
            throw Unavailable.postgres(
                    "PostgreSQL refuses to run as root and 'unshare --user' is not allowed here", null);
        }
        return NAMESPACE;
    }

    static boolean isRoot() {
        try {
            return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        } catch (IOException e) {
            return "root".equals(System.getProperty("user.name"));
        }
    }

    private static boolean works(List<String> prefix) {
        try {
            Process process = new ProcessBuilder(prefix.get(0), prefix.get(1), "true")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
