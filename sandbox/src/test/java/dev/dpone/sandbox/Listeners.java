package dev.dpone.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The addresses a port listens on, as the kernel tells. */
final class Listeners {
    static final String LOOPBACK = "0100007F";

    private static final String LISTEN = "0A";

    private Listeners() {}

    /** Raw hexadecimal addresses of all listeners on the port, IPv4 and IPv6. */
    static List<String> of(int port) throws IOException {
        String suffix = String.format(Locale.ROOT, ":%04X", port);
        List<String> addresses = new ArrayList<>();
        for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
            for (String line : Files.readAllLines(Path.of(table))) {
                String[] fields = line.strip().split("\\s+");
                if (fields[1].endsWith(suffix) && fields[3].equals(LISTEN)) {
                    addresses.add(fields[1].substring(0, fields[1].length() - suffix.length()));
                }
            }
        }
        return addresses;
    }
}
