package dev.dpone.sandbox;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/** What native programs the machine can run. */
record Platform(String system, String architecture, boolean glibc) {
    static Platform current() {
        return new Platform(
                System.getProperty("os.name"),
                System.getProperty("os.arch"),
                Files.exists(Path.of("/lib64/ld-linux-x86-64.so.2")));
    }

    boolean isLinux64() {
        return system.equals("Linux") && Set.of("amd64", "x86_64").contains(architecture.toLowerCase(Locale.ROOT));
    }

    @Override
    public String toString() {
        return system + " " + architecture + (isLinux64() && !glibc ? " without glibc" : "");
    }
}
