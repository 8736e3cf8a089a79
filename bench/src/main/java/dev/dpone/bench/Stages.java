package dev.dpone.bench;

import dev.dpone.sandbox.ClickHouseServer;
import dev.dpone.sandbox.rows.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Measures the stages in rounds: in each, every profile's stages and the memory copy follow one another closely, so that
 * their ratios hold on a machine whose speed changes. Prints a Markdown table.
 */
public final class Stages {
    private static final Set<String> NAMES = Set.of("rounds", "profiles", "seconds", "warmup", "percent", "folder");

    private final Arguments arguments;
    private final Path folder;
    private final List<Profile> profiles;
    private final Machine machine = new Machine();

    private Stages(Arguments arguments) {
        this.arguments = arguments;
        this.folder = Path.of(arguments.text("folder", "target/bench")).toAbsolutePath();
        this.profiles = arguments.list("profiles", "narrow,wide,unicode,decimal,nullable,mixed").stream()
                .map(name -> Profile.valueOf(name.toUpperCase(Locale.ROOT)))
                .toList();
    }

    /** Options: see {@code docs/performance.md}. */
    public static void main(String[] args) throws Exception {
        new Stages(Arguments.of(args, NAMES)).run();
    }

    private void run() throws IOException, InterruptedException, RunnerException {
        record();
        StageTable table = new StageTable();
        int rounds = arguments.number("rounds", 5);
        for (int round = 0; round < rounds; round++) {
            machine.noteLoad();
            for (Profile profile : profiles) {
                say("round " + (round + 1) + " of " + rounds + ": " + profile.lowerCase());
                add(table, profile, new Runner(options(profile, round)).run());
            }
        }
        System.out.println(machine.conditions());
        System.out.println("- rounds: " + rounds + "\n");
        System.out.println(table.markdown());
    }

    /** The server has ended before anything is measured. */
    private void record() throws IOException, InterruptedException {
        try (ClickHouseServer server = ClickHouseServer.start(Stages::say)) {
            for (Profile profile : profiles) {
                int rows = Math.max(1, (int) (profile.rows() * (long) arguments.number("percent", 100) / 100));
                Recording.record(server, profile, rows).save(folder.resolve("recordings"));
            }
        }
    }

    private static void say(String step) {
        System.err.println(step);
    }

    private Options options(Profile profile, int round) throws IOException {
        Files.createDirectories(folder);
        return new OptionsBuilder()
                .include(StageBenchmarks.class.getName())
                .param("profile", profile.name())
                .forks(1)
                .warmupIterations(arguments.number("warmup", 2))
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(arguments.number("seconds", 3))
                .measurementTime(TimeValue.seconds(1))
                .jvmArgs(
                        "-Xmx1g",
                        "-XX:+UseSerialGC",
                        "-D" + StageBenchmarks.FOLDER + "=" + folder.resolve("recordings"))
                .shouldFailOnError(true)
                .output(folder.resolve("jmh-" + profile.lowerCase() + "-" + round + ".log")
                        .toString())
                .build();
    }

    private static void add(StageTable table, Profile profile, Collection<RunResult> results) {
        for (RunResult result : results) {
            String benchmark = result.getParams().getBenchmark();
            String stage = benchmark.substring(benchmark.lastIndexOf('.') + 1);
            table.add(
                    profile,
                    stage,
                    new StageTable.Times(
                            secondary(result, "nativeBytes"),
                            secondary(result, "values"),
                            secondary(result, "runningNanos")));
        }
    }

    private static double secondary(RunResult result, String counter) {
        Result<?> counted = result.getSecondaryResults().get(counter);
        if (counted == null) {
            throw new IllegalStateException(
                    "no " + counter + " among " + result.getSecondaryResults().keySet());
        }
        return counted.getScore();
    }
}
