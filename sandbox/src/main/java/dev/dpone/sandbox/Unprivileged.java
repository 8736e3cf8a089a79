package dev.dpone.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How to run a program that refuses to run as root.
 *
 * @param prefix the words to put before the command
 * @param uid the user that must own the program's files; -1 when that is the present user
 */
record Unprivileged(List<String> prefix, int uid) {
    private static final int NOBODY = 65534;

    /** For users other than root. */
    static final Unprivileged SAME_USER = new Unprivileged(List.of(), -1);

    /**
     * In a user namespace without a mapping the program sees another user id, while root's files stay its own.
     * Containers often forbid it.
     */
    static final Unprivileged NAMESPACE = new Unprivileged(List.of("unshare", "--user"), -1);

    /** Another user, who has to own the data and may not see into root's folders. */
    static final Unprivileged OTHER_USER =
            new Unprivileged(List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"), NOBODY);

    /** The first way that works for the user and the machine. */
    static Unprivileged here() {
        if (!isRoot()) {
            return SAME_USER;
        }
        for (Unprivileged way : List.of(NAMESPACE, OTHER_USER)) {
            if (way.runs("true")) {
                return way;
            }
        }
        throw Unavailable.postgres(
                "PostgreSQL refuses to run as root, and neither 'unshare --user' nor 'setpriv' works here", null);
    }

    /** Makes the file or folder belong to the user the program runs as. */
    void own(Path file) throws IOException {
        if (uid >= 0) {
            Files.setAttribute(file, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
        }
    }

    static boolean isRoot() {
        try {
            return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        } catch (IOException e) {
            return "root".equals(System.getProperty("user.name"));
        }
    }

    /** Whether the program may read the file and pass through the folders above it. */
    boolean canRead(Path file) {
        return runs("test", "-r", file.toString());
    }

    private boolean runs(String... words) {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(words));
        try {
            Process process = new ProcessBuilder(command)
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
