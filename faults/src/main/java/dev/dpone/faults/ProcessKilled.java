package dev.dpone.faults;

import java.time.Duration;
import java.util.List;

/** SIGKILL for the delivering process, where it stands or after a while; perhaps a stage is changed by someone then. */
final class ProcessKilled implements Scenario {
    private final Duration latest;

    /** @param latest how long after its start a random moment may come */
    ProcessKilled(Duration latest) {
        this.latest = latest;
    }

    @Override
    public Played play(Site site) {
        TrialPlan plan = site.plan();
        String run = site.runId('a');
        Child child = site.run(run).stoppingAt(plan.stop()).start();
        Scenario.standing(child);
        if (plan.kind() == Kind.KILL_AT_ANY_MOMENT) {
            child.go();
            pause(Math.round(latest.toMillis() * plan.moment()));
        }
        if (!child.kill()) {
            throw new TooLate();
        }
        Inspector inspector = new Inspector(site);
        Look look = inspector.afterKill(List.of(run));
        inspector.sealedFilesKept(run);
        if (plan.kind() != Kind.KILL_AT_ANY_MOMENT) {
            inspector.acknowledged(run, plan.stop());
        }
        RunFacts facts = site.facts(run);
        boolean changed = plan.kind() == Kind.STAGE_CHANGED;
        if (changed) {
            changeStage(site, facts);
        }
        Recovery recovery = new Recovery(site, changed);
        Ending ending = recovery.toEnd(look);
        if (changed && ending != Ending.READ_AGAIN && ending != Ending.ABANDONED) {
            site.wrong("a changed stage was not noticed: " + ending.words());
        }
        return new Played(ending, look.receipts() > 0, facts.inTheMiddle(), 1 + recovery.kills());
    }

    private static void changeStage(Site site, RunFacts facts) {
        List<String> stages = facts.stages();
        String stage = "dpone_stage." + stages.get(site.plan().number() % stages.size());
        try (Sql sql = new Sql(site.engine())) {
            sql.execute("UPDATE " + stage + " SET ratio = ratio + 1 WHERE id = (SELECT min(id) FROM " + stage + ")");
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted", e);
        }
    }
}
