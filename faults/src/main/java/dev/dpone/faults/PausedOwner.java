package dev.dpone.faults;

import java.time.Duration;
import java.util.List;

/**
 * A process stands still for so long that its lease expires; another one takes over, of the same run or of a new one. When
 * the first one wakes up, it publishes nothing and spoils nothing, be the other one still at work or done.
 */
final class PausedOwner implements Scenario {
    /** The second one's clock is ahead, so that nobody has to wait for the lease to expire. */
    private static final Duration LATER = Duration.ofHours(2);

    @Override
    public Played play(Site site) {
        String paused = site.runId('a');
        boolean sameRun = site.plan().kind() != Kind.TWO_RUNS;
        String other = sameRun ? paused : site.runId('b');
        Child first = site.run(paused).stoppingAt(site.plan().stop()).start();
        Scenario.standing(first);
        first.pause();
        boolean inTheMiddle = site.facts(paused).inTheMiddle();
        boolean wakesInBetween = site.plan().moment() < 0.5;
        Site.Command takeover = site.run(other).withClockOff(LATER);
        Child second = wakesInBetween
                ? takeover.stoppingAt(Stop.before(Boundary.PUBLISH_INTENDED)).start()
                : takeover.toEnd();
        if (wakesInBetween) {
            Scenario.standing(second);
        }
        wake(site, first);
        if (wakesInBetween) {
            second.go();
        }
        if (second.exit() != 0) {
            site.wrong("the process that took over failed with exit " + second.exit() + ": "
                    + second.err().strip());
        }
        List<String> runs = sameRun ? List.of(paused) : List.of(paused, other);
        new Inspector(site).atEnd(other, runs);
        return new Played(sameRun ? Ending.TAKEN_OVER : Ending.OVERTAKEN, false, inTheMiddle, 0);
    }

    private static void wake(Site site, Child first) {
        first.wake();
        first.go();
        if (first.exit() == 0) {
            site.wrong("the process that woke up after losing its lease says that it delivered");
        }
    }
}
