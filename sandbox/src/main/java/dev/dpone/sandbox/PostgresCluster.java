package dev.dpone.sandbox;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A database cluster on disk and the commands that make and serve it; the folder holds nothing else. */
record PostgresCluster(Path folder, Path bin, Unprivileged user, Map<String, String> settings) {
    static final String DATABASE = "dpone";
    static final String USER = "dpone";
    static final String PASSWORD = "dpone-sandbox";

    private Path data() {
        return folder.resolve("data");
    }

    /** Makes the cluster's files, with the database in them. */
    void initialise() throws IOException {
        Path password = folder.resolve("password");
        Files.writeString(password, PASSWORD);
        user.own(folder);
        user.own(password);
        run(
                "",
                "initdb",
                "--pgdata=" + data(),
                "--username=" + USER,
                "--pwfile=" + password,
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--locale=C",
                "--no-sync");
        Files.delete(password);
        // A running server would sync each of the database's files, which takes seconds on a busy disk.
        run("CREATE DATABASE " + DATABASE + ";\n", "postgres", "--single", "-F", "-D", data().toString(), "postgres");
    }

    private void run(String input, String program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(user.prefix());
        command.add(bin.resolve(program).toString());
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().put("TZ", "UTC");
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        try (OutputStream stdin = process.getOutputStream()) {
            stdin.write(input.getBytes(StandardCharsets.UTF_8));
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.onExit().join().exitValue() != 0) {
            throw Unavailable.postgres(program + " failed:\n" + output.strip(), null);
        }
    }

    /** Starts the server under its watchdog; it isn't ready yet. */
    ChildProcess serve(int port) throws IOException {
        List<String> command = new ArrayList<>(user.prefix());
        command.addAll(List.of(bin.resolve("postgres").toString(), "-D", data().toString()));
        Map<String, String> all = new TreeMap<>(settings);
        all.put("listen_addresses", "127.0.0.1");
        all.put("unix_socket_directories", "");
        all.put("port", Integer.toString(port));
        all.put("logging_collector", "off");
        all.forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
        return ChildProcess.start(folder, "QUIT", command);
    }

    /** A port that was free a moment ago; another process may still take it first. */
    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            return socket.getLocalPort();
        }
    }
}
