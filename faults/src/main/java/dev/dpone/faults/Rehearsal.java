package dev.dpone.faults;

import dev.dpone.faults.TrialPlan.Limits;
import dev.dpone.faults.TrialPlan.Way;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Deliveries with nothing going wrong, one for each strategy: they prove the expected tables, and make what the trials take
 * for granted.
 *
 * @param chunks of a delivery
 * @param took how long one takes from its opening to its end
 */
record Rehearsal(int chunks, Duration took) {
    static Rehearsal on(Lab lab, Servers servers) {
        int number = 0;
        Rehearsal last = deliver(lab, servers.main(), Mode.APPEND, number++);
        for (Mode mode : List.of(Mode.FULL_REFRESH, Mode.PARTITION_REPLACE, Mode.MERGE)) {
            last = deliver(lab, servers.main(), mode, number++);
        }
        if (servers.canCrash()) {
            deliver(lab, servers.crashing(), Mode.APPEND, number);
        }
        return last;
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
                false);
        try (Site site = new Site(lab, on.engine(), on.fixture(), plan, number)) {
            String run = site.runId('a');
            Child child = site.run(run).stoppingAt(plan.stop()).start();
            Scenario.standing(child);
            long began = System.nanoTime();
            child.go();
            if (child.exit() != 0) {
                throw new IllegalStateException("A delivery without a fault fails with exit " + child.exit() + ": "
                        + child.err() + child.out());
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
