package dev.dpone.faults;

import dev.dpone.faults.Scenario.Played;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Plays one trial on a site of its own. */
final class Trial {
    private static final int ATTEMPTS = 6;

    private final Lab lab;
    private final Servers servers;
    private final TrialPlan plan;
    private final Duration usual;

    /** @param usual how long a delivery takes once it is opened */
    Trial(Lab lab, Servers servers, TrialPlan plan, Duration usual) {
        this.lab = lab;
        this.servers = servers;
        this.plan = plan;
        this.usual = usual;
    }

    Result run() {
        long began = System.nanoTime();
        // A random moment may come after the end; then there is less time for it.
        Duration latest = usual;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try {
                return attempt(attempt, latest, began);
            } catch (Scenario.TooLate e) {
                latest = latest.dividedBy(2);
            }
        }
        return result(Optional.empty(), List.of("the process ended too fast to be killed"), Optional.empty(), began);
    }

    private Result attempt(int attempt, Duration latest, long began) {
        return switch (plan.kind()) {
            case KILL_AT_STOP, KILL_AT_ANY_MOMENT, STAGE_CHANGED ->
                play(new ProcessKilled(latest), servers.main(), attempt, began);
            case SERVER_KILLED ->
                servers.alone(server -> play(new ServerKilled(server), servers.crashing(), attempt, began));
            case SAME_RUN_TWICE, TWO_RUNS, WRITER_LIVES -> play(new PausedOwner(), servers.main(), attempt, began);
            case TARGET_AWAY -> play(new TargetAway(), servers.main(), attempt, began);
            case SPOOL_FULL -> play(new DiskFull.OfTheSpool(), servers.main(), attempt, began);
            case TARGET_FULL ->
                play(
                        new DiskFull.OfTheTarget((PostgresEngine) servers.main().engine()),
                        servers.main(),
                        attempt,
                        began);
        };
    }

    private Result play(Scenario scenario, Servers.Prepared on, int attempt, long began) {
        try (Site site = new Site(lab, on.engine(), on.fixture(), plan, attempt)) {
            Optional<Played> played = Optional.empty();
            try {
                played = Optional.of(scenario.play(site));
            } catch (Scenario.Skipped e) {
                return result(Optional.empty(), site.wrong(), Optional.ofNullable(e.getMessage()), began);
            } catch (Scenario.TooLate e) {
                throw e;
            } catch (RuntimeException e) {
                site.wrong(e instanceof Scenario.Derailed ? String.valueOf(e.getMessage()) : trace(e));
            }
            return result(played, site.wrong(), Optional.empty(), began);
        }
    }

    /** A failure of the harness's own, with its causes and where it happened. */
    private static String trace(Throwable failure) {
        List<String> lines = new ArrayList<>();
        for (Throwable t = failure; t != null; t = t.getCause()) {
            lines.add(t + " at " + (t.getStackTrace().length > 0 ? t.getStackTrace()[0] : "?"));
        }
        return "the harness failed: " + String.join("; caused by ", lines);
    }

    private Result result(Optional<Played> played, List<String> wrong, Optional<String> skipped, long began) {
        return new Result(
                plan,
                played.map(Played::ending),
                played.map(Played::published),
                played.map(Played::inTheMiddle).orElse(false),
                played.map(Played::kills).orElse(0),
                wrong,
                skipped,
                Duration.ofNanos(System.nanoTime() - began));
    }
}
