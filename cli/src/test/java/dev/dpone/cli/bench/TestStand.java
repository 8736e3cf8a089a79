package dev.dpone.cli.bench;

import dev.dpone.delivery.Cancellation;
import dev.dpone.sandbox.ClickHouseServer;
import dev.dpone.sandbox.PostgresServer;
import dev.dpone.sandbox.SandboxOptions;
import dev.dpone.sandbox.SharedServers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A benchmark's stand on the shared servers, and subjects that are processes of the tests' class path. */
public final class TestStand {
    private static final AtomicInteger NEXT = new AtomicInteger();

    private TestStand() {}

    /** What makes a benchmark use the shared servers. */
    public static Map<String, String> environment() {
        ClickHouseServer clickhouse = SharedServers.clickhouse();
        PostgresServer postgres = SharedServers.postgres();
        return Map.of(
                SandboxOptions.CLICKHOUSE_URL,
                "http://" + clickhouse.username() + ":" + clickhouse.password() + "@127.0.0.1:" + clickhouse.httpPort(),
                SandboxOptions.POSTGRES_URL,
                postgres.jdbcUrl() + "?user=" + postgres.username() + "&password=" + postgres.password());
    }

    /** The command of a Java program with these options before its name and class path. */
    public static String command(String program, String... options) {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        words.addAll(List.of(options));
        words.addAll(List.of("-cp", System.getProperty("java.class.path"), program));
        return String.join(" ", words);
    }

    static Workshop workshop(Path folder, String command) {
        String name = "t" + ProcessHandle.current().pid() + "x" + NEXT.incrementAndGet();
        Stand stand = Stand.start(
                "postgres", SandboxOptions.fromEnvironment(environment(), System.err::println), Map.of(), name, folder);
        stand.clickhouse().execute("CREATE DATABASE " + stand.database());
        Cancellation cancellation = new Cancellation();
        Subject subject = new Subject(
                new SubjectCommand(List.of(command.split(" ")), Optional.empty()),
                folder,
                stand.variables(),
                cancellation);
        return new Workshop(stand, subject, folder, name, cancellation);
    }
}
