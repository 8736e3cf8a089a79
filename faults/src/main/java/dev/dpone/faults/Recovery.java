package dev.dpone.faults;

import dev.dpone.faults.TrialPlan.Way;
import java.util.List;
import java.util.Optional;

/** From whatever a fault left to the end: by the real commands, some of them killed too. */
final class Recovery {
    private final Site site;
    private final Inspector inspector;
    private final boolean stagesMayBeLost;
    private int kills;

    /** @param stagesMayBeLost whether the fault may have changed complete stages, so that the source is read again */
    Recovery(Site site, boolean stagesMayBeLost) {
        this.site = site;
        this.inspector = new Inspector(site);
        this.stagesMayBeLost = stagesMayBeLost;
    }

    /** Kills of recoveries so far. */
    int kills() {
        return kills;
    }

    /** Recovers the first run, or gives it up for a new one; then checks everything. */
    Ending toEnd(Look found) {
        String run = site.runId('a');
        RunFacts facts = site.facts(run);
        if (facts.opened() && site.plan().way() == Way.ABANDON && abandoned(run, found)) {
            String next = site.runId('b');
            succeed(site.run(next).toEnd());
            inspector.atEnd(next, List.of(run, next));
            runAgain(next, List.of(run, next));
            return Ending.ABANDONED;
        }
        Ending ending = recover(run, facts, found);
        inspector.atEnd(run, List.of(run));
        runAgain(run, List.of(run));
        return ending;
    }

    private boolean abandoned(String run, Look found) {
        Child abandon = site.abandon(run).withClockOff(site.plan().clockJump()).toEnd();
        if (found.receipts() > 0) {
            if (abandon.exit() != 2 || !abandon.err().contains("DPONE_RUN_PUBLISHED")) {
                site.wrong("a published run could be abandoned: exit " + abandon.exit());
            }
            return false;
        }
        succeed(abandon);
        inspector.nothingLeft(List.of(run));
        if (!inspector.afterKill(List.of(run)).before()) {
            site.wrong("abandoning changed the target");
        }
        return true;
    }

    private Ending recover(String run, RunFacts facts, Look found) {
        try (SourceTrap trap = new SourceTrap()) {
            RunFacts before = facts;
            Optional<Stop> stop = site.plan().recoveryStop();
            if (stop.isPresent()) {
                before = killed(run, before, stop.get(), trap);
            }
            succeed(aimed(command(run, before), before, trap).toEnd());
            if (trap.connections() > 0) {
                site.wrong("a run with complete stages asked the source: " + trap.connections() + " connections");
            }
        }
        RunFacts end = site.facts(run);
        if (facts.completed()) {
            return Ending.NOTHING_TO_DO;
        }
        if (found.receipts() > 0) {
            return Ending.ALREADY_PUBLISHED;
        }
        if (!facts.opened()) {
            return Ending.STARTED_AFRESH;
        }
        return end.count("run_opened") > facts.count("run_opened") ? Ending.READ_AGAIN : Ending.RESUMED;
    }

    /** A recovery that is killed where the plan says, if it gets there; it may do all the work before. */
    private RunFacts killed(String run, RunFacts facts, Stop stop, SourceTrap trap) {
        Child child = aimed(command(run, facts), facts, trap).stoppingAt(stop).start();
        if (child.awaitStop().isPresent()) {
            child.kill();
            kills++;
            inspector.afterKill(List.of(run));
        } else {
            succeed(child);
        }
        return site.facts(run);
    }

    /** With complete stages the source is out of reach. */
    private Site.Command aimed(Site.Command command, RunFacts facts, SourceTrap trap) {
        return facts.staged() && !stagesMayBeLost ? command.sourceAt(trap.port()) : command;
    }

    private Site.Command command(String run, RunFacts facts) {
        boolean resume = facts.opened() && site.plan().way() != Way.RUN_AGAIN;
        return (resume ? site.resume(run) : site.run(run))
                .withClockOff(site.plan().clockJump());
    }

    /** The same command once more changes nothing and prints the stored receipt; it needs no source. */
    private void runAgain(String run, List<String> runs) {
        if (!site.plan().again()) {
            return;
        }
        try (SourceTrap trap = new SourceTrap()) {
            Child again = site.run(run).sourceAt(trap.port()).toEnd();
            succeed(again);
            boolean stored =
                    again.out().contains("already_published") && again.out().contains("\"dpone-v1:");
            if (again.exit() == 0 && !stored) {
                site.wrong("the second run with a finished id does not print the stored receipt");
            }
            if (trap.connections() > 0) {
                site.wrong("the second run with a finished id asked the source");
            }
        }
        inspector.atEnd(run, runs);
    }

    private void succeed(Child child) {
        if (child.exit() != 0) {
            site.wrong("a recovery failed with exit " + child.exit() + ": "
                    + child.err().strip());
        }
    }
}
