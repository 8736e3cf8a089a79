package dev.dpone.faults;

import dev.dpone.faults.TrialPlan.Limits;
import dev.dpone.faults.TrialPlan.Way;
import dev.dpone.sandbox.ClickHouseServer;
import dev.dpone.sandbox.SandboxOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;

/** Starts the servers, plays the trials, some side by side, and gathers what came of them. */
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

    /** Plays the trials that the options ask for. */
    public Report run() {
        return run(chunks -> Schedule.of(
                options.kills(),
                options.seed(),
                options.everyStop(),
                !options.target().equals("mssql"),
                chunks));
    }

    /** Plays the trials that are given the number of chunks. */
    Report run(Function<Integer, List<TrialPlan>> trials) {
        String token = "f" + Long.toString(System.nanoTime() & 0xFFFFFFFFFL, 36);
        Path folder = folder();
        // Servers of its own: trials kill one of them.
        Map<String, String> own = new HashMap<>(environment);
        own.keySet().removeAll(List.of(SandboxOptions.POSTGRES_URL, SandboxOptions.CLICKHOUSE_URL));
        SandboxOptions sandbox = SandboxOptions.fromEnvironment(own, progress);
        long began = System.nanoTime();
        try (ClickHouseServer source = ClickHouseServer.start(sandbox);
                Servers servers = Servers.start(options.target(), sandbox, environment, folder, token)) {
            Fixture.createSource(source);
            ChildImage image = ChildImage.of(folder);
            Rehearsal rehearsal = Rehearsal.on(new Lab(source, image, folder, token, PlantedBug.NONE), servers);
            progress.accept("a delivery has " + rehearsal.chunks() + " chunks and takes "
                    + rehearsal.took().toMillis() + " ms once it is opened");
            Lab lab = new Lab(source, image, folder, token, options.bug());
            List<Result> results = play(lab, servers, trials.apply(rehearsal.chunks()), rehearsal.took());
            List<String> orphans = servers.canCrash() ? orphans(servers) : List.of();
            return new Report(options, results, orphans, Duration.ofNanos(System.nanoTime() - began));
        }
    }

    /** Deliveries with nothing going wrong: they prove the expected tables, and make what the trials take for granted. */
    private record Rehearsal(int chunks, Duration took) {
        static Rehearsal on(Lab lab, Servers servers) {
            int number = 0;
            Rehearsal last = null;
            for (Mode mode : Mode.values()) {
                last = deliver(lab, servers.main(), mode, number++);
            }
            if (servers.canCrash()) {
                deliver(lab, servers.crashing(), Mode.APPEND, number);
            }
            return java.util.Objects.requireNonNull(last);
        }

        private static Rehearsal deliver(Lab lab, Servers.Prepared on, Mode mode, int number) {
            TrialPlan plan = new TrialPlan(
                    0,
                    Kind.KILL_AT_STOP,
                    Stop.before(Boundary.RUN_OPENED),
                    0,
                    mode,
                    new Limits(1, 1, 2),
                    Way.RESUME,
                    Optional.empty(),
                    Duration.ZERO,
                    true);
            try (Site site = new Site(lab, on.engine(), on.fixture(), plan, number)) {
                String run = site.runId('a');
                Child child = site.run(run).stoppingAt(plan.stop()).start();
                Scenario.standing(child);
                long began = System.nanoTime();
                child.go();
                if (child.exit() != 0) {
                    throw new IllegalStateException("A delivery without a fault fails: " + child.err());
                }
                Duration took = Duration.ofNanos(System.nanoTime() - began);
                new Inspector(site).atEnd(run, List.of(run));
                if (!site.wrong().isEmpty()) {
                    throw new IllegalStateException("A delivery without a fault is wrong: " + site.wrong());
                }
                return new Rehearsal((int) site.facts(run).count("receipt_accepted"), took);
            }
        }
    }

    private List<Result> play(Lab lab, Servers servers, List<TrialPlan> trials, Duration usual) {
        ExecutorService pool = Executors.newFixedThreadPool(options.jobs());
        ExecutorCompletionService<Result> ends = new ExecutorCompletionService<>(pool);
        try {
            trials.forEach(plan -> ends.submit(new Trial(lab, servers, plan, usual)::run));
            List<Result> results = new ArrayList<>();
            int wrong = 0;
            while (results.size() < trials.size()) {
                Result result = ends.take().get();
                results.add(result);
                wrong += result.wrong().isEmpty() ? 0 : 1;
                result.wrong()
                        .forEach(
                                what -> progress.accept("WRONG " + result.plan().describe() + ": " + what));
                progress.accept(results.size() + "/" + trials.size() + " "
                        + result.plan().describe() + ": "
                        + result.skipped()
                                .map(reason -> "skipped, " + reason)
                                .orElse(result.ending().map(Ending::words).orElse("no end"))
                        + " (" + result.took().toMillis() + " ms), " + wrong + " wrong");
            }
            return results;
        } catch (ExecutionException e) {
            throw new IllegalStateException("A trial ended by a failure of the harness", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted", e);
        } finally {
            pool.shutdownNow();
        }
    }

    /** On servers of our own nothing at all may be left once all trials have ended. */
    private static List<String> orphans(Servers servers) {
        List<String> orphans = new ArrayList<>();
        for (Servers.Prepared server : List.of(servers.main(), servers.crashing())) {
            try (Sql sql = new Sql(server.engine())) {
                long tables =
                        sql.number("SELECT count(*) FROM information_schema.tables WHERE table_schema = 'dpone_stage'");
                if (tables > 0) {
                    orphans.add(tables + " staging tables are left after all trials");
                }
            }
        }
        return orphans;
    }

    private static Path folder() {
        try {
            return Files.createTempDirectory("dpone-faults-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
