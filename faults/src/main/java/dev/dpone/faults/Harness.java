package dev.dpone.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Plays the trials that a seed decides, and reports. */
public final class Harness {
    private final Options options;
    private final Map<String, String> environment;
    private final Consumer<String> progress;

    /**
     * What to do.
     *
     * @param everyStop whether every stop has to be among the trials, however few they are
     * @param jobs trials side by side
     */
    public record Options(int kills, long seed, String target, int jobs, boolean everyStop, PlantedBug bug) {}

    /** @param progress receives a line for each step */
    public Harness(Options options, Map<String, String> environment, Consumer<String> progress) {
        this.options = options;
        this.environment = environment;
        this.progress = progress;
    }

    /** Starts servers, plays, and stops them. Folders of trials that went wrong stay. */
    public Report run() {
        long began = System.nanoTime();
        Path folder = temporaryFolder();
        try (TestStand stand = TestStand.start(options.target(), folder, environment, progress)) {
            List<TrialPlan> trials =
                    Schedule.of(options.kills(), options.seed(), options.everyStop(), stand.canCrash(), stand.chunks());
            List<Result> results = stand.play(trials, options.bug(), options.jobs());
            Report report = new Report(options, results, stand.orphans(), Duration.ofNanos(System.nanoTime() - began));
            if (report.wrong().isEmpty()) {
                delete(folder);
            } else {
                progress.accept("state and output of the trials that went wrong are in " + folder);
            }
            return report;
        }
    }

    private static Path temporaryFolder() {
        try {
            return Files.createTempDirectory("dpone-faults-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
