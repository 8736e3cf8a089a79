package dev.dpone.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** One trial's own place: folder, manifest, target table, run ids; what its children are started with; what went wrong. */
final class Site implements AutoCloseable {
    private static final String MANIFEST = """
            kind: dpone.batch.v1
            defaults:
              source:
                type: clickhouse
                connection_id: ch
                options:
                  native_transfer:
                    execution:
                      native_chunks:
                        max_rows: %d
                        max_bytes: 1048576
                        max_row_bytes: 65536
                        encoding_parallelism: %d
                        import_parallelism: %d
                        max_pending: %d
                        max_total_encoded_bytes: 1099511627776
                        stage_allocated_bytes_stop_threshold: 1099511627776
              sink:
                type: %s
                connection_id: target
                table: {schema: %s, name: %s}
                strategy: %s
                technical_columns: 'off'
              runtime: {storage: {min_free_bytes: 1MiB}}
            schemas:
              %s: {tables: [%s]}
            """;
    private static final int MAX_ROWS = 6_000;

    private final Lab lab;
    private final Engine engine;
    private final Fixture fixture;
    private final TrialPlan plan;
    private final String name;
    private final Path folder;
    private final List<String> wrong = new ArrayList<>();
    private final List<Child> children = new ArrayList<>();
    private Optional<String> targetSettings = Optional.empty();

    /** @param attempt 0 but for a trial that is done again */
    Site(Lab lab, Engine engine, Fixture fixture, TrialPlan plan, int attempt) {
        this.lab = lab;
        this.engine = engine;
        this.fixture = fixture;
        this.plan = plan;
        this.name = "t" + plan.number() + (attempt == 0 ? "" : "r" + attempt);
        this.folder = lab.folder().resolve(name);
        try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve("m.yaml"), manifest());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        fixture.createTarget(name, plan.mode());
    }

    private String manifest() {
        return MANIFEST.formatted(
                MAX_ROWS,
                plan.limits().encoders(),
                plan.limits().importers(),
                plan.limits().pending(),
                engine.type(),
                engine.schema(),
                fixture.plainName(name),
                plan.mode().manifest(),
                Fixture.DATABASE,
                Fixture.SOURCE);
    }

    TrialPlan plan() {
        return plan;
    }

    Engine engine() {
        return engine;
    }

    Fixture fixture() {
        return fixture;
    }

    Path folder() {
        return folder;
    }

    Path workFolder() {
        return folder.resolve(".dpone/work");
    }

    /** The target table's name in SQL. */
    String table() {
        return fixture.name(name);
    }

    /** The first run, and those that follow when it is abandoned or has a rival. */
    String runId(char which) {
        return lab.token() + "-" + name + "-" + which;
    }

    /** Settings of every later child's sessions on the target, as {@code DPONE_CONN_<ID>_SETTINGS} spells them. */
    void targetSettings(String settings) {
        targetSettings = Optional.of(settings);
    }

    RunFacts facts(String runId) {
        return RunFacts.read(folder.resolve(".dpone/state"), runId);
    }

    void wrong(String what) {
        wrong.add(what);
    }

    List<String> wrong() {
        return List.copyOf(wrong);
    }

    String sourcePassword() {
        return lab.source().password();
    }

    /** A command of the real program; where it stops, and where source and target are for it. */
    final class Command {
        private final List<String> arguments;
        private List<Stop> stops = List.of();
        private int sourcePort = lab.source().httpPort();
        private int targetPort = engine.port();
        private Duration clockJump = Duration.ZERO;

        private Command(List<String> arguments) {
            this.arguments = arguments;
        }

        Command stoppingAt(Stop... at) {
            stops = List.of(at);
            return this;
        }

        Command sourceAt(int port) {
            sourcePort = port;
            return this;
        }

        Command targetAt(int port) {
            targetPort = port;
            return this;
        }

        Command withClockOff(Duration jump) {
            clockJump = jump;
            return this;
        }

        Child start() {
            Map<String, String> connections = new HashMap<>();
            connections.put("DPONE_CONN_CH_HOST", "127.0.0.1");
            connections.put("DPONE_CONN_CH_PORT", String.valueOf(sourcePort));
            connections.put("DPONE_CONN_CH_USERNAME", lab.source().username());
            connections.put("DPONE_CONN_CH_PASSWORD", lab.source().password());
            engine.connection(targetPort)
                    .forEach((field, value) -> connections.put("DPONE_CONN_TARGET_" + field, value));
            targetSettings.ifPresent(settings -> connections.put("DPONE_CONN_TARGET_SETTINGS", settings));
            Child child = Child.start(
                    lab.image(),
                    new Child.Launch(
                            folder,
                            children.size() + "-" + arguments.get(0),
                            stops,
                            lab.bug(),
                            clockJump,
                            connections,
                            arguments));
            children.add(child);
            return child;
        }

        /** Starts it and waits for its end. */
        Child toEnd() {
            Child child = start();
            child.exit();
            return child;
        }
    }

    Command run(String runId) {
        List<String> arguments =
                new ArrayList<>(List.of("run", "m.yaml", "--run-id", runId, "--format", "json", "--progress", "none"));
        arguments.addAll(plan.mode().options());
        return new Command(arguments);
    }

    Command resume(String runId) {
        return new Command(List.of("resume", "m.yaml", runId, "--format", "json", "--progress", "none"));
    }

    Command abandon(String runId) {
        return new Command(List.of("abandon", "m.yaml", runId));
    }

    /** Every file that the trial has left, with the children's streams. */
    List<Path> files() {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends what still runs. What the trial made goes, unless it went wrong and somebody has to look at it. */
    @Override
    public void close() {
        children.forEach(Child::close);
        if (wrong.isEmpty()) {
            fixture.dropTarget(name);
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
